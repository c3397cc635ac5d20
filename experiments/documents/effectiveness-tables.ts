/** The tables of classical rankers in docs/effectiveness.md, from the stored outcome, collection by collection. */

import { renderTable } from "../../src/analysis/index.ts";
import type { Experiment } from "../experiment.ts";
import { commandOf, type StoredOutcome } from "./stored-outcome.ts";

/** The tables of the experiment `classical`, with the command that makes them. */
export function classicalTables(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string {
  const experiment = experiments.find(({ id }) => id === "classical");
  const outcome = outcomes.find((each) => each.experiment === "classical");
  if (experiment === undefined || outcome === undefined) return "No outcome is stored.";
  let last = "";
  const parts = outcome.tables.map(({ name, header, rows }) => {
    const [collection = "", title = ""] = name.split(": ");
    const heading = collection === last ? [] : [`### ${collection}\n`];
    last = collection;
    const table = renderTable({ header, rows, words: [0] }, "markdown");
    return [...heading, `**${titleOf(title)}**\n`, table].join("\n");
  });
  return [`\`${commandOf(outcome, experiment)}\``, ...parts].join("\n\n");
}

/** `single-terms` is `Single terms`. */
function titleOf(title: string): string {
  const words = title.replaceAll("-", " ");
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/** Tables of docs/effectiveness.md and docs/discrimination.md, from the stored outcomes. */

import { renderTable } from "../../src/analysis/index.ts";
import type { Experiment } from "../experiment.ts";
import { markdown } from "./replication-page.ts";
import { commandOf, type StoredOutcome } from "./stored-outcome.ts";

/** All tables of one experiment, each outcome below the command that makes it. */
export function experimentTables(
  id: string,
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string {
  const experiment = experiments.find((each) => each.id === id);
  const found = outcomes.filter((each) => each.experiment === id);
  if (experiment === undefined || found.length === 0) return "No outcome is stored.";
  return found
    .flatMap((outcome) => [
      `\`${commandOf(outcome, experiment)}\``,
      ...outcome.tables.map((table) => `**${table.name}**\n\n${markdown(table)}`),
    ])
    .join("\n\n");
}

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

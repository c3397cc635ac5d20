/** Tables of docs/effectiveness.md and docs/discrimination.md, from the stored outcomes. */

import { renderTable } from "../../src/analysis/index.ts";
import type { Experiment } from "../experiment.ts";
import { isFullOutcome } from "../outcome-extent.ts";
import { renderMarkdownTable, toAnchor } from "./replication-page.ts";
import { formatCommand, type StoredOutcome } from "./stored-outcome.ts";

/**
 * The tables of one experiment that are of full size, each outcome below its command. Smoke tests
 * are named without their numbers, which say nothing about quality.
 */
export function renderExperimentTables(
  id: string,
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): string {
  const experiment = experiments.find((each) => each.id === id);
  const experimentOutcomes = outcomes.filter((each) => each.experiment === id);
  if (experiment === undefined || experimentOutcomes.length === 0) return "No outcome is stored.";
  return experimentOutcomes
    .flatMap((outcome) =>
      isFullOutcome(outcome, experiment)
        ? [
            `\`${formatCommand(outcome, experiment)}\``,
            ...outcome.tables.map((table) => `**${table.name}**\n\n${renderMarkdownTable(table)}`),
          ]
        : [describeSmokeTest(outcome, experiment)],
    )
    .join("\n\n");
}

function describeSmokeTest({ configuration }: StoredOutcome, experiment: Experiment): string {
  const collections = configuration.collections?.replaceAll(" ", ", ") ?? "";
  return `Not run at full size on ${collections}: [replication.md](replication.md#${toAnchor(experiment)}) has a smoke test, from which nothing follows. \`termwise experiment status\` estimates the time that is missing.`;
}

/** The tables of the experiment `classical`, with their command. */
export function renderClassicalTables(
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
    return [...heading, `**${toTitle(title)}**\n`, table].join("\n");
  });
  return [`\`${formatCommand(outcome, experiment)}\``, ...parts].join("\n\n");
}

/** `single-terms` is `Single terms`. */
function toTitle(title: string): string {
  const words = title.replaceAll("-", " ");
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/**
 * Which outcomes of the papers' experiments are stored: of full size, as smoke tests, or not at all,
 * by collection. Experiments whose learning is not stored cell by cell are seen here alone.
 */

import type { Table } from "../src/analysis/index.ts";
import type { Files } from "../src/storage/files.ts";
import type { StoredOutcome } from "./documents/stored-outcome.ts";
import type { Experiment } from "./experiment.ts";
import { readJson } from "./json-files.ts";
import { isFullOutcome } from "./outcome-extent.ts";

/** The folder of the outcomes of the repository. */
const REPOSITORY_OUTCOMES = "experiments/outcomes";

/** The collections of one experiment. */
export interface OutcomeStatus {
  readonly experiment: string;
  readonly full: readonly string[];
  readonly smokeTests: readonly string[];
  readonly missing: readonly string[];
}

/** The outcomes of the repository; none outside a checkout. */
export async function readStoredOutcomes(files: Files): Promise<readonly StoredOutcome[]> {
  if ((await files.kind(REPOSITORY_OUTCOMES)) !== "folder") return [];
  const outcomes: StoredOutcome[] = [];
  for (const name of await files.list(REPOSITORY_OUTCOMES)) {
    const outcome = await readJson<StoredOutcome>(files, `${REPOSITORY_OUTCOMES}/${name}`);
    if (outcome !== undefined) outcomes.push(outcome);
  }
  return outcomes;
}

/** The experiments of the papers that are reported on collections. */
export function describeOutcomes(
  experiments: readonly Experiment[],
  outcomes: readonly StoredOutcome[],
): readonly OutcomeStatus[] {
  const reported = experiments.filter(
    ({ id, collections }) => /^X\d-/.test(id) && collections.length > 0,
  );
  return reported.map((experiment) => {
    const own = outcomes.filter((outcome) => outcome.experiment === experiment.id);
    const list = (isFull: boolean): readonly string[] =>
      own.filter((each) => isFullOutcome(each, experiment) === isFull).flatMap(readCollections);
    const [full, quick] = [list(true), list(false)];
    const names = [...new Set([...experiment.collections.map(removeSplit), ...full, ...quick])];
    return {
      experiment: experiment.id,
      full: names.filter((name) => full.includes(name)),
      smokeTests: names.filter((name) => quick.includes(name) && !full.includes(name)),
      missing: names.filter((name) => !full.includes(name) && !quick.includes(name)),
    };
  });
}

/** The status as a table. */
export function toOutcomeTable(all: readonly OutcomeStatus[]): Table {
  return {
    header: ["experiment", "outcome of full size", "smoke test", "not run"],
    rows: all.map(({ experiment, full, smokeTests, missing }) => [
      experiment,
      ...[full, smokeTests, missing].map((names) => names.join(" ") || "–"),
    ]),
    words: [0, 1, 2, 3],
  };
}

function readCollections({ configuration }: StoredOutcome): readonly string[] {
  const names = (configuration.collections ?? "").split(" ").filter((name) => name !== "");
  return names.map(removeSplit);
}

function removeSplit(name: string): string {
  return name.replace(/:.*/, "");
}

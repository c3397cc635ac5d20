/**
 * The small outcome of a report that documents are generated from: its tables and findings, with
 * their provenance. Stored in experiments/outcomes, one file per experiment; `npm run docs:tables
 * -- <folder>` imports them from reports.
 */

import type { Finding } from "../../src/analysis/finding.ts";
import type { TrainingSummary } from "../../src/analysis/report.ts";
import { defined } from "../../src/common/defined.ts";
import type { Experiment } from "../experiment.ts";
import { deduplicateFindings } from "../for-each-collection.ts";

/** A table without its layout. */
export interface StoredTable {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /**
   * True for wall-clock times. They are in the report but not stored, because they belong to one
   * machine at one moment.
   */
  readonly isOfTimes?: boolean;
}

/** The stored part of a report. */
export interface StoredOutcome {
  readonly experiment: string;
  readonly title: string;
  readonly configuration: Readonly<Record<string, string>>;
  /** A checksum of the data by collection. */
  readonly data: Readonly<Record<string, string>>;
  readonly made: { readonly version: string; readonly commit?: string; readonly platform: string };
  readonly tables: readonly StoredTable[];
  readonly findings: readonly Finding[];
  /** The length of every training; absent in outcomes that are older than the record. */
  readonly trainings?: readonly TrainingSummary[];
}

/** Maximum number of rows in documents; longer tables are only in the report. */
const MAX_ROWS = 40;

/** The part of a report's data that is stored. */
export function toStoredOutcome(report: Readonly<Record<string, unknown>>): StoredOutcome {
  const outcome = report as unknown as StoredOutcome;
  const { version, commit, platform } = outcome.made;
  return {
    ...{
      experiment: outcome.experiment,
      title: outcome.title,
      configuration: outcome.configuration,
    },
    ...{
      data: outcome.data,
      made: { version, ...defined({ commit }), platform },
    },
    tables: outcome.tables.filter(({ rows, isOfTimes }) => rows.length <= MAX_ROWS && !isOfTimes),
    findings: deduplicateFindings(outcome.findings),
    ...defined({ trainings: outcome.trainings }),
  };
}

/**
 * The file of an outcome. Trained outcomes of full size have a file per collection, because they
 * take hours, and so have those of a paper on one collection; those of quick size with more seeds
 * than usual are stored beside the usual ones.
 */
export function toOutcomeFile(outcome: StoredOutcome): string {
  const { experiment, configuration } = outcome;
  const seeds = readSeeds(outcome);
  const collections = readCollections(outcome);
  const isOfPaper = /^X\d-/.test(experiment) && collections.length === 1 && collections[0] !== "";
  if (configuration.size === "full" && (configuration.seeds !== undefined || isOfPaper)) {
    return `${experiment}.full.${collections.join("-")}.json`;
  }
  const isUsual = seeds === 1 || configuration.size === "full";
  return isUsual ? `${experiment}.json` : `${experiment}.${seeds}-seeds.json`;
}

/** The extent of an outcome: its size, and the number of seeds if it trains. */
export function describeExtent(outcome: StoredOutcome): string {
  const { configuration } = outcome;
  const { size = "quick" } = configuration;
  const seeds = readSeeds(outcome);
  return configuration.seeds === undefined
    ? size
    : `${size}, ${seeds} seed${seeds === 1 ? "" : "s"}`;
}

/**
 * If several outcomes of an experiment have a collection, only one is used: of full size before
 * quick size, then the one with the most seeds.
 */
export function selectStrongestOutcomes(
  outcomes: readonly StoredOutcome[],
): readonly StoredOutcome[] {
  return outcomes.flatMap((outcome) => {
    const stronger = outcomes.filter(
      (other) => other.experiment === outcome.experiment && rankExtent(other) > rankExtent(outcome),
    );
    const settled = stronger.flatMap(readCollections);
    if (settled.length === 0) return [outcome];
    const remaining = readCollections(outcome).filter((name) => !settled.includes(name));
    return remaining.length === 0 ? [] : [restrictToCollections(outcome, remaining, settled)];
  });
}

function restrictToCollections(
  outcome: StoredOutcome,
  collections: readonly string[],
  settled: readonly string[],
): StoredOutcome {
  const isSettled = (name: string): boolean => settled.some((each) => isTableOf(name, each));
  return {
    ...outcome,
    configuration: { ...outcome.configuration, collections: collections.join(" ") },
    tables: outcome.tables.filter(({ name }) => !isSettled(name)),
    findings: outcome.findings.filter(({ collection = "" }) => !settled.includes(collection)),
  };
}

/** True for `wikiqa: results`, `cranfield, stop list none` and `nDCG@5: cisi, stop list none`. */
function isTableOf(table: string, collection: string): boolean {
  return table.split(/[:,] /).includes(collection);
}

/** Larger for outcomes of full size, then for more seeds. */
export function rankExtent(outcome: StoredOutcome): number {
  return (outcome.configuration.size === "full" ? 1000 : 0) + readSeeds(outcome);
}

function readSeeds({ configuration }: StoredOutcome): number {
  return Number(configuration.seeds ?? 1);
}

function readCollections({ configuration }: StoredOutcome): readonly string[] {
  return (configuration.collections ?? "").split(" ");
}

/** Options without an effect on outcomes. */
const WITHOUT_EFFECT = ["threads", "keep", "encoded"];

/**
 * The command for the same outcome: size and collections, and options that differ from those of the
 * size.
 */
export function formatCommand(
  { configuration }: StoredOutcome,
  { id, options }: Pick<Experiment, "id" | "options">,
): string {
  const { size = "quick", collections = "", ...values } = configuration;
  const changed = options.filter(({ name, default: full, quick = full }) => {
    const usual = size === "quick" ? quick : full;
    const isChanged = values[name] !== undefined && values[name] !== usual;
    return isChanged && !WITHOUT_EFFECT.includes(name);
  });
  const set = changed.map(({ name }) => `${name}=${values[name]}`).join("; ");
  return [
    `termwise experiment ${id} --size ${size}`,
    ...(collections === "" ? [] : [`--collection ${collections.replaceAll(" ", ",")}`]),
    ...(set === "" ? [] : [`--set "${set}"`]),
  ].join(" ");
}

/**
 * The small outcome of a report that documents are made of: its tables and
 * findings, with what made them. Stored in experiments/outcomes, one file per
 * experiment; `npm run docs:tables -- <folder>` takes them over from reports.
 */

import type { Finding } from "../../src/analysis/finding.ts";
import { defined } from "../../src/common/defined.ts";
import type { Experiment } from "../experiment.ts";
import { deduplicateFindings } from "../for-each-collection.ts";

/** A table without its layout. */
export interface StoredTable {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Times by the clock are in the report and not stored: they are those of one moment of one machine. */
  readonly isOfTimes?: boolean;
}

/** What is stored of a report. */
export interface StoredOutcome {
  readonly experiment: string;
  readonly title: string;
  readonly configuration: Readonly<Record<string, string>>;
  /** A checksum of the data by collection. */
  readonly data: Readonly<Record<string, string>>;
  readonly made: { readonly version: string; readonly commit?: string; readonly platform: string };
  readonly tables: readonly StoredTable[];
  readonly findings: readonly Finding[];
}

/** Rows of a table that documents show; longer ones are in the report. */
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
  };
}

/** The file of an outcome. One of more seeds than the quick size has stands beside it, not in its place. */
export function toOutcomeFile(outcome: StoredOutcome): string {
  const seeds = readSeeds(outcome);
  const isUsual = seeds === 1 || outcome.configuration.size === "full";
  return isUsual ? `${outcome.experiment}.json` : `${outcome.experiment}.${seeds}-seeds.json`;
}

/** How an outcome was made, in two words: its size, and its seeds where there are several. */
export function describeExtent(outcome: StoredOutcome): string {
  const { size = "quick" } = outcome.configuration;
  const seeds = readSeeds(outcome);
  return seeds === 1 ? size : `${size}, ${seeds} seeds`;
}

/** On a collection that several outcomes of an experiment have, only the one of most seeds speaks. */
export function selectStrongestOutcomes(
  outcomes: readonly StoredOutcome[],
): readonly StoredOutcome[] {
  return outcomes.flatMap((outcome) => {
    const stronger = outcomes.filter(
      (other) => other.experiment === outcome.experiment && readSeeds(other) > readSeeds(outcome),
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
  const isSettled = (name: string): boolean => settled.some((each) => name.startsWith(`${each}:`));
  return {
    ...outcome,
    configuration: { ...outcome.configuration, collections: collections.join(" ") },
    tables: outcome.tables.filter(({ name }) => !isSettled(name)),
    findings: outcome.findings.filter(({ collection = "" }) => !settled.includes(collection)),
  };
}

function readSeeds({ configuration }: StoredOutcome): number {
  return Number(configuration.seeds ?? 1);
}

function readCollections({ configuration }: StoredOutcome): readonly string[] {
  return (configuration.collections ?? "").split(" ");
}

/** Options that change no outcome. */
const WITHOUT_EFFECT = ["threads", "keep", "encoded"];

/** What to type for the same outcome: size and collections, and options that are not those of the size. */
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

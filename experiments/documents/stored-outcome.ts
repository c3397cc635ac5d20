/**
 * The small outcome of a report that documents are made of: its tables and
 * findings, with what made them. Stored in experiments/outcomes, one file per
 * experiment; `npm run docs:tables -- <folder>` takes them over from reports.
 */

import type { Finding } from "../../src/analysis/finding.ts";
import type { Experiment } from "../experiment.ts";
import { distinctFindings } from "../joined-report.ts";

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
const MOST_ROWS = 40;

/** The part of a report's data that is stored. */
export function storedOutcome(report: Readonly<Record<string, unknown>>): StoredOutcome {
  const given = report as unknown as StoredOutcome;
  const { version, commit, platform } = given.made;
  return {
    ...{ experiment: given.experiment, title: given.title, configuration: given.configuration },
    ...{
      data: given.data,
      made: { version, ...(commit === undefined ? {} : { commit }), platform },
    },
    tables: given.tables.filter(({ rows, isOfTimes }) => rows.length <= MOST_ROWS && !isOfTimes),
    findings: distinctFindings(given.findings),
  };
}

/** What to type for the same outcome: size and collections, and options that are not those of the size. */
export function commandOf(
  { configuration }: StoredOutcome,
  { id, options }: Pick<Experiment, "id" | "options">,
): string {
  const { size = "quick", collections = "", ...values } = configuration;
  const changed = options.filter(({ name, default: full, quick = full }) => {
    const usual = size === "quick" ? quick : full;
    return values[name] !== undefined && values[name] !== usual;
  });
  const set = changed.map(({ name }) => `${name}=${values[name]}`).join("; ");
  return [
    `termwise experiment ${id} --size ${size}`,
    ...(collections === "" ? [] : [`--collection ${collections.replaceAll(" ", ",")}`]),
    ...(set === "" ? [] : [`--set "${set}"`]),
  ].join(" ");
}

/**
 * The output of an experiment: a page for people, the same as data, the figures and the runs.
 *
 *   report.html    texts, tables and figures; self-contained
 *   report.json    experiment, configuration, tables, findings, results, origin
 *   <table>.csv    each table
 *   <name>.svg     each figure
 *   per-query/     values of every query by system, CSV
 *   runs/          each run, gzip
 *
 * Everything but `made` in report.json is reproducible for the same settings; `made` records when,
 * where and by which version the report was written.
 */

import { writeRun } from "../collection/index.ts";
import type { Run } from "../collection/run.ts";
import { defined } from "../common/defined.ts";
import type { Files } from "../storage/files.ts";
import type { Finding } from "./finding.ts";
import { escapeHtml } from "./svg-picture.ts";
import { renderCsv, type Table } from "./table.ts";

/** A table of a report. */
export interface ReportTable {
  readonly title: string;
  readonly table: Table;
  /** A note for the reader. */
  readonly note?: string;
  /** True for a table of wall-clock times, which differ between machines. */
  readonly isOfTimes?: boolean;
}

/** A figure of a report. */
export interface ReportFigure {
  readonly title: string;
  /** The name of its file, without the extension. */
  readonly name: string;
  readonly svg: string;
  /** The caption. */
  readonly caption: string;
}

/** Values of a measure by query and system. */
export interface PerQueryValues {
  /** The name of its file, without the extension. */
  readonly name: string;
  readonly queries: readonly string[];
  readonly systems: Readonly<Record<string, readonly number[]>>;
}

/** The length of one training of an experiment, and why it ended. */
export interface TrainingSummary {
  readonly collection: string;
  readonly system: string;
  readonly seed: number;
  /** Steps until the best validation, whose values are kept, and all steps. */
  readonly kept: number;
  readonly steps: number;
  /**
   * `patience`: validation stopped improving; `schedule`: the rates fell to 0 as planned, in
   * fine-tuning; the other reasons are limits.
   */
  readonly ending: "epochs" | "examples" | "patience" | "schedule";
}

/** The result of an experiment: text, tables and figures. */
export interface Report {
  readonly title: string;
  /** Paragraphs that describe the method. */
  readonly texts: readonly string[];
  readonly tables: readonly ReportTable[];
  readonly figures: readonly ReportFigure[];
  /** The contents of the tables and figures, as data. */
  readonly results: unknown;
  readonly runs: readonly Run[];
  readonly perQuery?: readonly PerQueryValues[];
  /** Findings about claims. */
  readonly findings?: readonly Finding[];
  /** The trainings that the results rest on. */
  readonly trainings?: readonly TrainingSummary[];
  /** A checksum of the data by collection. */
  readonly data?: Readonly<Record<string, string>>;
}

/** When, where and by which version a report was written. */
export interface ReportProvenance {
  readonly version: string;
  /** The commit of the source, if known. */
  readonly commit?: string | undefined;
  readonly platform: string;
  readonly seconds: number;
}

/** The experiment and settings behind a report. */
export interface ReportOrigin {
  readonly experiment: string;
  /** The arguments of `termwise`; by default `experiment` and its name. */
  readonly command?: string;
  readonly configuration: Readonly<Record<string, string>>;
  readonly made?: ReportProvenance;
}

/** Writes a report as a page and as data. */
export async function writeReport(
  files: Files,
  folder: string,
  report: Report,
  origin: ReportOrigin,
): Promise<void> {
  const write = (name: string, text: string): Promise<void> =>
    files.write(`${folder}/${name}`, [new TextEncoder().encode(text)]);
  const { title, results, tables, findings = [], trainings, data = {}, perQuery = [] } = report;
  const { experiment, configuration, made: provenance } = origin;
  await write("report.html", renderReportPage(report, origin));
  const tableRecords = tables.map(
    ({ title: name, table: { header, rows }, isOfTimes = false }) => ({
      ...{ name, header, rows },
      ...(isOfTimes ? { isOfTimes } : {}),
    }),
  );
  const record = {
    title,
    experiment,
    configuration,
    data,
    tables: tableRecords,
    findings,
    ...defined({ trainings }),
    results,
    made: provenance,
  };
  await write("report.json", `${JSON.stringify(record, null, 2)}\n`);
  for (const [name, table] of nameCsvFiles(tables)) await write(`${name}.csv`, renderCsv(table));
  for (const each of perQuery) await write(`per-query/${each.name}.csv`, renderPerQueryCsv(each));
  for (const { name, svg } of report.figures) await write(`${name}.svg`, `${svg}\n`);
  for (const run of report.runs) await writeRun(files, `${folder}/runs/${run.name}.run.gz`, run);
}

/** A file name for each table, from its title; numbered if two are equal. */
function nameCsvFiles(tables: readonly ReportTable[]): ReadonlyMap<string, Table> {
  const names = new Map<string, Table>();
  for (const { title, table } of tables) {
    const plain = title.toLowerCase().replaceAll(/[^a-z0-9@.]+/g, "-");
    const name = plain.replaceAll(/^-|-$/g, "").slice(0, 60) || "table";
    names.set(names.has(name) ? `${name}-${names.size + 1}` : name, table);
  }
  return names;
}

function renderPerQueryCsv({ queries, systems }: PerQueryValues): string {
  const names = Object.keys(systems);
  const rows = queries.map((id, i) => [id, ...names.map((name) => String(systems[name]?.[i]))]);
  return renderCsv({ header: ["query", ...names], rows });
}

/** The report as one HTML page. */
export function renderReportPage(
  report: Report,
  { experiment, command = `experiment ${experiment}`, configuration }: ReportOrigin,
): string {
  const settings = Object.entries(configuration)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}=${value}`);
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeHtml(report.title)}</title>`,
    `<style>${STYLE}</style></head><body>`,
    `<h1>${escapeHtml(report.title)}</h1>`,
    `<p class="origin">termwise ${escapeHtml(command)}: ${escapeHtml(settings.join("; "))}</p>`,
    ...report.texts.map((text) => `<p>${escapeHtml(text)}</p>`),
    ...report.tables.map(renderTableHtml),
    ...report.figures.map(renderFigure),
    ...renderFindings(report.findings ?? []),
    "</body></html>",
    "",
  ].join("\n");
}

const STYLE =
  "body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}p{white-space:pre-line}" +
  "table{border-collapse:collapse}th,td{padding:.2em .6em;border-bottom:1px solid #ccc;text-align:right}" +
  "th.word,td.word{text-align:left}.origin{color:#555;font-family:monospace}figure{margin:0;overflow-x:auto}" +
  "figcaption{max-width:60em}@media(prefers-color-scheme:dark){body{background:#16181c;color:#ddd}th,td{border-color:#3a3d44}.origin{color:#aaa}}";

function renderFigure({ title, svg, caption }: ReportFigure): string {
  const words = `<figcaption>${escapeHtml(caption)}</figcaption>`;
  return `<h2>${escapeHtml(title)}</h2>\n<figure>${svg}${words}</figure>`;
}

function renderFindings(findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const rows = findings.map(({ claim, collection = "", measured, p, verdict }) => [
    ...[claim, collection, measured, p === undefined ? "" : p.toPrecision(2), verdict],
  ]);
  const header = ["claim", "collection", "measured", "corrected p", "verdict"];
  return [renderTableHtml({ title: "Claims", table: { header, rows, words: [0, 1, 2, 4] } })];
}

function renderTableHtml({ title, table, note }: ReportTable): string {
  const row = (cells: readonly string[], tag: "th" | "td"): string => {
    const cellsHtml = cells.map((cell, column) => {
      const kind = table.words.includes(column) ? ' class="word"' : "";
      return `<${tag}${kind}>${escapeHtml(cell)}</${tag}>`;
    });
    return `<tr>${cellsHtml.join("")}</tr>`;
  };
  return [
    `<h2>${escapeHtml(title)}</h2>`,
    `<table><thead>${row(table.header, "th")}</thead><tbody>`,
    ...table.rows.map((cells) => row(cells, "td")),
    "</tbody></table>",
    ...(note === undefined ? [] : [`<p>${escapeHtml(note)}</p>`]),
  ].join("\n");
}

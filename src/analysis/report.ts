/**
 * What an experiment leaves behind: a page for people, the same as data, the
 * figures and the runs.
 *
 *   report.html   texts, tables and figures; stands alone
 *   report.json   experiment, configuration, results
 *   <name>.svg    each figure
 *   runs/         each run, gzip
 */

import { writeRun } from "../collection/index.ts";
import type { Run } from "../collection/run.ts";
import type { Files } from "../storage/files.ts";
import { escaped } from "./line-chart.ts";
import type { Table } from "./table.ts";

/** A table of a report. */
export interface ReportTable {
  readonly title: string;
  readonly table: Table;
  /** What to know when reading it. */
  readonly note?: string;
}

/** A figure of a report. */
export interface ReportFigure {
  readonly title: string;
  /** The name of its file, without the ending. */
  readonly name: string;
  readonly svg: string;
}

/** The result of an experiment: text, tables and figures. */
export interface Report {
  readonly title: string;
  /** Paragraphs that say what was done. */
  readonly texts: readonly string[];
  readonly tables: readonly ReportTable[];
  readonly figures: readonly ReportFigure[];
  /** What the tables and figures show, as data. */
  readonly results: unknown;
  readonly runs: readonly Run[];
}

/** What a report is of. */
export interface ReportOrigin {
  readonly experiment: string;
  /** What was typed after `termwise`; by default `experiment` and its name. */
  readonly command?: string;
  readonly configuration: Readonly<Record<string, string>>;
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
  const { title, results } = report;
  const { experiment, configuration } = origin;
  await write("report.html", reportPage(report, origin));
  await write(
    "report.json",
    `${JSON.stringify({ title, experiment, configuration, results }, null, 2)}\n`,
  );
  for (const { name, svg } of report.figures) await write(`${name}.svg`, `${svg}\n`);
  for (const run of report.runs) await writeRun(files, `${folder}/runs/${run.name}.run.gz`, run);
}

/** The report as one HTML page. */
export function reportPage(
  report: Report,
  { experiment, command = `experiment ${experiment}`, configuration }: ReportOrigin,
): string {
  const settings = Object.entries(configuration).map(([name, value]) => `${name}=${value}`);
  return [
    "<!doctype html>",
    `<html lang="en"><head><meta charset="utf-8"><title>${escaped(report.title)}</title>`,
    `<style>${STYLE}</style></head><body>`,
    `<h1>${escaped(report.title)}</h1>`,
    `<p class="origin">termwise ${escaped(command)}: ${escaped(settings.join("; "))}</p>`,
    ...report.texts.map((text) => `<p>${escaped(text)}</p>`),
    ...report.tables.map(tableHtml),
    ...report.figures.map(
      ({ title, svg }) => `<h2>${escaped(title)}</h2>\n<figure>${svg}</figure>`,
    ),
    "</body></html>",
    "",
  ].join("\n");
}

const STYLE =
  "body{font:15px/1.5 sans-serif;max-width:70em;margin:2em auto;padding:0 1em}p{white-space:pre-line}" +
  "table{border-collapse:collapse}th,td{padding:.2em .6em;border-bottom:1px solid #ccc;text-align:right}" +
  "th.word,td.word{text-align:left}.origin{color:#555;font-family:monospace}figure{margin:0}";

function tableHtml({ title, table, note }: ReportTable): string {
  const row = (cells: readonly string[], tag: "th" | "td"): string => {
    const drawn = cells.map((cell, column) => {
      const kind = table.words.includes(column) ? ' class="word"' : "";
      return `<${tag}${kind}>${escaped(cell)}</${tag}>`;
    });
    return `<tr>${drawn.join("")}</tr>`;
  };
  return [
    `<h2>${escaped(title)}</h2>`,
    `<table><thead>${row(table.header, "th")}</thead><tbody>`,
    ...table.rows.map((cells) => row(cells, "td")),
    "</tbody></table>",
    ...(note === undefined ? [] : [`<p>${escaped(note)}</p>`]),
  ].join("\n");
}

/** The tables of docs/performance.md that compare building with Lucene, from what `npm run bench:build-lucene` wrote last. */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, newestResult } from "./benchmark-files.ts";

/** What `npm run bench:build-lucene` writes. Sizes are bytes. */
interface BuildResult {
  readonly sizes: {
    readonly ours: Readonly<Record<"postings" | "terms" | "lengths" | "ids" | "all", number>>;
    readonly lucene: Readonly<
      Record<"postings" | "terms" | "lengths" | "all" | "column" | "stored" | "found", number>
    >;
  };
  /** Documents per second of processor time, the best of the rounds. */
  readonly speed: Readonly<Record<"ours" | "oursWithTexts" | "lucene", number>>;
}

/** Bytes of each part of an index. */
export function indexSizesTable(files: BenchmarkFiles): string {
  const result = newest(files);
  if (result === undefined) return "No result is stored.";
  const { ours, lucene } = result.sizes;
  const beside = (theirs: number, own: number): string =>
    `${number(theirs)} (${(theirs / own).toFixed(2)} times ours)`;
  const rows = [
    [
      ...["postings, bounds of blocks", number(ours.postings), "`postings`"],
      ...[number(lucene.postings), "doc, psm"],
    ],
    [
      ...["terms with df, cf and places", number(ours.terms), "`terms`"],
      ...[number(lucene.terms), "tim, tip, tmd"],
    ],
    [
      ...["lengths", `${number(ours.lengths)}, exact`, "`document` 0, 1"],
      ...[`${number(lucene.lengths)}, rounded to one byte`, "nvd, nvm"],
    ],
    [
      ...["all of these", number(ours.all - ours.ids), ""],
      ...[beside(lucene.all, ours.all - ours.ids), "with fdt, fdx, si, …"],
    ],
    [
      ...["with ids", number(ours.all), "`document` 2 to 4"],
      ...[`${beside(lucene.column, ours.all)}, as sorted doc values`, "dvd"],
    ],
    ["", "", "", `${beside(lucene.stored, ours.all)}, as a stored field`, "fdt"],
    ["", "", "", `${beside(lucene.found, ours.all)}, stored and indexed`, "fdt, tim"],
  ];
  const header = ["bytes", "Termwise", "file and sections", "Lucene", "files"];
  return renderTable({ header, rows, words: [0, 1, 2, 3, 4] }, "markdown");
}

/** Documents per second. */
export function buildSpeedTable(files: BenchmarkFiles): string {
  const result = newest(files);
  if (result === undefined) return "No result is stored.";
  const { speed } = result;
  const row = (name: string, value: number): string[] => [
    ...[name, number(Math.round(value)), `${(value / speed.lucene).toFixed(2)} times Lucene`],
  ];
  const rows = [
    row("Termwise", speed.ours),
    row("Termwise, surface tokens and texts kept as well", speed.oursWithTexts),
    ["Lucene 10.3.1, Java 25", number(Math.round(speed.lucene)), ""],
  ];
  const header = ["", "documents per second", ""];
  return renderTable({ header, rows, words: [0, 2] }, "markdown");
}

function newest(files: BenchmarkFiles): BuildResult | undefined {
  return newestResult<BuildResult>(files, "build-lucene", () => true);
}

function number(value: number): string {
  return value.toLocaleString("en");
}

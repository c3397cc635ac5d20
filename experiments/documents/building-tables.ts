/** The tables of docs/performance.md that compare building with Lucene, from what `npm run bench -- build-lucene` wrote last. */

import { renderTable } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, findNewestResult } from "./benchmark-files.ts";

/** What `npm run bench -- build-lucene` writes. Sizes are bytes. */
interface BuildResult {
  /** Absent from a run that measured speed alone. */
  readonly sizes?: {
    readonly ours: Readonly<Record<"postings" | "terms" | "lengths" | "ids" | "all", number>>;
    readonly lucene: Readonly<
      Record<"postings" | "terms" | "lengths" | "all" | "column" | "stored" | "found", number>
    >;
  };
  /** Absent from older results. */
  readonly speed?: readonly BuildSpeed[];
}

/** The best of the rounds of one way to build. */
interface BuildSpeed {
  readonly engine: "termwise" | "lucene";
  readonly hasTexts: boolean;
  readonly threads: number;
  /** Documents per second by the clock, and by processor time. */
  readonly perSecond: number;
  readonly perProcessorSecond: number;
  readonly peakMegabytes: number;
}

/** Bytes of each part of an index. */
export function renderIndexSizesTable(files: BenchmarkFiles): string {
  const sizes = findNewest(files, (result) => result.sizes !== undefined)?.sizes;
  if (sizes === undefined) return "No result is stored.";
  const { ours, lucene } = sizes;
  const beside = (theirs: number, own: number): string =>
    `${formatNumber(theirs)} (${(theirs / own).toFixed(2)} times ours)`;
  const rows = [
    [
      ...["postings, bounds of blocks", formatNumber(ours.postings), "`postings`"],
      ...[formatNumber(lucene.postings), "doc, psm"],
    ],
    [
      ...["terms with df, cf and places", formatNumber(ours.terms), "`terms`"],
      ...[formatNumber(lucene.terms), "tim, tip, tmd"],
    ],
    [
      ...["lengths", `${formatNumber(ours.lengths)}, exact`, "`document` 0, 1"],
      ...[`${formatNumber(lucene.lengths)}, rounded to one byte`, "nvd, nvm"],
    ],
    [
      ...["all of these", formatNumber(ours.all - ours.ids), ""],
      ...[beside(lucene.all, ours.all - ours.ids), "with fdt, fdx, si, …"],
    ],
    [
      ...["with ids", formatNumber(ours.all), "`document` 2 to 4"],
      ...[`${beside(lucene.column, ours.all)}, as sorted doc values`, "dvd"],
    ],
    ["", "", "", `${beside(lucene.stored, ours.all)}, as a stored field`, "fdt"],
    ["", "", "", `${beside(lucene.found, ours.all)}, stored and indexed`, "fdt, tim"],
  ];
  const header = ["bytes", "Termwise", "file and sections", "Lucene", "files"];
  return renderTable({ header, rows, words: [0, 1, 2, 3, 4] }, "markdown");
}

/** Documents per second and memory, each way beside Lucene with as many threads. */
export function renderBuildSpeedTable(files: BenchmarkFiles): string {
  const speed = findNewest(files, (result) => Array.isArray(result.speed))?.speed;
  if (speed === undefined) return "No result is stored.";
  const rows = speed.map(({ engine, hasTexts, threads, peakMegabytes, ...rates }) => {
    const lucene = speed.find(
      (each) => each.engine === "lucene" && each.hasTexts === hasTexts && each.threads === threads,
    );
    const format = (rate: "perSecond" | "perProcessorSecond"): string =>
      engine === "lucene" || lucene === undefined
        ? formatNumber(rates[rate])
        : `${formatNumber(rates[rate])} (${(rates[rate] / lucene[rate]).toFixed(2)} times Lucene)`;
    const name = engine === "lucene" ? "Lucene" : "Termwise";
    const content = hasTexts && engine === "termwise" ? ", surface tokens and texts" : ", texts";
    return [
      ...[`${name}${hasTexts ? content : ""}`, String(threads)],
      ...[format("perSecond"), format("perProcessorSecond"), formatNumber(peakMegabytes)],
    ];
  });
  const header = [
    ...["", "threads", "documents per second, by the clock"],
    ...["by processor time", "peak memory, MB"],
  ];
  return renderTable({ header, rows, words: [0] }, "markdown");
}

function findNewest(
  files: BenchmarkFiles,
  fits: (result: BuildResult) => boolean,
): BuildResult | undefined {
  return findNewestResult<BuildResult>(files, "build-lucene", fits);
}

function formatNumber(value: number): string {
  return value.toLocaleString("en");
}

/**
 * The tables of docs/performance.md about searching, from what `npm run
 * bench -- search` wrote. Each engine is compared with our times of the same run:
 * those that stand before it.
 */

import { renderTable, type Table } from "../../src/analysis/index.ts";
import { type BenchmarkFiles, findNewestResult, readResults } from "./benchmark-files.ts";

/** One engine, one number of results. */
interface SearchTiming {
  readonly engine: string;
  readonly documents: number;
  readonly k: number;
  /** Microseconds per query. */
  readonly mean: number;
  readonly median: number;
  readonly p99: number;
  /** 0 if the index existed already. */
  readonly buildSeconds?: number;
  /** 0 if the index has no files. */
  readonly indexBytes?: number;
  readonly peakBytes?: number;
}

const OURS = "termwise";

/** The names of engines, in table order. */
const ENGINES: Readonly<Record<string, string>> = {
  bm25s: "bm25s with numba",
  pisa: "PISA, block-max MaxScore",
  tantivy: "Tantivy",
  lucene: "Lucene",
  minisearch: "MiniSearch",
  orama: "Orama",
  lunr: "Lunr",
  fts5: "SQLite FTS5",
  turso: "Tantivy inside Turso",
  flexsearch: "FlexSearch, not BM25",
};
const NATIVE = ["bm25s", "pisa", "tantivy", "lucene"];
/** The documents of the large mix; more are made of its texts. */
const MIX_DOCUMENTS = 1_003_191;

/** An engine with our time of the same run. */
interface EngineComparison {
  readonly timing: SearchTiming;
  readonly ours: SearchTiming;
}

/** Every engine but ours, each with our last times before it. */
function compareEngines(timings: readonly SearchTiming[]): readonly EngineComparison[] {
  return timings.flatMap((timing, i) => {
    const ours = timings
      .slice(0, i)
      .findLast((each) => each.engine === OURS && each.k === timing.k);
    return timing.engine === OURS || ours === undefined ? [] : [{ timing, ours }];
  });
}

/** The large mix: ours and the native engines, three figures each. */
export function renderNativeTable(files: BenchmarkFiles): string {
  const timings = findNewestResult<readonly SearchTiming[]>(
    files,
    "search",
    (all) => hasNative(all) && all.every(({ documents }) => documents <= MIX_DOCUMENTS),
  );
  const pairs = compareEngines(timings ?? []).filter(({ timing }) =>
    NATIVE.includes(timing.engine),
  );
  const cells = ({ mean, median, p99 }: SearchTiming): string =>
    [mean, median, p99].map((each) => formatValue(each)).join(", ");
  const rows = NATIVE.flatMap((engine) => {
    const of = (k: number): EngineComparison | undefined =>
      pairs.find(({ timing }) => timing.engine === engine && timing.k === k);
    const [ten, many] = [of(10), of(1000)];
    if (ten === undefined || many === undefined) return [];
    const both = [ten, many].flatMap(({ timing, ours }) => [
      ...[cells(timing), cells(ours), (timing.mean / ours.mean).toFixed(1)],
    ]);
    return [[ENGINES[engine] ?? engine, ...both]];
  });
  return renderMarkdown({
    header: [
      ...["engine", "k = 10", "Termwise, same run", "times ours"],
      ...["k = 1000", "Termwise, same run", "times ours"],
    ],
    rows,
    words: [0],
  });
}

/** Ours at every number of documents, in the newest result that has it; one value per run. */
export function renderSizesTable(files: BenchmarkFiles): string {
  const bySize = new Map<number, readonly SearchTiming[]>();
  for (const timings of readResults<readonly SearchTiming[]>(files, "search").filter(hasNative)) {
    const ours = timings.filter(({ engine }) => engine === OURS);
    for (const { documents } of ours) {
      bySize.set(
        documents,
        ours.filter((each) => each.documents === documents),
      );
    }
  }
  const means = (timings: readonly SearchTiming[], k: number): string =>
    timings
      .filter((each) => each.k === k)
      .map(({ mean }) => formatValue(mean))
      .join(", ");
  const sizes = [...bySize].sort(([a], [b]) => a - b);
  return renderMarkdown({
    header: ["documents", "k = 10, mean µs of each run", "k = 1000"],
    rows: sizes.map(([size, timings]) => [
      size.toLocaleString("en"),
      means(timings, 10),
      means(timings, 1000),
    ]),
    words: [],
  });
}

/** More documents than the large mix has: times beside other engines, and the cost of the index. */
export function renderLargeTable(files: BenchmarkFiles): string {
  const timings =
    findNewestResult<readonly SearchTiming[]>(files, "search", (all) =>
      all.some(({ documents }) => documents > MIX_DOCUMENTS),
    ) ?? [];
  const find = (name: string, k: number): SearchTiming | undefined =>
    timings.find((each) => each.engine === name && each.k === k);
  const rows = [OURS, ...NATIVE].flatMap((engine) => {
    const [ten, many] = [find(engine, 10), find(engine, 1000)];
    if (ten === undefined || many === undefined) return [];
    const cells = [ten, many].flatMap((timing) => {
      const ours = find(OURS, timing.k)?.mean ?? 0;
      const times = [timing.mean, timing.median, timing.p99].map((each) => formatValue(each));
      return [times.join(", "), (timing.mean / ours).toFixed(1)];
    });
    const { buildSeconds = 0, indexBytes = 0, peakBytes = 0 } = ten;
    const costs = [buildSeconds, indexBytes / 1e6, peakBytes / 1e6];
    return [[ENGINES[engine] ?? "Termwise", ...cells, ...costs.map((each) => each.toFixed(0))]];
  });
  const { documents = 0 } = timings[0] ?? {};
  return renderMarkdown({
    header: [
      ...[`${documents.toLocaleString("en")} documents`, "k = 10, µs", "times ours"],
      ...["k = 1000, µs", "times ours", "build time, s", "index, MB", "peak memory, MB"],
    ],
    rows,
    words: [0],
  });
}

function hasNative(timings: readonly SearchTiming[]): boolean {
  return timings.some(({ engine }) => NATIVE.includes(engine));
}

/** Engines on collections of their own, by the last run that has the engine. */
export function renderCollectionsTable(
  files: BenchmarkFiles,
  collections: readonly string[],
): string {
  const all = collections.map((name) => readRuns(files, name).flatMap(compareEngines));
  const engines = Object.keys(ENGINES).filter((engine) =>
    all.some((pairs) => pairs.some(({ timing }) => timing.engine === engine)),
  );
  const rows = engines.map((engine) => [
    ENGINES[engine] ?? engine,
    ...all.flatMap((pairs) =>
      [10, 1000].flatMap((k) => {
        const last = pairs.findLast(({ timing }) => timing.engine === engine && timing.k === k);
        if (last === undefined) return ["", "", ""];
        const { timing, ours } = last;
        return [
          formatValue(timing.mean),
          formatValue(ours.mean),
          formatValue(timing.mean / ours.mean),
        ];
      }),
    ),
  ]);
  const columns = collections.flatMap((name) =>
    [10, 1000].flatMap((k) => [`${name}, k = ${k}`, "Termwise", "times ours"]),
  );
  return renderMarkdown({ header: ["mean µs per query", ...columns], rows, words: [0] });
}

/** The cost of building an index, if a run built one, and the peak memory of the process. */
export function renderBuildTable(files: BenchmarkFiles, collection: string): string {
  const built = readRuns(files, collection)
    .flat()
    .filter(({ buildSeconds = 0 }) => buildSeconds > 0);
  const rows = [OURS, ...Object.keys(ENGINES)].flatMap((engine) => {
    const last = built.findLast((each) => each.engine === engine);
    if (last === undefined) return [];
    const { buildSeconds = 0, indexBytes = 0, peakBytes = 0 } = last;
    const size = indexBytes === 0 ? "in memory" : (indexBytes / 1e6).toFixed(1);
    const name = ENGINES[engine] ?? "Termwise";
    return [[name, buildSeconds.toFixed(1), size, (peakBytes / 1e6).toFixed(0)]];
  });
  return renderMarkdown({
    header: ["", "build time, s", "index files, MB", "peak memory, MB"],
    rows,
    words: [0],
  });
}

function readRuns(files: BenchmarkFiles, collection: string): readonly (readonly SearchTiming[])[] {
  return readResults<readonly SearchTiming[]>(files, `search-${collection}`);
}

function formatValue(value: number): string {
  const digits = value < 10 ? 1 : 0;
  return Number(value.toFixed(digits)).toLocaleString("en", { minimumFractionDigits: digits });
}

function renderMarkdown(data: Table): string {
  return data.rows.length === 0 ? "No result is stored." : renderTable(data, "markdown");
}

/** The speed rows of the README's table, from bench/results. Engines are compared within one run only. */

import { type BenchmarkFiles, findNewestResult } from "./benchmark-files.ts";

/** The searches of one engine. In a file, the peers of a run follow our own entry. */
interface SearchTiming {
  readonly engine: string;
  readonly documents: number;
  readonly k: number;
  /** Microseconds per query. */
  readonly mean: number;
}

interface TrainingTimings {
  readonly machine: string;
  readonly results: readonly {
    readonly task: string;
    readonly engine: string;
    readonly ms: number;
  }[];
}

const OURS = "termwise";
const PEERS: Readonly<Record<string, string>> = {
  tantivy: "Tantivy",
  lucene: "Lucene",
  pisa: "PISA",
};
const RERANKING = "knrm re-ranking 1,000";

/** Compares search and re-ranking with other engines. Omits a row when no file has both sides. */
export function createSpeedRows(files: BenchmarkFiles): string[][] {
  return [...createSearchRow(files), ...createRerankingRow(files)];
}

function createSearchRow(files: BenchmarkFiles): string[][] {
  const timings = findNewestResult<readonly SearchTiming[]>(files, "search", (all) =>
    all.some(({ engine }) => engine in PEERS),
  );
  if (timings === undefined) return [];
  const documents = Math.max(...timings.map((each) => each.documents));
  const ten = timings.filter((each) => each.documents === documents && each.k === 10);
  const ratios = ten.flatMap(({ engine, mean }, i) => {
    const peer = PEERS[engine];
    const ours = ten.slice(0, i).findLast((each) => each.engine === OURS);
    return peer === undefined || ours === undefined
      ? []
      : [{ peer, ratio: mean / ours.mean, ours: ours.mean }];
  });
  const own = ratios.reduce((sum, { ours }) => sum + ours, 0) / ratios.length / 1000;
  const [first, ...others] = [...ratios].sort((a, b) => a.ratio - b.ratio);
  if (first === undefined) return [];
  const beside = [
    `${first.peer} takes ${first.ratio.toFixed(1)} times as long`,
    ...others.map(({ peer, ratio }) => `${peer} ${ratio.toFixed(1)} times`),
  ];
  return [
    [
      "**Fast search**",
      `Exact BM25 finds the best 10 of ${documents.toLocaleString("en")} documents in ${own.toFixed(2)} ms on average on one thread. Measured in the same runs, ${beside.join(", ")}`,
      "`npm run bench -- search`, [performance.md](docs/performance.md)",
    ],
  ];
}

function createRerankingRow(files: BenchmarkFiles): string[][] {
  const timings = findNewestResult<TrainingTimings>(files, "train", ({ results }) =>
    results.some(({ engine }) => engine.startsWith("PyTorch")),
  );
  const findMs = (engine: string): number | undefined =>
    timings?.results.find((each) => each.task === RERANKING && each.engine === engine)?.ms;
  const [ours, theirs] = [findMs("termwise wasm"), findMs("PyTorch, padded")];
  if (ours === undefined || theirs === undefined) return [];
  return [
    [
      "**Fast re-ranking**",
      `KNRM, a small neural model, re-ranks 1,000 documents in ${ours.toFixed(1)} ms on 2 threads; PyTorch takes ${(theirs / ours).toFixed(1)} times as long`,
      "`npm run bench -- train`, [tensor.md](docs/tensor.md)",
    ],
  ];
}

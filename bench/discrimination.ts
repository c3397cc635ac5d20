/**
 * What a pruned index saves: postings, bytes, time to build and time per query,
 * full against pruned, for the three models that weights are learned for
 * (Tables 1 and 3 of Frej et al., SIGIR 2020). No stop list.
 *
 * Weights are learned on the training queries, or on all where there are no
 * others, since it is cost that is measured here, not quality. The mix of a
 * million documents has no judgements: it takes the weights learned on WordNet,
 * and a word that WordNet does not have counts 1. Both indexes are searched in
 * turns by the same code, ten documents a query on one thread, and the median
 * of the rounds counts. `TAAT` scores every posting; `exact` is the engine's
 * own search, which skips what cannot be among the best.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench:discrimination -- wordnet nfcorpus mix
 */

import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { dataPackage } from "../experiments/data-package.ts";
import { tdvSpeed } from "../src/analysis/experiments/tdv-speed.ts";
import { openTdvWorkload, type TdvWorkload } from "../src/analysis/experiments/tdv-workload.ts";
import {
  ExperimentRequest,
  type ExperimentSurroundings,
  renderTable,
} from "../src/analysis/index.ts";
import {
  type LearnedWeights,
  learnWeights,
  MODELS,
  type ModelName,
} from "../src/discrimination/index.ts";
import {
  buildIndex,
  type IndexFigures,
  IndexSnapshot,
  indexFigures,
  writePrunedIndex,
} from "../src/index/index.ts";
import { weightedView } from "../src/index/weighted-view.ts";
import { ranker as rankerOf, Searcher, termAtATime } from "../src/ranking/index.ts";
import { MemoryDirectory } from "../src/storage/memory-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { openAnalyzer } from "../src/text/index.ts";
import { mixDocuments } from "./search-workload.ts";

const MIX_DOCUMENTS = 1_003_191;
const USUAL: Readonly<Record<ModelName, string>> = {
  bm25: "bm25(preset=tdv)",
  lm: "lm(preset=tdv)",
  tfidf: "tfidf(form=tdv)",
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string", default: MODELS.join(" ") },
    queries: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    share: { type: "string", default: "1" },
  },
});
const surroundings: ExperimentSurroundings = {
  files: new NodeFiles(),
  collections: process.env.TERMWISE_COLLECTIONS,
  findPackage: dataPackage,
  clock: () => performance.now(),
  progress: () => {},
};
const workloads = new Map<string, Promise<TdvWorkload>>();
for (const source of positionals) await report(source);

async function report(source: string): Promise<void> {
  const learnedFrom = await workload(source === "mix" ? "wordnet" : source);
  const { snapshot, queries, seconds } =
    source === "mix"
      ? await mix(Math.round(Number(values.share) * MIX_DOCUMENTS))
      : { snapshot: learnedFrom.snapshot, queries: termsOf(learnedFrom), seconds: undefined };
  const rows: string[][] = [];
  for (const model of values.models.split(" ") as ModelName[]) {
    rows.push(await row(model, snapshot, queries, await learned(model, learnedFrom)));
  }
  const built = seconds === undefined ? "" : `, built in ${seconds.toFixed(1)} s`;
  console.log(`### ${source}: ${snapshot.documentCount} documents${built}\n`);
  const header = [
    ...["model", "learning", "postings", "terms", "list bytes", "index bytes", "pruning"],
    ...["TAAT full", "pruned", "faster", "exact full", "pruned", "faster"],
  ];
  console.log(`${renderTable({ header, rows, words: [0] }, "markdown")}\n`);
}

async function row(
  model: ModelName,
  full: IndexSnapshot,
  queries: readonly (readonly string[])[],
  { weights, ranker, seconds }: LearnedWeights & { seconds: number },
): Promise<string[]> {
  const target = new MemoryDirectory();
  const begun = performance.now();
  await writePrunedIndex(full, target, weights, { ranker });
  const pruning = (performance.now() - begun) / 1000;
  const pruned = await IndexSnapshot.open(target);
  const [before, after] = [indexFigures(full), indexFigures(pruned)];
  const cells = [
    model,
    `${seconds.toFixed(1)} s`,
    ...[
      [before.postings, after.postings],
      [before.terms, after.terms],
      [listBytes(before), listBytes(after)],
      [before.bytes, after.bytes],
    ].map(([one = 0, other = 0]) => `${(100 * (other / one - 1)).toFixed(1)} %`),
    `${pruning.toFixed(1)} s`,
    ...(await inTurns(
      () => exhaustive(full, USUAL[model], queries),
      () => exhaustive(pruned, ranker, queries),
    )),
    ...(await inTurns(exact(full, USUAL[model], queries), exact(pruned, ranker, queries))),
  ];
  await pruned.close();
  return cells;
}

function listBytes({ bytesByKind: kinds }: IndexFigures): number {
  return (kinds.terms ?? 0) + (kinds.postings ?? 0) + (kinds.weights ?? 0);
}

/** Milliseconds a query when every posting is scored. */
async function exhaustive(
  snapshot: IndexSnapshot,
  name: string,
  queries: readonly (readonly string[])[],
): Promise<number> {
  const view = weightedView(snapshot);
  const ranker = rankerOf(name);
  const prepared = await Promise.all(queries.map((terms) => ranker.prepare(view, terms)));
  const begun = performance.now();
  for (const query of prepared) termAtATime(view, query, { top: 10 });
  return (performance.now() - begun) / queries.length;
}

/** The same by the engine's own search, to be called again and again. */
function exact(
  snapshot: IndexSnapshot,
  ranker: string,
  queries: readonly (readonly string[])[],
): () => Promise<number> {
  const searcher = new Searcher(snapshot);
  return async () => {
    const begun = performance.now();
    for (const terms of queries) await searcher.rank(terms, { ranker, top: 10 });
    return (performance.now() - begun) / queries.length;
  };
}

/** The medians of two measurements made in turns, after one round to warm up, and their ratio. */
async function inTurns(
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<string[]> {
  const rounds: [number[], number[]] = [[], []];
  const count = Number(values.rounds);
  for (let round = 0; round <= count; round++) {
    const [a, b] = [await one(), await other()];
    if (round === 0) continue;
    rounds[0].push(a);
    rounds[1].push(b);
  }
  const [a = 0, b = 0] = rounds.map((times) => times.sort((x, y) => x - y)[count >> 1]);
  return [`${a.toFixed(3)} ms`, `${b.toFixed(3)} ms`, `${(a / b).toFixed(2)}×`];
}

async function learned(
  model: ModelName,
  { snapshot, vectors, split, test }: TdvWorkload,
): Promise<LearnedWeights & { seconds: number }> {
  const begun = performance.now();
  const validation = split?.validation ?? test;
  const weights = await learnWeights(snapshot, vectors, split?.training ?? test, {
    model,
    validation,
    withoutVector: "bias",
  });
  return { ...weights, seconds: (performance.now() - begun) / 1000 };
}

function workload(collection: string): Promise<TdvWorkload> {
  const known = workloads.get(collection);
  if (known !== undefined) return known;
  const request = new ExperimentRequest(tdvSpeed, collection);
  const opened = openTdvWorkload(request, "none", surroundings);
  workloads.set(collection, opened);
  return opened;
}

function termsOf({ test }: TdvWorkload): (readonly string[])[] {
  return test.queries.slice(0, Number(values.queries)).map(({ terms }) => terms);
}

/** The large mix, indexed in memory, and the first of its real queries. */
async function mix(
  count: number,
): Promise<{ snapshot: IndexSnapshot; queries: (readonly string[])[]; seconds: number }> {
  const collections = process.env.TERMWISE_COLLECTIONS;
  if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS must be set");
  const analysis = { stopWords: "none" } as const;
  const directory = new MemoryDirectory();
  const begun = performance.now();
  const options = { analysis, forward: false, stored: false };
  await buildIndex(directory, mixDocuments(collections, count), options);
  const seconds = (performance.now() - begun) / 1000;
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  const queries: (readonly string[])[] = [];
  const input = createReadStream(join(collections, "large/queries.tsv"));
  for await (const line of createInterface({ input })) {
    if (queries.length === Number(values.queries)) break;
    queries.push(analyzer.terms(line.slice(line.indexOf("\t") + 1)));
  }
  return { snapshot, queries, seconds };
}

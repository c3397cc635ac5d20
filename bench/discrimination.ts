/**
 * What a pruned index saves: postings, bytes, time to build and time per query,
 * full against pruned, for the three models that weights are learned for
 * (Tables 1 and 3 of Frej et al., SIGIR 2020). No stop list.
 *
 * Both indexes are searched in turns by the same code, ten documents per query on
 * one thread, and the median of the rounds counts. `TAAT` scores every posting,
 * one term after another; `MaxScore` is the engine's own exact search, which
 * skips what cannot be among the best. Beside them stands how many postings and
 * terms of the queries are left, which is what exhaustive search has to gain.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench -- discrimination wordnet nfcorpus mix
 * `--learn` only learns; indexes and weights are kept in .build/discrimination.
 */

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { renderTable } from "../src/analysis/index.ts";
import { MODELS, type ModelName } from "../src/discrimination/index.ts";
import {
  computeIndexStatistics,
  IndexSnapshot,
  type IndexStatistics,
  writePrunedIndex,
} from "../src/index/index.ts";
import { withTermWeights } from "../src/index/weights/weighted-view.ts";
import { ranker as rankerOf, Searcher } from "../src/ranking/index.ts";
import { termAtATime } from "../src/ranking/traversal/term-at-a-time.ts";
import { MemoryDirectory } from "../src/storage/memory-directory.ts";
import {
  type CachedWeights,
  type FullIndex,
  loadWeights,
  openFullIndex,
} from "./discrimination-workload.ts";

const ROOT = join(import.meta.dirname, "../..");
const FOLDER = join(ROOT, ".build/discrimination");
const USUAL: Readonly<Record<ModelName, string>> = {
  bm25: "bm25(preset=tdv)",
  lm: "lm(preset=tdv)",
  tfidf: "tfidf(form=raw-tf)",
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    models: { type: "string", default: MODELS.join(" ") },
    lambda: { type: "string", default: "0.0003" },
    epochs: { type: "string", default: "4" },
    queries: { type: "string", default: "200" },
    rounds: { type: "string", default: "5" },
    learn: { type: "boolean", default: false },
  },
});
const models = values.models.split(" ") as ModelName[];
const how = { lambda: Number(values.lambda), epochs: Number(values.epochs) };

for (const source of positionals) {
  const learned: [ModelName, CachedWeights][] = [];
  for (const model of models) {
    learned.push([model, await loadWeights(FOLDER, source, model, how)]);
  }
  if (values.learn) continue;
  const full = await openFullIndex(FOLDER, source, Number(values.queries));
  const rows: Row[] = [];
  for (const [model, weights] of learned) rows.push(await measureRow(source, model, full, weights));
  await full.snapshot.close();
  show(source, full, rows);
  store(rows);
}

interface Pair {
  readonly full: number;
  readonly pruned: number;
}

/** One model on one collection. Times of queries are in milliseconds, others in seconds. */
interface Row {
  readonly collection: string;
  readonly documents: number;
  readonly model: ModelName;
  readonly lambda: number;
  readonly learning: number;
  readonly building: Pair;
  readonly postings: Pair;
  readonly terms: Pair;
  readonly listBytes: Pair;
  readonly bytes: Pair;
  readonly queryTerms: Pair;
  readonly queryPostings: Pair;
  readonly taat: Pair;
  readonly maxScore: Pair;
}

async function measureRow(
  collection: string,
  model: ModelName,
  { snapshot: full, queries, seconds: building }: FullIndex,
  { weights, ranker, lambda, seconds: learning }: CachedWeights,
): Promise<Row> {
  const target = new MemoryDirectory();
  const begun = performance.now();
  await writePrunedIndex(full, target, weights, { ranker });
  const pruning = (performance.now() - begun) / 1000;
  const pruned = await IndexSnapshot.open(target);
  const both = [
    { snapshot: full, ranker: USUAL[model], queries },
    { snapshot: pruned, ranker, queries },
  ] as const;
  const figures = both.map(({ snapshot }) => computeIndexStatistics(snapshot)) as [
    IndexStatistics,
    IndexStatistics,
  ];
  const counts = both.map(countQueryPostings) as [QueryCounts, QueryCounts];
  const row = {
    ...{ collection, documents: full.documentCount, model, lambda, learning },
    building: { full: building, pruned: pruning },
    postings: toPair(figures, ({ postings }) => postings),
    terms: toPair(figures, ({ terms }) => terms),
    listBytes: toPair(figures, sumListBytes),
    bytes: toPair(figures, ({ bytes }) => bytes),
    queryTerms: toPair(counts, ({ terms }) => terms),
    queryPostings: toPair(counts, ({ postings }) => postings),
    taat: await measureInTurns(createExhaustiveRun(both[0]), createExhaustiveRun(both[1])),
    maxScore: await measureInTurns(createExactRun(both[0]), createExactRun(both[1])),
  };
  await pruned.close();
  return row;
}

function toPair<T>([full, pruned]: readonly [T, T], of: (each: T) => number): Pair {
  return { full: of(full), pruned: of(pruned) };
}

function sumListBytes({ bytesByKind: kinds }: IndexStatistics): number {
  return (kinds.terms ?? 0) + (kinds.postings ?? 0) + (kinds.weights ?? 0);
}

interface SearchSetup {
  readonly snapshot: IndexSnapshot;
  readonly ranker: string;
  readonly queries: readonly (readonly string[])[];
}

/** Means over the queries. */
interface QueryCounts {
  readonly terms: number;
  readonly postings: number;
}

function countQueryPostings({ snapshot, queries }: SearchSetup): QueryCounts {
  let [terms, postings] = [0, 0];
  for (const term of queries.flatMap((query) => [...new Set(query)])) {
    const documentFrequency = withTermWeights(snapshot).term(term)?.documentFrequency ?? 0;
    postings += documentFrequency;
    if (documentFrequency > 0) terms++;
  }
  return { terms: terms / queries.length, postings: postings / queries.length };
}

/** Milliseconds per query when every posting is scored. */
function createExhaustiveRun({
  snapshot,
  ranker: name,
  queries,
}: SearchSetup): () => Promise<number> {
  const view = withTermWeights(snapshot);
  const ranker = rankerOf(name);
  return async () => {
    const prepared = await Promise.all(queries.map((terms) => ranker.prepare(view, terms)));
    const begun = performance.now();
    for (const query of prepared) termAtATime(view, query, { top: 10 });
    return (performance.now() - begun) / queries.length;
  };
}

/** The same by the engine's own search. */
function createExactRun({ snapshot, ranker, queries }: SearchSetup): () => Promise<number> {
  const searcher = new Searcher(snapshot);
  return async () => {
    const begun = performance.now();
    for (const terms of queries) await searcher.rank(terms, { ranker, top: 10 });
    return (performance.now() - begun) / queries.length;
  };
}

/** The medians of two measurements made in turns, after one round to warm up. */
async function measureInTurns(
  one: () => Promise<number>,
  other: () => Promise<number>,
): Promise<Pair> {
  const rounds: [number[], number[]] = [[], []];
  const count = Number(values.rounds);
  for (let round = 0; round <= count; round++) {
    const [a, b] = [await one(), await other()];
    if (round === 0) continue;
    rounds[0].push(a);
    rounds[1].push(b);
  }
  const [full = 0, pruned = 0] = rounds.map((times) => times.sort((x, y) => x - y)[count >> 1]);
  return { full, pruned };
}

function show(source: string, { snapshot, seconds }: FullIndex, rows: readonly Row[]): void {
  const change = ({ full, pruned }: Pair): string => `${(100 * (pruned / full - 1)).toFixed(1)} %`;
  const times = ({ full, pruned }: Pair): string[] => [
    full.toFixed(3),
    pruned.toFixed(3),
    `${(full / pruned).toFixed(2)}×`,
  ];
  const header = [
    ...["model", "lambda", "postings", "list bytes", "index bytes", "learning", "pruning"],
    ...["query terms", "query postings"],
    ...["TAAT full", "pruned", "faster", "MaxScore full", "pruned", "faster"],
  ];
  const cells = rows.map((row) => [
    ...[row.model, String(row.lambda), change(row.postings), change(row.listBytes)],
    ...[change(row.bytes), `${row.learning.toFixed(1)} s`, `${row.building.pruned.toFixed(1)} s`],
    ...[change(row.queryTerms), change(row.queryPostings)],
    ...[...times(row.taat), ...times(row.maxScore)],
  ]);
  console.log(
    `### ${source}: ${snapshot.documentCount} documents, built in ${seconds.toFixed(1)} s\n`,
  );
  console.log(`${renderTable({ header, rows: cells, words: [0] }, "markdown")}\n`);
}

/** Adds rows to the day's results; a row of the same collection and model gives way. */
function store(rows: readonly Row[]): void {
  mkdirSync(join(ROOT, "bench/results"), { recursive: true });
  const date = new Date().toISOString().slice(0, 10);
  const file = join(ROOT, `bench/results/discrimination-${date}.json`);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Row[]) : [];
  const others = before.filter(
    (old) => !rows.some((row) => row.collection === old.collection && row.model === old.model),
  );
  writeFileSync(file, `${JSON.stringify([...others, ...rows], null, 2)}\n`);
}

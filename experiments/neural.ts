/**
 * How good neural rankers are at re-ranking BM25, with several seeds.
 *
 * Each model is trained on train. Dev chooses which step is kept and how deep
 * to re-rank; test is looked at once a seed. Paired two-sided t tests on the
 * test queries, by the mean of a query over the seeds. BM25 with idf from
 * collection frequency stands beside BM25, for it is the stronger of the two
 * on short texts.
 *
 * What a seed gave is kept under --out and not trained again, so that an
 * experiment can be broken off, or grow by a model or a seed; --report trains
 * nothing and shows what is there.
 *
 * Run: npm run experiment:neural -- --collection wordnet --models knrm,s-knrm --seeds 5
 */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Split } from "../src/collection/index.ts";
import { openVectors } from "../src/embeddings/index.ts";
import { evaluate, type MeasureSetting, parseMeasure } from "../src/evaluation/index.ts";
import { buildIndex, IndexSnapshot } from "../src/index/index.ts";
import {
  type Candidates,
  findCandidates,
  judgedQueries,
  type Ranker,
  ranker,
  Searcher,
} from "../src/ranking/index.ts";
import { Reranker, termSalience } from "../src/reranking/index.ts";
import {
  type KnownVocabulary,
  knownVocabulary,
  type TrainedModel,
  wordsWithVectors,
} from "../src/scoring/index.ts";
import { MemoryDirectory } from "../src/storage/memory-directory.ts";
import { NodeFiles } from "../src/storage/node-files.ts";
import { wasmBackend } from "../src/tensor/index.ts";
import { type Analyzer, openAnalyzer } from "../src/text/index.ts";
import { trainRanker } from "../src/training/index.ts";
import { dataPackage } from "./data-package.ts";
import {
  COLLECTIONS,
  type ExperimentCollection,
  openExperimentCollection,
} from "./neural-collections.ts";
import { mean, type Outcome, outcomeTable } from "./outcome-table.ts";

const TOP = 100;
const VALIDATION_QUERIES = 1000;

/** A collection with everything that training and testing need of it. */
interface Bench {
  readonly collection: ExperimentCollection;
  readonly measure: MeasureSetting;
  readonly snapshot: IndexSnapshot;
  readonly analyzer: Analyzer;
  /** Candidates of the test queries by any ranker. */
  testedBy(ranker: string | Ranker): Promise<readonly Candidates[]>;
  readonly words: KnownVocabulary;
  readonly train: readonly Candidates[];
  readonly dev: readonly Candidates[];
  readonly test: readonly Candidates[];
}

const { values: given } = parseArgs({
  options: {
    collection: { type: "string", default: "wordnet" },
    models: { type: "string", default: "knrm,s-knrm" },
    seeds: { type: "string", default: "5" },
    vectors: { type: "string", default: "wink" },
    threads: { type: "string", default: "2" },
    report: { type: "boolean", default: false },
    out: { type: "string", default: ".termwise/experiments/neural" },
  },
});
const begun = performance.now();
const found = COLLECTIONS.find(({ name }) => name === given.collection);
if (found === undefined) throw new Error(`there is no experiment on ${given.collection}`);
await report(found, given.models.split(","), Number(given.seeds));

async function report(
  collection: ExperimentCollection,
  models: readonly string[],
  seeds: number,
): Promise<void> {
  const folder = join(given.out, collection.name);
  await mkdir(folder, { recursive: true });
  const measure = parseMeasure(collection.measure);
  const directory = new MemoryDirectory();
  const opened = await openExperimentCollection(collection.name);
  await buildIndex(directory, opened.documents(), { analysis: {} });
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  const searcher = new Searcher(snapshot, { analyzer });
  const { vectors } = await openVectors(new NodeFiles(), given.vectors, {
    findPackage: dataPackage,
  });
  const words = await knownVocabulary(snapshot, analyzer, { vectors });
  say(`${words.vocabulary.words.length} words, ${wordsWithVectors(words)} with vectors`);

  const splits = await collection.splits(opened);
  const [train, dev, test] = splits as [Split, Split, Split];
  const ranked = (split: Split, most: number, by: string | Ranker) =>
    findCandidates(searcher, judgedQueries(split, { most }), split.judgements, {
      ranker: by,
      top: TOP,
      among: collection.among ?? "index",
    });
  const { firstStage } = collection;
  const bench: Bench = {
    ...{ collection, measure, snapshot, analyzer, words },
    testedBy: (by) => ranked(test, Infinity, by),
    train: await ranked(train, Infinity, firstStage),
    dev: await ranked(dev, VALIDATION_QUERIES, firstStage),
    test: await ranked(test, Infinity, firstStage),
  };
  say(`${bench.train.length} train, ${bench.dev.length} dev, ${bench.test.length} test queries`);

  const systems = new Map<string, readonly number[]>();
  const byCf = withOption(firstStage, "idf=cf");
  systems.set(firstStage, valuesOf(bench.test, snapshot, measure));
  systems.set(byCf, valuesOf(await bench.testedBy(byCf), snapshot, measure));
  const perSeed = new Map<string, Outcome[]>();
  for (let seed = 1; seed <= seeds; seed++) {
    for (const model of models) {
      const file = join(folder, `${model}-${seed}.json`);
      const outcome = await keptOutcome(
        file,
        given.report ? undefined : () => outcomeOf(bench, model, seed),
      );
      if (outcome === undefined) continue;
      perSeed.set(model, [...(perSeed.get(model) ?? []), outcome]);
      const shown = `dev ${outcome.dev.toFixed(4)} at depth ${outcome.depth} after ${outcome.steps} steps`;
      say(`${model} seed ${seed}: ${shown}, test ${mean(outcome.test).toFixed(4)}`);
    }
  }
  const overSeeds = (rows: readonly (readonly number[])[]): readonly number[] =>
    bench.test.map((_, i) => mean(rows.map((values) => values[i] as number)));
  for (const [model, outcomes] of perSeed) {
    systems.set(model, overSeeds(outcomes.map(({ test: values }) => values)));
    for (const [key, symbol] of [["lent", "γ"] as const, ["lentGate", "salc"] as const]) {
      const lent = outcomes.flatMap(({ [key]: values }) => (values === undefined ? [] : [values]));
      if (lent.length > 0) systems.set(`BM25, ${symbol} of ${model}`, overSeeds(lent));
    }
  }
  console.log(`\n${outcomeTable(systems, perSeed, [firstStage, byCf], collection.measure)}`);
  await snapshot.close();
}

async function keptOutcome(
  file: string,
  make: (() => Promise<Outcome>) | undefined,
): Promise<Outcome | undefined> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Outcome;
  } catch {
    if (make === undefined) return undefined;
    const outcome = await make();
    await writeFile(file, JSON.stringify(outcome));
    return outcome;
  }
}

async function outcomeOf(bench: Bench, model: string, seed: number): Promise<Outcome> {
  const { collection, snapshot, analyzer, words, measure } = bench;
  const isWhole = collection.among === "judged";
  const choice = collection.models?.[model] ?? {};
  const threads = Number(given.threads);
  const start = performance.now();
  const trained = await trainRanker(wasmBackend({ threads }), snapshot, analyzer, {
    ...{ model: choice.model ?? model, words, measure, firstStage: collection.firstStage },
    options: choice.options ?? {},
    examples: bench.train,
    sampling: collection.sampling,
    validation: bench.dev,
    deepest: TOP,
    ...(isWhole ? { shallowest: TOP } : {}),
    settings: { ...collection.settings, ...choice.settings, seed },
  });
  const seconds = (performance.now() - start) / 1000;
  const reranker = await Reranker.open(wasmBackend({ threads }), trained, snapshot, analyzer);
  const orders: Candidates[] = [];
  for (const each of bench.test) {
    const hits = { documents: each.documents, scores: each.scores, isPartial: false };
    orders.push({ ...each, ...(await reranker.rerank(each.query.text, hits)) });
  }
  await reranker.close();
  const { depth = 0, training } = trained.description;
  const kept = training?.periods[training.kept];
  const steps = kept?.steps ?? 0;
  const test = valuesOf(orders, snapshot, measure);
  const lent = await lentSalience(bench, trained);
  return { dev: kept?.value ?? 0, depth, steps, seconds, test, ...lent };
}

/** What the first stage gains or loses by the salience of a model in the place of idf. */
async function lentSalience(
  { collection, measure, snapshot, testedBy }: Bench,
  trained: TrainedModel,
): Promise<Pick<Outcome, "lent" | "lentGate">> {
  if (trained.model.salience === undefined) return {};
  const terms = await termSalience(wasmBackend(), trained);
  const valuesWith = async (part: "gamma" | "salc"): Promise<readonly number[]> => {
    const table = new Map(terms.map((term) => [term.term, term[part]]));
    const name = withOption(collection.firstStage, "salience=learned");
    const weighed = ranker(name, { tables: new Map([["learned", table]]) });
    return valuesOf(await testedBy(weighed), snapshot, measure);
  };
  return { lent: await valuesWith("gamma"), lentGate: await valuesWith("salc") };
}

/** `bm25(b=1)` with `k1=1` is `bm25(b=1,k1=1)`. */
function withOption(name: string, option: string): string {
  return name.endsWith(")") ? `${name.slice(0, -1)},${option})` : `${name}(${option})`;
}

/** The measure of every query with the ranking it has. */
function valuesOf(
  queries: readonly Candidates[],
  snapshot: IndexSnapshot,
  measure: MeasureSetting,
): readonly number[] {
  const judgements = new Map(queries.map(({ query, judged }) => [query.id, judged]));
  const rankings = queries.map(({ query, documents, scores }) => {
    const ids = Array.from(documents, (document) => snapshot.id(document));
    return [query.id, { documents: ids, scores }] as const;
  });
  const run = { name: "run", rankings: new Map(rankings) };
  const ids = queries.map(({ query }) => query.id);
  return [...(evaluate(run, judgements, [measure], { queries: ids }).measures[0]?.perQuery ?? [])];
}

function say(text: string): void {
  console.log(`${((performance.now() - begun) / 1000).toFixed(0)} s: ${text}`);
}

/** Trains one model with one seed and measures it on every test query. */

import type { Progress } from "../src/common/progress.ts";
import { evaluate, type MeasureSetting } from "../src/evaluation/index.ts";
import type { IndexSnapshot } from "../src/index/index.ts";
import { type Candidates, ranker } from "../src/ranking/index.ts";
import { Reranker, termSalience } from "../src/reranking/index.ts";
import type { TrainedModel } from "../src/scoring/index.ts";
import { wasmBackend } from "../src/tensor/index.ts";
import { trainRanker } from "../src/training/index.ts";
import { FIRST_STAGE_TOP, type NeuralWorkload } from "./neural-workload.ts";
import type { Outcome } from "./outcome-table.ts";

export interface SeedOptions {
  readonly seed: number;
  readonly threads: number;
  /** Milliseconds since some moment. */
  clock(): number;
  readonly progress: Progress;
}

export async function seedOutcome(
  workload: NeuralWorkload,
  model: string,
  { seed, threads, clock, progress }: SeedOptions,
): Promise<Outcome> {
  const { collection, snapshot, analyzer, words, measure } = workload;
  const isWhole = collection.among === "judged";
  const choice = collection.models?.[model] ?? {};
  const start = clock();
  const trained = await trainRanker(wasmBackend({ threads }), snapshot, analyzer, {
    ...{ model: choice.model ?? model, words, measure, firstStage: collection.firstStage },
    options: choice.options ?? {},
    examples: workload.train,
    sampling: collection.sampling,
    validation: workload.dev,
    deepest: FIRST_STAGE_TOP,
    ...(isWhole ? { shallowest: FIRST_STAGE_TOP } : {}),
    settings: { ...collection.settings, ...choice.settings, seed },
    progress,
  });
  const seconds = (clock() - start) / 1000;
  const reranker = await Reranker.open(wasmBackend({ threads }), trained, snapshot, analyzer);
  const orders: Candidates[] = [];
  for (const each of workload.test) {
    const hits = { documents: each.documents, scores: each.scores, isPartial: false };
    orders.push({ ...each, ...(await reranker.rerank(each.query.text, hits)) });
  }
  await reranker.close();
  const { depth = 0, training } = trained.description;
  const kept = training?.periods[training.kept];
  const steps = kept?.steps ?? 0;
  const test = valuesOf(orders, snapshot, measure);
  const lent = await lentSalience(workload, trained);
  return { dev: kept?.value ?? 0, depth, steps, seconds, test, ...lent };
}

/** The first stage with the salience of a model in the place of idf. */
async function lentSalience(
  { collection, measure, snapshot, testedBy }: NeuralWorkload,
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
export function withOption(name: string, option: string): string {
  return name.endsWith(")") ? `${name.slice(0, -1)},${option})` : `${name}(${option})`;
}

/** The measure of every query with the ranking it has. */
export function valuesOf(
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

/**
 * Learns a query-side and a document-side weight for each term of an index from
 * judged queries: tune the plain model, learn from its best documents, choose by
 * cross-validation, keep the tuned model where that shows no gain, and find out
 * how many postings the index can do without.
 *
 * The same seed gives the same weights, whatever the number of threads.
 */

import type { Query } from "../collection/document.ts";
import type { Judgements } from "../collection/run.ts";
import { badArgument } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { openWorkerPool, type ThreadModule, type WorkerPool } from "../common/threads/index.ts";
import type { Embeddings } from "../embeddings/word-vectors.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import type { IndexSnapshot } from "../index/snapshots/index.ts";
import type { PruningRule, TermWeights } from "../index/weights/index.ts";
import { openAnalyzer } from "../text/analyzer.ts";
import { assignInnerFolds, type InnerValidation, validatePenalties } from "./inner-validation.ts";
import { type LearningData, prepareLearningData } from "./learning-data.ts";
import { createLearningReport, type LearningReport } from "./learning-report.ts";
import { createPoolModel } from "./pool-model.ts";
import { computePoolNdcg } from "./pool-ndcg.ts";
import { choosePruning, computePruningThreshold, type PruningChoice } from "./pruning-choice.ts";
import type { QueryJudgements } from "./query-judgements.ts";
import type { LengthCounting } from "./tune-model.ts";
import type { Fit, FitData, FitRequest } from "./weight-fit.ts";
import {
  createTunedWeights,
  createWeightedSettings,
  toTermWeights,
  type WeightedSetting,
} from "./weight-table.ts";
import { checkModel, formatRanker } from "./weighted-model.ts";

/** Queries that are learned from at most, drawn by the random seed: more cost time and gain little. */
const MAX_QUERIES = 3000;

/** What weights are learned from, and how. */
export interface TermWeightOptions {
  readonly queries: readonly Query[];
  readonly judgements: Judgements;
  /** `bm25` (the default), `lm` or `tfidf`. */
  readonly model?: string;
  /** The text fields to learn from, of an index that has fields; by default all text in order. */
  readonly fields?: FieldChoice | undefined;
  /** Word vectors in the order of the words' frequency. Without them weights come from statistics alone. */
  readonly vectors?: Embeddings | undefined;
  /** `auto` (the default): as many postings as unseen queries can do without; or the share to keep, 1 for all. */
  readonly keep?: "auto" | number;
  /**
   * Where a stop list is tuned: whether lengths count its words no more (`kept`,
   * the default), as in an index that is written anew, or stay as they are
   * (`index`), for weights that are applied to the index itself.
   */
  readonly lengths?: LengthCounting;
  /** Queries to learn from at most; default 3000. */
  readonly maxQueries?: number;
  readonly seed?: number;
  /** Threads that fit. The weights are the same for any number. Default 1. */
  readonly threads?: number;
  readonly progress?: Progress;
}

/** Learned weights with the record of how they came about. */
export interface LearnedWeighting {
  readonly weights: TermWeights;
  /** The ranker that the weights were learned for, with its parameters. */
  readonly ranker: string;
  /** Which postings a pruned index keeps: with a threshold of 0 all but those of stop words. */
  readonly rule: PruningRule;
  readonly report: LearningReport;
}

/** Learns how much each term of an index counts, from judged queries. */
export async function learnTermWeights(
  index: IndexSnapshot,
  options: TermWeightOptions,
): Promise<LearnedWeighting> {
  const { queries, judgements, vectors, seed = 1, threads = 1, progress = silent } = options;
  const { keep = "auto", maxQueries = MAX_QUERIES, lengths = "kept", fields } = options;
  const model = checkModel(options.model ?? "bm25");
  if (keep !== "auto" && !(keep > 0 && keep <= 1)) {
    throw badArgument(`the share of postings to keep must be above 0 and at most 1, got ${keep}`);
  }
  if (index.settings.pruning !== undefined || index.weights?.isTwoSided === false) {
    throw badArgument("the index has been pruned already: learn from the full one");
  }
  const queryJudgements = await analyzeQueries(index, queries, judgements);
  const data = await prepareLearningData(index, queryJudgements, {
    ...{ model, vectors, seed, maxQueries, lengths, fields },
  });
  const folds = assignInnerFolds(data.queries.length, seed);
  const workers = await openFitters(threads);
  try {
    const before = computeTunedGains(data.fit);
    const validation = await validatePenalties(data.fit, before, folds, workers, progress);
    const isGain = validation.gain > 0;
    const tuned = createTunedWeights(data);
    const points = isGain ? await fitFinalPoints(data.fit, validation, workers) : [];
    const [chosen = tuned, ...foldModels] = isGain
      ? createWeightedSettings(data, [points, ...validation.foldPoints])
      : [tuned, ...validation.foldPoints.map(() => tuned)];
    const pruning = chooseWeighting(data, keep, { tuned, chosen, folds, foldModels });
    const weights = toTermWeights(data, chosen);
    const report = createLearningReport({
      data,
      queryJudgements,
      validation,
      isGain,
      chosen,
      pruning,
      vectors,
    });
    const rule = createPruningRule(data, chosen, pruning);
    const ranker = formatRanker(chosen.setting, { weighted: true });
    return { weights, ranker, report, rule };
  } finally {
    await workers.close();
  }
}

/** Queries as the index's own terms. */
async function analyzeQueries(
  { settings }: IndexSnapshot,
  queries: readonly Query[],
  judgements: Judgements,
): Promise<QueryJudgements> {
  const analyzer = await openAnalyzer(settings.analysis);
  return {
    queries: queries.map((query) => ({ ...query, terms: analyzer.terms(query.text) })),
    judgements,
  };
}

const FITTING_THREADS: ThreadModule = {
  load: () => import("./weight-fit.ts"),
  worker: () => new Worker(new URL("./weight-fit-thread.js", import.meta.url), { type: "module" }),
  file: "./weight-fit-thread.js",
  base: import.meta.url,
};

function openFitters(threads: number): Promise<WorkerPool> {
  return openWorkerPool(FITTING_THREADS, threads > 1 ? threads : 0);
}

/** One fit on all queries for each penalty taken. */
async function fitFinalPoints(
  data: FitData,
  { trials, before }: InnerValidation,
  workers: WorkerPool,
): Promise<Float64Array[]> {
  const training = Uint32Array.from(before, (_, q) => q);
  const heldOut = new Uint32Array(0);
  const selected = trials.filter(({ isTaken }) => isTaken);
  const fits = await Promise.all(
    selected.map(({ lambda }) =>
      workers.run<Fit>("fitWeights", { data, lambda, training, heldOut } satisfies FitRequest),
    ),
  );
  return fits.map(({ point }) => point);
}

/** nDCG@10 of each query under the tuned model. */
function computeTunedGains({ pools, setting, statistics, slotSaliences }: FitData): Float64Array {
  const model = createPoolModel(pools, setting, statistics);
  const occurrences = new Float64Array(slotSaliences.length).fill(1);
  const slots = { saliences: slotSaliences, occurrences };
  const scores = new Float64Array(pools.rowDocuments.length);
  return Float64Array.from({ length: pools.queryCount }, (_, q) => {
    model.score(q, slots, scores);
    return computePoolNdcg(pools, q, scores);
  });
}

function chooseWeighting(
  data: LearningData,
  keep: "auto" | number,
  models: {
    readonly tuned: WeightedSetting;
    readonly chosen: WeightedSetting;
    readonly folds: Uint8Array;
    readonly foldModels: readonly WeightedSetting[];
  },
): PruningChoice {
  if (keep !== "auto") return { kept: keep, steps: [] };
  return choosePruning(data, models.tuned, models.folds, models.foldModels);
}

function createPruningRule(
  { matrix }: LearningData,
  weighting: WeightedSetting,
  { kept }: PruningChoice,
): PruningRule {
  const { model, idf, k1, b, mu } = weighting.setting;
  const threshold = kept === 1 ? 0 : computePruningThreshold(matrix, weighting, kept);
  return { model, idf, k1, b, mu, threshold, averageLength: matrix.averageLength };
}

/**
 * Learns a query weight and a document weight for each term of an index from judged queries: tunes
 * the plain model, learns from its best documents, chooses by cross-validation, keeps the tuned
 * model if there is no gain, and determines how many postings the index can drop.
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
import {
  choosePruning,
  computePruningThreshold,
  type PruningChoice,
  type PruningReference,
} from "./pruning-choice.ts";
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

/** Default maximum number of queries, drawn by the random seed: more cost time and gain little. */
const MAX_QUERIES = 3000;

/** Options for learning term weights. */
export interface TermWeightOptions {
  readonly queries: readonly Query[];
  readonly judgements: Judgements;
  /** `bm25` (the default), `lm` or `tfidf`. */
  readonly model?: string | undefined;
  /** The text fields to learn from, of an index that has fields; by default all text in order. */
  readonly fields?: FieldChoice | undefined;
  /** Word vectors in the order of the words' frequency. Without them weights come from statistics alone. */
  readonly vectors?: Embeddings | undefined;
  /**
   * `auto` (the default) drops the postings that held-out queries do not need; or the share to
   * keep, 1 for all.
   */
  readonly keep?: "auto" | number | undefined;
  /** What a pruned index must not fall below: the learned ranking on all postings (the default), or tuned BM25. */
  readonly prune?: PruningReference | undefined;
  /**
   * If a stop list is tuned: whether lengths exclude its words (`kept`, the default), as in a newly
   * written index, or include them (`index`), for weights that are applied to the index itself.
   */
  readonly lengths?: LengthCounting | undefined;
  /** Maximum number of queries to learn from; default 3000. */
  readonly maxQueries?: number | undefined;
  readonly seed?: number | undefined;
  /** Number of threads. The weights are the same for any number. Default 1. */
  readonly threads?: number | undefined;
  readonly progress?: Progress | undefined;
}

/** Learned weights with a report. */
export interface LearnedWeighting {
  readonly weights: TermWeights;
  /** The ranker that the weights were learned for, with its parameters. */
  readonly ranker: string;
  /** The postings that a pruned index keeps; with a threshold of 0 all but those of stop words. */
  readonly rule: PruningRule;
  readonly report: LearningReport;
}

/** Learns the weight of each term of an index from judged queries. */
export async function learnTermWeights(
  index: IndexSnapshot,
  options: TermWeightOptions,
): Promise<LearnedWeighting> {
  const { queries, judgements, vectors, seed = 1, threads = 1, progress = silent } = options;
  const {
    keep = "auto",
    prune = "learned",
    maxQueries = MAX_QUERIES,
    lengths = "kept",
    fields,
  } = options;
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
    const isGain = validation.gain > validation.error;
    const tuned = createTunedWeights(data);
    const points = isGain ? await fitFinalPoints(data.fit, validation, workers) : [];
    const [chosen = tuned, ...foldModels] = isGain
      ? createWeightedSettings(data, [points, ...validation.foldPoints])
      : [tuned, ...validation.foldPoints.map(() => tuned)];
    const pruning: PruningChoice =
      keep === "auto"
        ? choosePruning(data, { tuned, folds, foldModels }, prune)
        : { kept: keep, reference: prune, steps: [] };
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

/** One fit on all queries for each penalty used. */
async function fitFinalPoints(
  data: FitData,
  { trials, before }: InnerValidation,
  workers: WorkerPool,
): Promise<Float64Array[]> {
  const training = Uint32Array.from(before, (_, q) => q);
  const heldOut = new Uint32Array(0);
  const selected = trials.filter(({ isTaken }) => isTaken);
  const fits = await Promise.all(
    selected.map(({ lambda }) => {
      const request: FitRequest = { data, lambda, training, heldOut };
      return workers.run<Fit>("fitWeights", request);
    }),
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

function createPruningRule(
  { matrix }: LearningData,
  weighting: WeightedSetting,
  { kept }: PruningChoice,
): PruningRule {
  const { model, idf, k1, b, mu } = weighting.setting;
  const threshold = kept === 1 ? 0 : computePruningThreshold(matrix, weighting, kept);
  return { model, idf, k1, b, mu, threshold, averageLength: matrix.averageLength };
}

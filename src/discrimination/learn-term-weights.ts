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
import type { Embeddings } from "../embeddings/word-vectors.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import type { IndexSnapshot } from "../index/snapshots/index.ts";
import type { PruningRule, TermWeights } from "../index/weights/index.ts";
import { openAnalyzer } from "../text/analyzer.ts";
import { measureDeliveredGain } from "./delivered-gain.ts";
import { type LearningData, openLearningSource, prepareLearningData } from "./learning-data.ts";
import { fitFinalPoints, openFitters, validateFits } from "./learning-fits.ts";
import { createLearningReport, type LearningReport } from "./learning-report.ts";
import { computePruningThreshold } from "./pruned-model.ts";
import {
  choosePruning,
  measurePruned,
  type PruningChoice,
  type PruningModels,
  type PruningReference,
} from "./pruning-choice.ts";
import type { QueryJudgements } from "./query-judgements.ts";
import { createTrainingQueries, type TrainingQuery } from "./training-queries.ts";
import type { LengthCounting } from "./tune-model.ts";
import {
  createDeliveredTuned,
  createTunedWeights,
  createWeightedSettings,
  toTermWeights,
  type WeightedSetting,
} from "./weight-table.ts";
import { checkModel, formatRanker } from "./weighted-model.ts";
import { openRankers, rankByFolds } from "./weighted-ranker.ts";

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
  /** Judged queries to measure the gain on, such as for weights learned from clicks. Nothing is learned from them. */
  readonly validation?: { readonly queries: readonly Query[]; readonly judgements: Judgements };
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
  const source = await openLearningSource(index, { fields, vectors });
  const learningOptions = { model, seed, maxQueries, lengths };
  const data = prepareLearningData(source, queryJudgements, learningOptions);
  const workers = await openFitters(threads);
  try {
    const validation = await validateFits(data, seed, workers, progress);
    const delivered = measureDeliveredGain(data, validation);
    const { isGain } = delivered;
    const { folds, foldPoints } = validation;
    const tuned = createTunedWeights(data);
    const points = isGain ? await fitFinalPoints(data.fit, validation, workers) : [];
    const deliveredTuned = createDeliveredTuned(data);
    const [chosen = deliveredTuned, ...foldModels] = isGain
      ? createWeightedSettings(data, [points, ...foldPoints])
      : [deliveredTuned, ...foldPoints.map(() => deliveredTuned)];
    const models: PruningModels = { tuned, folds, foldModels };
    const pruning: PruningChoice =
      keep === "auto"
        ? choosePruning(data, models, prune)
        : { kept: keep, reference: prune, steps: [] };
    const prunedGains = pruning.kept < 1 ? measurePruned(data, models, pruning.kept) : undefined;
    const weights = toTermWeights(data, chosen);
    const judged =
      options.validation &&
      measureModels(
        data,
        createTrainingQueries(
          source.view,
          data.matrix,
          await analyzeQueries(index, options.validation.queries, options.validation.judgements),
        ),
        { before: tuned, after: chosen },
      );
    const report = createLearningReport({
      data,
      queryJudgements,
      validation,
      delivered,
      chosen,
      pruning,
      prunedGains,
      vectors,
      judged,
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

/** nDCG@10 of each query under two models. */
function measureModels<Name extends string>(
  { matrix }: LearningData,
  queries: readonly TrainingQuery[],
  models: Readonly<Record<Name, WeightedSetting>>,
): Record<Name, Float64Array> {
  const oneFold = new Uint8Array(queries.length);
  const measured = Object.entries<WeightedSetting>(models).map(([name, model]) => {
    const measures = rankByFolds(queries, oneFold, openRankers(matrix, [model]));
    return [name, Float64Array.from(measures, ({ ndcg }) => ndcg)];
  });
  return Object.fromEntries(measured);
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

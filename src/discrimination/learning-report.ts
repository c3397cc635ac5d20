/** The report of learning, for people and for programs. */

import type { Embeddings } from "../embeddings/word-vectors.ts";
import { pairedT } from "../evaluation/index.ts";
import type { ImpactFormula } from "../index/weights/index.ts";
import type { DeliveredGain } from "./delivered-gain.ts";
import type { InnerValidation, PenaltyTrial } from "./inner-validation.ts";
import type { LearningData } from "./learning-data.ts";
import type { PruningChoice, PruningReference, PruningStep } from "./pruning-choice.ts";
import type { QueryJudgements } from "./query-judgements.ts";
import type { WeightedSetting } from "./weight-table.ts";
import { formatRanker, type WeightedModel } from "./weighted-model.ts";

/** Maximum number of terms of each kind. */
const MAX_REPORTED_TERMS = 12;
/** The quantile of the normal distribution for a 95 % interval. */
const NINETY_FIVE = 1.96;

/** A query term with its learned weights. */
export interface MovedTerm {
  readonly term: string;
  /** Its weight in queries and in documents. */
  readonly query: number;
  readonly document: number;
  /** Training queries that have it. */
  readonly queries: number;
}

/** Every choice made while weights were learned. */
export interface LearningReport {
  readonly model: WeightedModel;
  /** Counts of queries: input, judged, with a relevant document in the index, learned from. */
  readonly queries: {
    readonly given: number;
    readonly judged: number;
    readonly useful: number;
    readonly used: number;
  };
  /** The tuned plain model, and its nDCG@10 on the tuning queries. */
  readonly tuned: {
    readonly ranker: string;
    readonly stopList: string;
    readonly ndcg: number;
    readonly tried: number;
  };
  /** nDCG@10 of held-out queries, by the tuned model and by learned weights as they are delivered. */
  readonly validation: ValidationGain & { readonly penalties: readonly PenaltyTrial[] };
  /** nDCG@10 of judged queries that nothing was learned from; absent if there were none. */
  readonly judged?: JudgedGain;
  /** The model with its learned parameters, for impacts. */
  readonly formula: ImpactFormula;
  /** `tuned`: no gain, so the tuned model was kept. */
  readonly outcome: "learned" | "tuned";
  readonly up: readonly MovedTerm[];
  readonly down: readonly MovedTerm[];
  readonly pruning: {
    readonly kept: number;
    /** What the steps are compared with, on all postings. */
    readonly reference: PruningReference;
    readonly steps: readonly PruningStep[];
    /** nDCG@10 of held-out queries on the pruned index; absent if all postings are kept. */
    readonly validation?: ValidationGain;
  };
  /** Where features came from. */
  readonly features: "statistics and vectors" | "statistics";
}

/** The gain on judged queries: by the tuned and by the chosen model. */
export interface JudgedGain extends ValidationGain {
  readonly queries: number;
}

/** Means of nDCG@10 before and after, with the gain. */
export interface ValidationGain {
  readonly before: number;
  readonly after: number;
  readonly gain: number;
  /** 95 % confidence interval of the gain, and the p-value of a paired t test. */
  readonly interval: readonly [number, number];
  readonly p: number;
}

export interface ReportSources {
  readonly data: LearningData;
  readonly queryJudgements: QueryJudgements;
  readonly validation: InnerValidation;
  readonly delivered: DeliveredGain;
  readonly chosen: WeightedSetting;
  readonly pruning: PruningChoice;
  readonly prunedGains: BeforeAndAfter | undefined;
  readonly vectors: Embeddings | undefined;
  /** nDCG@10 of judged queries that nothing was learned from. */
  readonly judged?: BeforeAndAfter | undefined;
}

type BeforeAndAfter = Pick<DeliveredGain, "before" | "after">;

export function createLearningReport(sources: ReportSources): LearningReport {
  const { data, queryJudgements, validation, delivered, chosen, pruning, vectors, judged } =
    sources;
  const { prunedGains } = sources;
  const { isGain } = delivered;
  const { setting, ndcg, tried } = data.start;
  const weightChanges = findMovedTerms(data, chosen);
  return {
    model: setting.model,
    queries: {
      given: queryJudgements.queries.length,
      judged: queryJudgements.queries.filter(({ id }) => queryJudgements.judgements.has(id)).length,
      useful: data.usefulQueries,
      used: data.queries.length,
    },
    tuned: {
      ranker: formatRanker(setting, { weighted: false }),
      stopList: setting.stopList,
      ndcg,
      tried,
    },
    validation: { ...computeGain(delivered), penalties: validation.trials },
    ...(judged && { judged: { queries: judged.before.length, ...computeGain(judged) } }),
    formula: toImpactFormula(chosen),
    outcome: isGain ? "learned" : "tuned",
    ...selectReportedTerms(isGain ? weightChanges : []),
    pruning: {
      kept: pruning.kept,
      reference: pruning.reference,
      steps: pruning.steps,
      ...(prunedGains && { validation: computeGain(prunedGains) }),
    },
    features: vectors === undefined ? "statistics" : "statistics and vectors",
  };
}

function toImpactFormula({ setting }: WeightedSetting): ImpactFormula {
  const { model, idf, k1, b, mu } = setting;
  return { model, idf, k1, b, mu };
}

function computeGain({ before, after }: BeforeAndAfter): ValidationGain {
  const differences = after.map((value, q) => value - (before[q] as number));
  const mean = (values: Float64Array): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const gain = mean(differences);
  const squares = differences.reduce((sum, each) => sum + (each - gain) ** 2, 0);
  const error = Math.sqrt(squares / (differences.length - 1) / differences.length);
  return {
    before: mean(before),
    after: mean(after),
    gain,
    interval: [gain - NINETY_FIVE * error, gain + NINETY_FIVE * error],
    p: pairedT(differences).p,
  };
}

/** The heaviest and the lightest of terms in the order of their weights; none is in both lists. */
export function selectReportedTerms(
  terms: readonly MovedTerm[],
): Pick<LearningReport, "up" | "down"> {
  const half = Math.ceil(terms.length / 2);
  return {
    up: terms.slice(0, Math.min(MAX_REPORTED_TERMS, half)),
    down: terms.slice(Math.max(half, terms.length - MAX_REPORTED_TERMS)).reverse(),
  };
}

/**
 * Query terms that are not stop words, heaviest first; terms in at least two queries, if there are
 * any.
 */
function findMovedTerms(
  { matrix, queries }: LearningData,
  { queryWeights, documentWeights }: WeightedSetting,
): MovedTerm[] {
  const counts = new Map<number, number>();
  for (const { terms } of queries) {
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const counted = [...counts].filter(([term]) => (queryWeights[term] as number) > 0);
  const often = counted.filter(([, count]) => count > 1);
  return (often.length > 0 ? often : counted)
    .map(([term, count]) => ({
      term: matrix.terms[term] as string,
      query: queryWeights[term] as number,
      document: documentWeights[term] as number,
      queries: count,
    }))
    .sort((a, b) => b.query - a.query);
}

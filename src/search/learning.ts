/** Learning from judged queries, over one snapshot: weights of terms, and models that re-rank. */

import type { Query } from "../collection/document.ts";
import { badArgument } from "../common/errors.ts";
import type { Progress } from "../common/progress.ts";
import { type JudgedQueries, type LearningOptions, learnWeights } from "../discrimination/index.ts";
import { parseMeasure } from "../evaluation/index.ts";
import type { TermWeights } from "../index/index.ts";
import { findCandidates } from "../ranking/index.ts";
import {
  countForms,
  type KnownVocabulary,
  knownVocabulary,
  termVectors,
  type VectorLookup,
  type VocabularyOptions,
} from "../scoring/index.ts";
import { wasmBackend } from "../tensor/index.ts";
import { type RankerTraining, type TrainedRanker, trainRanker } from "../training/index.ts";
import type { IndexReader } from "./index-reader.ts";
import { type JudgedQuery, judgementsOf, queriesOf } from "./judged-queries.ts";
import type { WeightsSource } from "./term-weighting.ts";

/** How weights of terms are learned. */
export interface WeightLearning extends Omit<LearningOptions, "validation"> {
  /** The vector of a word; undefined for an unknown one. All have one dimension. */
  readonly vectorOf: VectorLookup;
  /** Queries to stop by; by default those learned from. */
  readonly validation?: readonly JudgedQuery[];
}

/** Weights of terms and the ranker they were learned for. */
export class LearnedTermWeights implements WeightsSource {
  readonly weights: TermWeights;
  readonly ranker: string;
  readonly #termOf: (word: string) => string | undefined;

  /** `termOf` gives the term that a word is indexed under. */
  constructor(weights: TermWeights, ranker: string, termOf: (word: string) => string | undefined) {
    this.weights = weights;
    this.ranker = ranker;
    this.#termOf = termOf;
  }

  /** How much an occurrence of a word counts: 1 is as much as without weights, 0 not at all. */
  of(word: string): number {
    const term = this.#termOf(word.toLowerCase());
    return term === undefined ? 0 : this.weights.of(term);
  }
}

export async function learnTermWeights(
  { snapshot, analyzer }: IndexReader,
  judged: readonly JudgedQuery[],
  { vectorOf, validation, ...options }: WeightLearning,
): Promise<LearnedTermWeights> {
  const asTerms = (queries: readonly JudgedQuery[]): JudgedQueries => ({
    queries: queriesOf(queries).map((query) => ({ ...query, terms: analyzer.terms(query.text) })),
    judgements: judgementsOf(queries),
  });
  const terms = snapshot.termsFrom("", Infinity);
  const { vectors } = termVectors(terms, vectorOf, await countForms(snapshot, analyzer));
  const { weights, ranker } = await learnWeights(snapshot, vectors, asTerms(judged), {
    ...options,
    ...(validation === undefined ? {} : { validation: asTerms(validation) }),
  });
  return new LearnedTermWeights(weights, ranker, (word) => analyzer.term(word));
}

/** How a model is trained to re-rank. */
export interface ModelTraining
  extends Pick<
    RankerTraining,
    "options" | "settings" | "sampling" | "queryLength" | "documentLength"
  > {
  /** Queries that decide when training ends and how deep to re-rank; by default those learned from. */
  readonly validation?: readonly JudgedQuery[];
  /** The first stage, by name. Default: the ranker of the index. */
  readonly ranker?: string;
  /** How many documents of the first stage to learn from, for each query. Default 100. */
  readonly depth?: number;
  /** What is maximised on the validation queries. Default `RR@10`. */
  readonly measure?: string;
  /** Which words the model knows, and vectors to start from. */
  readonly vocabulary?: VocabularyOptions;
  readonly threads?: number;
  readonly progress?: Progress;
}

export async function trainModel(
  { snapshot, analyzer, searcher, ranker: usual }: IndexReader,
  model: string,
  judged: readonly JudgedQuery[],
  training: ModelTraining,
): Promise<TrainedRanker> {
  const { validation = judged, ranker = usual, depth = 100, measure = "RR@10" } = training;
  const { vocabulary = {}, threads, progress } = training;
  const told = progress === undefined ? {} : { progress };
  const candidates = (queries: readonly JudgedQuery[]) => {
    const judgements = judgementsOf(queries);
    const isAnswered = ({ id }: Query): boolean =>
      [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0);
    const answered = queriesOf(queries).filter(isAnswered);
    if (answered.length === 0) throw badArgument("no query has a relevant document to learn from");
    return findCandidates(searcher, answered, judgements, { ranker, top: depth, ...told });
  };
  const words: KnownVocabulary = await knownVocabulary(snapshot, analyzer, vocabulary);
  const examples = await candidates(judged);
  const { options, settings, sampling, queryLength, documentLength } = training;
  return trainRanker(wasmBackend(threads === undefined ? {} : { threads }), snapshot, analyzer, {
    model,
    words,
    firstStage: ranker,
    examples,
    validation: validation === judged ? examples : await candidates(validation),
    measure: parseMeasure(measure),
    ...(options === undefined ? {} : { options }),
    ...(settings === undefined ? {} : { settings }),
    ...(sampling === undefined ? {} : { sampling }),
    ...(queryLength === undefined ? {} : { queryLength }),
    ...(documentLength === undefined ? {} : { documentLength }),
    ...told,
  });
}

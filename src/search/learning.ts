/** Learning from judged queries, over one snapshot: term weights, and models that re-rank. */

import type { JudgedQuery } from "../api/judged-query.ts";
import type { ModelTraining, WeightLearning } from "../api/learning-options.ts";
import type { WeightsSource } from "../api/option-types.ts";
import type { Query } from "../collection/document.ts";
import { loadCrc32 } from "../common/bytes/index.ts";
import { defined } from "../common/defined.ts";
import { badArgument } from "../common/errors.ts";
import {
  type LearnedWeighting,
  type LearningReport,
  learnTermWeights,
} from "../discrimination/index.ts";
import { parseMeasure } from "../evaluation/index.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import type { PruningRule, TermWeights } from "../index/weights/index.ts";
import { findCandidates } from "../ranking/index.ts";
import { type IndexVocabulary, readIndexVocabulary } from "../scoring/index.ts";
import { createDeviceBackend, wasmBackend } from "../tensor/index.ts";
import { removeCheckpoint, type TrainedRanker, trainRanker } from "../training/index.ts";
import { openDirectory } from "./index-location.ts";
import type { IndexReader } from "./index-reader.ts";
import { toJudgements } from "./judged-queries.ts";
import { toQueries } from "./query-inputs.ts";

/** Term weights, the ranker they were learned for, and the record of the training. */
export class LearnedTermWeights implements WeightsSource {
  readonly weights: TermWeights;
  readonly ranker: string;
  /** Which postings a pruned index keeps; absent if it keeps all. */
  readonly rule?: PruningRule;
  readonly report: LearningReport;
  /** The fields that were used for learning; absent for all text. */
  readonly fields?: FieldChoice;
  readonly #toTerm: (word: string) => string | undefined;

  /** `toTerm` returns the index term of a word. */
  constructor(
    learned: LearnedWeighting,
    toTerm: (word: string) => string | undefined,
    fields?: FieldChoice,
  ) {
    this.weights = learned.weights;
    this.ranker = learned.ranker;
    if (learned.rule !== undefined) this.rule = learned.rule;
    this.report = learned.report;
    if (fields !== undefined) this.fields = fields;
    this.#toTerm = toTerm;
  }

  /**
   * The weight of a word in a query and of an occurrence in a document: 1 is the
   * weight without learning, 0 ignores the word.
   */
  of(word: string): { readonly query: number; readonly document: number } {
    const term = this.#toTerm(word.toLowerCase());
    if (term === undefined) return { query: 0, document: 0 };
    return { query: this.weights.queryWeight(term), document: this.weights.weight(term) };
  }
}

/** Learns the weight of each word of an index from judged queries. */
export async function learnWeights(
  { snapshot, analyzer }: IndexReader,
  judged: readonly JudgedQuery[],
  options: WeightLearning,
): Promise<LearnedTermWeights> {
  const [queries, judgements] = [toQueries(judged), toJudgements(judged)];
  const learned = await learnTermWeights(snapshot, { ...options, queries, judgements });
  return new LearnedTermWeights(learned, (word) => analyzer.term(word), options.fields);
}

/** Trains a model on the judged queries. */
export async function trainModel(
  { snapshot, analyzer, searcher, lexicalRanker }: IndexReader,
  model: string,
  judged: readonly JudgedQuery[],
  training: ModelTraining,
): Promise<TrainedRanker> {
  const { validation = judged, ranker = lexicalRanker, depth = 100, measure = "RR@10" } = training;
  const { vocabulary = {}, threads, progress } = training;
  const progressOption = progress === undefined ? {} : { progress };
  const collectCandidates = (queries: readonly JudgedQuery[]) => {
    const judgements = toJudgements(queries);
    const hasRelevant = ({ id }: Query): boolean =>
      [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0);
    const answered = toQueries(queries).filter(hasRelevant);
    if (answered.length === 0) throw badArgument("no query has a relevant document to learn from");
    return findCandidates(searcher, answered, judgements, {
      ranker,
      top: depth,
      ...progressOption,
    });
  };
  const words: IndexVocabulary = await readIndexVocabulary(snapshot, analyzer, vocabulary);
  const examples = await collectCandidates(judged);
  const { options, settings, sampling, queryLength, documentLength } = training;
  const cpu = wasmBackend(threads === undefined ? {} : { threads });
  const backend = createDeviceBackend(training.device ?? "cpu", cpu, {
    note: (note) =>
      progress?.({ task: `training ${model}`, unit: "examples", done: 0, note, finished: false }),
  });
  const checkpointLocation = training.checkpoints;
  const checkpoints =
    checkpointLocation === undefined
      ? undefined
      : await openDirectory(checkpointLocation, { make: true });
  const { vectors, ...vocabularySettings } = vocabulary;
  const data = [
    snapshot.generation,
    ranker,
    depth,
    vocabularySettings,
    vectors?.dimension,
    judged,
    validation,
  ];
  const trained = await trainRanker(backend, snapshot, analyzer, {
    model,
    words,
    firstStage: ranker,
    examples,
    validation: validation === judged ? examples : await collectCandidates(validation),
    measure: parseMeasure(measure),
    ...defined({ options, settings, sampling, queryLength, documentLength }),
    ...(checkpoints === undefined ? {} : { checkpoints, data: await computeDigest(data) }),
    ...progressOption,
  });
  if (checkpoints !== undefined) await removeCheckpoint(checkpoints);
  return trained;
}

/** A digest that identifies a training. */
async function computeDigest(data: unknown): Promise<string> {
  const text = JSON.stringify(data);
  const crc32 = await loadCrc32();
  return `${text.length} ${crc32(new TextEncoder().encode(text))}`;
}

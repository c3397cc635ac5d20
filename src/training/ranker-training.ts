/**
 * A ranker from beginning to end: words, candidates and settings in, a trained
 * model with its description out.
 */

import type { Progress } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import type { MeasureSetting } from "../evaluation/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { createModel, loadWeights, type ModelOptions } from "../models/index.ts";
import type { Directory } from "../storage/directory.ts";
import type { Backend } from "../tensor/index.ts";
import type { Analyzer } from "../text/index.ts";
import type { ExampleSource } from "./examples.ts";
import type { Candidates } from "./first-stage.ts";
import { firstRows, type KnownVocabulary } from "./known-vocabulary.ts";
import type { ModelDescription, TrainedModel } from "./model-folder.ts";
import { type SamplingOptions, sampledExamples } from "./sampled-examples.ts";
import { TokenSequences } from "./token-sequences.ts";
import { train } from "./trainer.ts";
import type { TrainingSettings } from "./training-settings.ts";
import { Validation } from "./validation.ts";

export interface RankerTraining {
  /** The model's name and options. */
  readonly model: string;
  readonly options?: ModelOptions;
  readonly words: KnownVocabulary;
  /** Tokens of a query and of a document that are read, if the model has places for them. */
  readonly queryLength?: number;
  readonly documentLength?: number;
  /** The name of the first stage that found the candidates, for the record. */
  readonly firstStage: string;
  /** Candidates to draw examples from, or a source of examples. */
  readonly examples: readonly Candidates[] | ((sequences: TokenSequences) => ExampleSource);
  readonly sampling?: SamplingOptions;
  readonly validation: readonly Candidates[];
  readonly measure: MeasureSetting;
  /** The depths that validation may choose. */
  readonly deepest?: number;
  readonly shallowest?: number;
  readonly settings?: TrainingSettings;
  /** What else the examples depend on; a training is resumed only with the same. */
  readonly data?: string;
  readonly checkpoints?: Directory;
  readonly progress?: Progress;
}

export interface TrainedRanker extends TrainedModel {
  /** The file of the values. */
  readonly weights: Uint8Array;
}

/** Trains a model on an index, whose analyzer is given. */
export async function trainRanker(
  backend: Backend,
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  {
    words,
    queryLength = 30,
    documentLength = 180,
    firstStage,
    examples,
    sampling = {},
    measure,
    deepest = 100,
    shallowest = 1,
    settings = {},
    data = "",
    ...task
  }: RankerTraining,
): Promise<TrainedRanker> {
  const { vocabulary, form, idf, vectors } = words;
  const random = new Random(settings.seed ?? 1);
  const options = {
    ...(vectors === undefined ? {} : { dimensions: vectors.dimension }),
    ...task.options,
  };
  const model = createModel(task.model, vocabulary.size, options);
  const sequences = new TokenSequences(snapshot, analyzer, vocabulary, {
    form,
    queryLength: Math.min(queryLength, model.needs.longestQuery ?? Infinity),
    documentLength: Math.min(documentLength, model.needs.longestDocument ?? Infinity),
  });
  const source =
    typeof examples === "function"
      ? examples(sequences)
      : sampledExamples(snapshot, examples, sequences, random.split("examples"), sampling);
  const validation = await Validation.prepare(task.validation, sequences, {
    measure,
    deepest,
    shallowest,
  });
  const embeddings = firstRows(words, random.split("rows"));
  const { weights, record } = await train(backend, model, source, {
    settings,
    known: {
      ...(embeddings === undefined ? {} : { embeddings }),
      ...(model.usesIdf ? { idf } : {}),
    },
    validation,
    data: JSON.stringify({
      data,
      firstStage,
      sampling,
      sequences: sequences.options,
      examples: source.size,
      validation: [task.validation.length, measure.name, deepest, shallowest],
    }),
    ...(task.checkpoints === undefined ? {} : { checkpoints: task.checkpoints }),
    ...(task.progress === undefined ? {} : { progress: task.progress }),
  });
  const depth = record.periods[record.kept]?.depth;
  const description: ModelDescription = {
    model: model.name,
    options: model.options,
    analysis: analyzer.options,
    sequences: sequences.options,
    firstStage,
    ...(depth === undefined ? {} : { depth }),
    training: record,
    queries: sequences.queryCounts,
    documents: sequences.documentCounts,
  };
  return { description, vocabulary, weights, ...loadWeights(weights, "weights.safetensors") };
}

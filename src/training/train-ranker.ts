/**
 * Trains a ranker end to end: vocabulary, candidates and settings in, a trained model with its
 * description out.
 */

import { defined } from "../common/defined.ts";
import type { Progress } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import type { Vocabulary } from "../embeddings/index.ts";
import type { MeasureSetting } from "../evaluation/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import {
  createModel,
  loadWeights,
  type ModelOptions,
  type NeuralModel,
  type PretrainedBert,
  type PretrainedData,
} from "../models/index.ts";
import type { Candidates } from "../ranking/candidates.ts";
import { createPieceVocabulary } from "../scoring/checkpoint-model.ts";
import { createInitialRows, type IndexVocabulary } from "../scoring/index-vocabulary.ts";
import type { ModelDescription, TrainedModel } from "../scoring/model-folder.ts";
import { PieceSequences } from "../scoring/piece-sequences.ts";
import type { SequenceOptions, TextSequences } from "../scoring/text-sequences.ts";
import { TokenSequences } from "../scoring/token-sequences.ts";
import { Validation } from "../scoring/validation.ts";
import type { Directory } from "../storage/directory.ts";
import type { Backend } from "../tensor/index.ts";
import type { Analyzer } from "../text/index.ts";
import type { ExampleSource } from "./examples.ts";
import { resolveTraining, type TrainingChoices } from "./resolve-training.ts";
import { sampleExamples } from "./sampled-examples.ts";
import { train } from "./trainer.ts";

/** Options, lengths, sampling and settings default to those recommended for the model. */
export interface RankerTraining extends TrainingChoices {
  readonly model: string;
  /** The vocabulary of the index, or the pieces and values of a BERT to start from. */
  readonly words: IndexVocabulary | PretrainedBert;
  /** The name of the first stage that found the candidates, for the record. */
  readonly firstStage: string;
  /** Candidates to draw examples from, or a source of examples. */
  readonly examples: readonly Candidates[] | ((sequences: TextSequences) => ExampleSource);
  readonly validation: readonly Candidates[];
  readonly measure: MeasureSetting;
  /** The range of depths for validation. */
  readonly deepest?: number;
  readonly shallowest?: number;
  /** Further identity of the examples; a training resumes only with the same data. */
  readonly data?: string;
  /** Which words of a query above `queryLength` are read. Default `rarest`. */
  readonly longQueries?: "first" | "rarest";
  readonly checkpoints?: Directory;
  readonly progress?: Progress;
}

/** A trained model with the bytes of its files. */
export interface TrainedRanker extends TrainedModel {
  /** The file of the values, and that of the word pieces if the model has them. */
  readonly weights: Uint8Array;
  readonly tokenizerFile?: Uint8Array;
}

/** Trains a model on an index with the given analyzer. */
export async function trainRanker(
  backend: Backend,
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  {
    words,
    firstStage,
    examples,
    measure,
    deepest = 100,
    shallowest = 1,
    data = "",
    longQueries = "rarest",
    ...task
  }: RankerTraining,
): Promise<TrainedRanker> {
  const effective = resolveTraining(task.model, task);
  const { sampling, settings, queryLength, documentLength } = effective;
  const random = new Random(settings.seed ?? 1);
  const vocabulary = toVocabulary(words);
  const options = { ...effective.options, ...toModelOptions(words), ...task.options };
  const lexicon = isBert(words) ? undefined : words.lexicon;
  const model = createModel(task.model, lexicon ?? vocabulary.size, options);
  const sequences = createSequences(words, snapshot, analyzer, {
    queryLength: Math.min(queryLength, model.needs.longestQuery ?? Infinity),
    documentLength: Math.min(documentLength, model.needs.longestDocument ?? Infinity),
    ...(longQueries === "rarest" && { longQueries }),
  });
  const source =
    typeof examples === "function"
      ? examples(sequences)
      : sampleExamples(snapshot, examples, sequences, random.split("examples"), sampling);
  const validation = await Validation.prepare(task.validation, sequences, {
    measure,
    deepest,
    shallowest,
  });
  const { weights, record } = await train(backend, model, source, {
    settings,
    pretrained: createPretrainedData(words, model, random.split("rows")),
    validation,
    data: JSON.stringify({
      data,
      firstStage,
      sampling,
      sequences: sequences.options,
      examples: source.size,
      validation: [task.validation.length, measure.name, deepest, shallowest],
    }),
    ...defined({ checkpoints: task.checkpoints, progress: task.progress }),
  });
  const depth = record.periods[record.kept]?.depth;
  const description: ModelDescription = {
    model: model.name,
    options: model.options,
    analysis: analyzer.options,
    sequences: sequences.options,
    ...(lexicon === undefined ? {} : { ngrams: lexicon.ngrams }),
    firstStage,
    ...defined({ depth }),
    training: record,
    queries: sequences.queryCounts,
    documents: sequences.documentCounts,
  };
  return {
    description,
    vocabulary,
    ...(isBert(words) ? { pieces: words.tokenizer, tokenizerFile: words.tokenizerFile } : {}),
    weights,
    ...loadWeights(weights, "weights.safetensors", lexicon),
  };
}

function isBert(words: IndexVocabulary | PretrainedBert): words is PretrainedBert {
  return "tokenizer" in words;
}

function toVocabulary(words: IndexVocabulary | PretrainedBert): Vocabulary {
  return isBert(words) ? createPieceVocabulary(words.tokenizer) : words.vocabulary;
}

function toModelOptions(words: IndexVocabulary | PretrainedBert): ModelOptions {
  if (isBert(words)) return words.options;
  return words.vectors === undefined ? {} : { dimensions: words.vectors.dimension };
}

function createSequences(
  words: IndexVocabulary | PretrainedBert,
  snapshot: IndexSnapshot,
  analyzer: Analyzer,
  lengths: Omit<SequenceOptions, "form">,
): TextSequences {
  if (isBert(words)) return new PieceSequences(snapshot, words.tokenizer, lengths);
  const { vocabulary, lexicon, form } = words;
  return new TokenSequences(snapshot, analyzer, lexicon ?? vocabulary, { form, ...lengths });
}

function createPretrainedData(
  words: IndexVocabulary | PretrainedBert,
  { usesIdf }: NeuralModel,
  random: Random,
): PretrainedData {
  if (isBert(words)) return { values: words.values };
  const embeddings = createInitialRows(words, random);
  return {
    ...defined({ embeddings }),
    ...(usesIdf ? { idf: words.idf } : {}),
  };
}

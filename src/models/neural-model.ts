/**
 * What every neural ranker offers, so that a trainer and a re-ranker can use
 * any of them alike: its variables by what becomes of them, what it needs of a
 * batch, where its training starts, and the graph of its scores.
 *
 * A model holds no values. They live in a session that was opened with
 * `listVariables(model)`, and on disk in the weights file of the model.
 */

import { badArgument, quote } from "../common/errors.ts";
import { findNearestName } from "../common/find-nearest-name.ts";
import type { Random } from "../common/random.ts";
import type { SubwordLexicon } from "../embeddings/index.ts";
import type { Tensor } from "../tensor/index.ts";
import { countParameters, type InitialValues } from "./initial-values.ts";
import type { Insight } from "./insight.ts";
import {
  createTripleInputs,
  type MaxLengths,
  PairBatcher,
  type PairInputs,
  type TripleInputs,
  type UnknownRule,
} from "./pair-batch.ts";
import { type RecommendedTraining, WORD_TRAINING } from "./recommended-training.ts";
import type { ModelVocabulary, WordInputs } from "./word-inputs.ts";

/** The value of a model's option. */
export type OptionValue = number | boolean | string;

/** The options of a model as plain data, ready to be written to a file. */
export type ModelOptions = Readonly<Record<string, OptionValue>>;

/**
 * In what form a model reads batches. Texts longer than it has places for are
 * refused by the batcher: cutting them is the caller's, who can tell the user.
 */
export interface BatchNeeds extends MaxLengths {
  readonly unknown: UnknownRule;
}

/** What is known about the words before training, one entry or row for each vocabulary id. */
export interface PretrainedData {
  /** Pre-trained values of the table of vectors; random ones when absent. */
  readonly embeddings?: Float32Array;
  /** ln(N / df) of each id; needed by models with `usesIdf`. That of id 1 is for words that are sub-words alone. */
  readonly idf?: Float32Array;
  /** Values of variables by name, for models that start from a file. */
  readonly values?: ReadonlyMap<string, Float32Array>;
}

/** A model without the name and the options that it was made by. */
export interface ModelBody {
  /** One row for each vocabulary id, and for each bucket of sub-words if words have them. */
  readonly embeddings: Tensor;
  /** What training changes. The embeddings are apart because they have a pace of their own. */
  readonly trained: {
    readonly embeddings: readonly Tensor[];
    readonly network: readonly Tensor[];
    /** Those of the network that make the salience; they learn at a slower pace. */
    readonly salience?: readonly Tensor[];
  };
  /** What is read but not changed: tables of idf, embeddings that no gradient reaches. */
  readonly frozen: readonly Tensor[];
  readonly needs: BatchNeeds;
  /** Whether `initialValues` needs the idf of the words. */
  readonly usesIdf: boolean;
  /** The score of every pair of a batch, [pairs]. */
  score(batch: PairInputs): Tensor;
  /** What the scores are made of, for models that can say. */
  insight?(batch: PairInputs): Insight;
  /** γ of every word of a batch, [words], for models that learn salience. */
  salience?(batch: WordInputs): Tensor;
  /** Values for all variables to start from. */
  initialValues(random: Random, pretrained?: PretrainedData): InitialValues;
}

/** A neural ranker: its graph, its variables and what it needs of a batch. */
export interface NeuralModel extends ModelBody, ModelVocabulary {
  readonly name: string;
  /** Every option with its value; the same name, vocabulary and options make the same model. */
  readonly options: ModelOptions;
  /** What words are made of, for a model that reads sub-words. */
  readonly lexicon?: SubwordLexicon;
}

/** A kind of model, by the name that users type. */
export interface ModelKind<Options extends ModelOptions = ModelOptions> {
  readonly name: string;
  /** One line for lists of models. */
  readonly summary: string;
  readonly defaults: Options;
  /** How to train it when nobody says otherwise. */
  readonly recommended: RecommendedTraining;
  /** For a vocabulary of so many ids, or for words that are bags of sub-words. */
  create(words: number | SubwordLexicon, options?: Partial<Options>): NeuralModel;
}

/** Makes a kind of model whose options are checked against the names and types of its defaults. */
export function defineModelKind<Options extends ModelOptions>(
  name: string,
  summary: string,
  defaults: Options,
  body: (options: Options & ModelVocabulary) => ModelBody,
  recommended: RecommendedTraining = WORD_TRAINING,
): ModelKind<Options> {
  return {
    name,
    summary,
    defaults,
    recommended,
    create(words, overrides = {}) {
      const over = toModelVocabulary(words);
      const { vocabulary } = over;
      if (!Number.isInteger(vocabulary) || vocabulary < 2) {
        throw badArgument(`${name} needs a vocabulary of at least 2 ids, got ${vocabulary}`);
      }
      checkOptions(name, overrides as ModelOptions, defaults);
      const options = { ...defaults, ...overrides };
      return { ...body({ ...options, ...over }), name, options, ...over };
    },
  };
}

function toModelVocabulary(
  words: number | SubwordLexicon,
): ModelVocabulary & Pick<NeuralModel, "lexicon"> {
  if (typeof words === "number") return { vocabulary: words };
  return { vocabulary: words.vocabulary.size, tableRows: words.rows, lexicon: words };
}

function checkOptions(model: string, options: ModelOptions, defaults: ModelOptions): void {
  for (const [option, value] of Object.entries(options)) {
    const standard = Object.hasOwn(defaults, option) ? defaults[option] : undefined;
    if (standard === undefined) {
      const suggestion = findNearestName(option, Object.keys(defaults));
      const hint =
        suggestion === undefined ? Object.keys(defaults).join(", ") : `did you mean ${suggestion}?`;
      throw badArgument(`${model} has no option ${quote(option)}: ${hint}`, { model, option });
    }
    const isShare = option === "dropout";
    if (isShare ? isBelowOne(value) : isValidOption(standard, value)) continue;
    const formatted = typeof value === "string" ? quote(value) : String(value);
    const rule = isShare ? "a share from 0 to below 1" : describeRule(standard);
    throw badArgument(`${model} ${option} must be ${rule}, got ${formatted}`, { model });
  }
}

function isBelowOne(value: OptionValue): boolean {
  return typeof value === "number" && value >= 0 && value < 1;
}

/** A number whose default is whole counts something; any other is a width. */
function isValidOption(standard: OptionValue, value: OptionValue): boolean {
  if (typeof standard !== "number" || typeof value !== "number") {
    return typeof value === typeof standard;
  }
  return Number.isInteger(standard)
    ? Number.isInteger(value) && value >= 1
    : value > 0 && value < Infinity;
}

function describeRule(standard: OptionValue): string {
  if (typeof standard === "boolean") return "true or false";
  if (typeof standard === "string") return "text";
  return Number.isInteger(standard) ? "a whole number ≥ 1" : "a finite number > 0";
}

/** All that training changes, embeddings first. */
export function listParameters({ trained }: ModelBody): readonly Tensor[] {
  return [...trained.embeddings, ...trained.network];
}

/** All that a session must hold to score. */
export function listVariables(model: ModelBody): readonly Tensor[] {
  return [...listParameters(model), ...model.frozen];
}

/** How many numbers training changes. */
export function countModelParameters(model: ModelBody): number {
  return countParameters(listParameters(model));
}

/** The inputs that a model's scores and a pairwise loss over them read. */
export function createInputs(model: ModelVocabulary): TripleInputs {
  return createTripleInputs(model);
}

/** Makes batches in the form that a model needs. */
export function createBatcher({ vocabulary, needs, lexicon }: NeuralModel): PairBatcher {
  return new PairBatcher(vocabulary, needs.unknown, needs, lexicon);
}

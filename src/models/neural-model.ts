/**
 * The interface of neural rankers, so that a trainer and a reranker can use any of
 * them: its trained and frozen variables, its batch format, its initial values, and
 * the graph of its scores.
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
 * The batch format of a model. Longer texts are rejected by the batcher: the caller
 * truncates them and can report it to the user.
 */
export interface BatchNeeds extends MaxLengths {
  readonly unknown: UnknownRule;
}

/** Data about the words before training, one entry or row for each vocabulary id. */
export interface PretrainedData {
  /** Pre-trained values of the table of vectors; random ones when absent. */
  readonly embeddings?: Float32Array;
  /**
   * ln(N / df) of each id; needed by models with `usesIdf`. That of id 1 is for
   * words that have only sub-words.
   */
  readonly idf?: Float32Array;
  /** Values of variables by name, for models that start from a file. */
  readonly values?: ReadonlyMap<string, Float32Array>;
}

/** A model without its name and options. */
export interface ModelBody {
  /** One row for each vocabulary id, and for each bucket of sub-words if words have them. */
  readonly embeddings: Tensor;
  /** The trained variables. Embeddings are separate because they have their own learning rate. */
  readonly trained: {
    readonly embeddings: readonly Tensor[];
    readonly network: readonly Tensor[];
    /** The variables of the salience network; they have a lower learning rate. */
    readonly salience?: readonly Tensor[];
  };
  /** Variables that are read but not trained: tables of idf, embeddings without a gradient. */
  readonly frozen: readonly Tensor[];
  readonly needs: BatchNeeds;
  /** Whether `initialValues` needs the idf of the words. */
  readonly usesIdf: boolean;
  /** The score of every pair of a batch, [pairs]. */
  score(batch: PairInputs): Tensor;
  /** The components of the scores, for models that provide them. */
  insight?(batch: PairInputs): Insight;
  /** γ of every word of a batch, [words], for models that learn salience. */
  salience?(batch: WordInputs): Tensor;
  /** Initial values of all variables. */
  initialValues(random: Random, pretrained?: PretrainedData): InitialValues;
}

/** A neural ranker: its graph, its variables and its batch format. */
export interface NeuralModel extends ModelBody, ModelVocabulary {
  readonly name: string;
  /** Every option with its value; the same name, vocabulary and options create the same model. */
  readonly options: ModelOptions;
  /** The composition of words, for a model that reads sub-words. */
  readonly lexicon?: SubwordLexicon;
}

/** A kind of model, by its name. */
export interface ModelKind<Options extends ModelOptions = ModelOptions> {
  readonly name: string;
  /** One line for lists of models. */
  readonly summary: string;
  readonly defaults: Options;
  /** The default training. */
  readonly recommended: RecommendedTraining;
  /** For a vocabulary of this many ids, or for words that are bags of sub-words. */
  create(words: number | SubwordLexicon, options?: Partial<Options>): NeuralModel;
}

/**
 * Creates a kind of model whose options are checked against the names and types of
 * its defaults.
 */
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
      const modelVocabulary = toModelVocabulary(words);
      const { vocabulary } = modelVocabulary;
      if (!Number.isInteger(vocabulary) || vocabulary < 2) {
        throw badArgument(`${name} needs a vocabulary of at least 2 ids, got ${vocabulary}`);
      }
      checkOptions(name, overrides as ModelOptions, defaults);
      const options = { ...defaults, ...overrides };
      return { ...body({ ...options, ...modelVocabulary }), name, options, ...modelVocabulary };
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

/** A number whose default is whole is a count; any other is a width. */
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

/** All trained variables, embeddings first. */
export function listParameters({ trained }: ModelBody): readonly Tensor[] {
  return [...trained.embeddings, ...trained.network];
}

/** All variables that a session needs for scoring. */
export function listVariables(model: ModelBody): readonly Tensor[] {
  return [...listParameters(model), ...model.frozen];
}

/** The number of trained parameters. */
export function countModelParameters(model: ModelBody): number {
  return countParameters(listParameters(model));
}

/** The inputs of a model's scores and of a pairwise loss over them. */
export function createInputs(model: ModelVocabulary): TripleInputs {
  return createTripleInputs(model);
}

/** Creates batches in the format of a model. */
export function createBatcher({ vocabulary, needs, lexicon }: NeuralModel): PairBatcher {
  return new PairBatcher(vocabulary, needs.unknown, needs, lexicon);
}

/**
 * Explains the score of a pair as far as a model allows: the similarities of the words, the
 * salience of each word for models that learn it, and the intermediate values of the model
 * (pair-insight.ts).
 */

import { FIRST_WORD } from "../embeddings/index.ts";
import type { TokenIds } from "../models/index.ts";
import type { TermSalience } from "../ranking/index.ts";
import { cosine, createTokenVectorLookup, type TrainedModel } from "../scoring/index.ts";
import type { PairInsight } from "./insight-data.ts";

/** A token as the model reads it. */
export interface ExplainedToken {
  /** Absent for a word outside the vocabulary. */
  readonly word?: string;
  /** For a model that learns salience: σ(γ), between 0 and 1; with n-grams that of the word alone. */
  readonly salience?: number;
}

/** The explanation of a query and a document. */
export interface PairExplanation extends PairInsight {
  readonly model: string;
  readonly score: number;
  readonly query: readonly ExplainedToken[];
  readonly document: readonly ExplainedToken[];
  /**
   * Cosines of the trained vectors: a row per query token, a column per document token, 0 for a
   * word outside the vocabulary. Convolutional models start from these.
   */
  readonly matches: readonly Float64Array[];
}

/** Data about a pair beside its score. */
export interface ExplanationContext {
  /** The table from `computeTermSalience`, for models that learn salience. */
  readonly salience?: readonly TermSalience[];
  /** The result of `computePairInsight`. */
  readonly insight?: PairInsight;
}

/** Combines everything that explains the score of a pair. */
export function explainPair(
  { model, values, vocabulary }: TrainedModel,
  query: TokenIds,
  document: TokenIds,
  score: number,
  { salience = [], insight = {} }: ExplanationContext = {},
): PairExplanation {
  const token = (id: number): ExplainedToken => {
    if (id < FIRST_WORD) return {};
    const word = (model.lexicon?.word(id) ?? vocabulary.words[id - FIRST_WORD]) as string;
    const gamma = salience[id - FIRST_WORD];
    return { word, ...(gamma === undefined ? {} : { salience: gamma.salc }) };
  };
  const vector = createTokenVectorLookup(model, values.get(model.embeddings) as Float32Array);
  const columns = Array.from(document, vector);
  const matches = Array.from(query, (id) => {
    const row = vector(id);
    return Float64Array.from(columns, (column) => cosine(row, column));
  });
  const [rows, others] = [Array.from(query, token), Array.from(document, token)];
  return { model: model.name, score, query: rows, document: others, matches, ...insight };
}

/** The neural rankers by name. */

import { badArgument, quote } from "../common/errors.ts";
import { findNearestName } from "../common/find-nearest-name.ts";
import type { SubwordLexicon } from "../embeddings/index.ts";
import { BERT } from "./bert/bert.ts";
import { CONV_KNRM } from "./conv-knrm.ts";
import { DRMM } from "./drmm.ts";
import { DUET } from "./duet.ts";
import { KNRM } from "./knrm.ts";
import { MATCH_PYRAMID } from "./match-pyramid.ts";
import type { ModelKind, ModelOptions, NeuralModel } from "./neural-model.ts";
import { PACRR, PACRR_NO_IDF } from "./pacrr.ts";
import { S_CONV_KNRM } from "./s-conv-knrm.ts";
import { KNRM_IDF, S_KNRM } from "./s-knrm.ts";
import { S_PACRR } from "./s-pacrr.ts";

/** Every kind of model, in the order of lists. */
export const MODEL_KINDS: readonly ModelKind[] = [
  KNRM,
  KNRM_IDF,
  S_KNRM,
  CONV_KNRM,
  S_CONV_KNRM,
  PACRR,
  PACRR_NO_IDF,
  S_PACRR,
  MATCH_PYRAMID,
  DRMM,
  DUET,
  BERT,
];

/** Names that one could expect, with the reason why there is no such model. */
const IMPOSSIBLE: ReadonlyMap<string, string> = new Map([
  ["conv-knrm-idf", "ConvKNRM matches n-grams, and idf exists for single words only"],
]);

/**
 * Creates the model called `name` for a vocabulary of this many ids, including
 * padding and unknown, or for words that are bags of sub-words.
 */
export function createModel(
  name: string,
  words: number | SubwordLexicon,
  options: ModelOptions = {},
): NeuralModel {
  return findModelKind(name).create(words, options);
}

/** The kind of model of a name. The `BAD_ARGUMENT` error lists the names. */
export function findModelKind(name: string): ModelKind {
  const kind = MODEL_KINDS.find((candidate) => candidate.name === name);
  if (kind !== undefined) return kind;
  const reason = IMPOSSIBLE.get(name);
  if (reason !== undefined) throw badArgument(`there is no ${name}: ${reason}`, { model: name });
  const names = MODEL_KINDS.map((candidate) => candidate.name);
  const suggestion = findNearestName(name, names);
  const hint = suggestion === undefined ? names.join(", ") : `did you mean ${suggestion}?`;
  throw badArgument(`there is no model ${quote(name)}: ${hint}`, { model: name });
}

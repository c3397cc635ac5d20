/** Words of an index, with the weights and the model that a request names. */

import type {
  WordListRequest,
  WordListResponse,
  WordRequest,
  WordResponse,
} from "../../../src/client/index.ts";
import { badArgument } from "../../../src/common/errors.ts";
import { describeWord, listWords, type WordSources } from "../../../src/retrieval.ts";
import { LIMITS } from "../limits.ts";
import type { Store, Version } from "./store.ts";

/** Most words in another order than that of bytes, which are held at once. */
const MAX_ORDERED = 100_000;

/** Which words, in which order, with which figures. */
export interface WordsInput extends WordListRequest {
  readonly index: string;
}

/** Which word, with which figures. */
export interface WordInput extends WordRequest {
  readonly index: string;
  readonly word: string;
}

/** Words of an index in the requested order. */
export async function listIndexWords(
  store: Store,
  { index, weights, model, timeout = LIMITS.timeout, ...options }: WordsInput,
  version?: Version,
): Promise<WordListResponse> {
  const { order = "frequency", offset = 0, limit = 0 } = options;
  if (order !== "term" && offset + limit > MAX_ORDERED) {
    throw badArgument(
      `offset and limit may reach word ${MAX_ORDERED} by ${order}, got ${offset + limit}; further words are listed with order=term`,
    );
  }
  const opened = await store.index(index, version);
  const sources = await openSources(store, index, { weights, model });
  return listWords(opened, { ...options, ...sources, timeout });
}

/** One word of an index. */
export async function describeIndexWord(
  store: Store,
  { index, word, timeout = LIMITS.timeout, ...names }: WordInput,
  version?: Version,
): Promise<WordResponse> {
  const opened = await store.index(index, version);
  const sources = await openSources(store, index, names);
  return describeWord(opened, word, { ...sources, timeout });
}

async function openSources(
  store: Store,
  index: string,
  { weights, model }: WordRequest,
): Promise<WordSources> {
  return {
    weights: weights === undefined ? undefined : await store.weights(index, weights),
    model: model === undefined ? undefined : await store.model(index, model),
  };
}

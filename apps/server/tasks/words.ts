/** Words of an index, with the weights and the model that a request names. */

import type {
  WordListRequest,
  WordListResponse,
  WordRequest,
  WordResponse,
} from "../../../src/client/index.ts";
import { describeWord, listWords, type WordSources } from "../../../src/retrieval.ts";
import type { Store, Version } from "./store.ts";

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
  { index, weights, model, ...options }: WordsInput,
  version?: Version,
): Promise<WordListResponse> {
  const opened = await store.index(index, version);
  const sources = await openSources(store, index, { weights, model });
  return listWords(opened, { ...options, ...sources });
}

/** One word of an index. */
export async function describeIndexWord(
  store: Store,
  { index, word, ...names }: WordInput,
  version?: Version,
): Promise<WordResponse> {
  const opened = await store.index(index, version);
  return describeWord(opened, word, await openSources(store, index, names));
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

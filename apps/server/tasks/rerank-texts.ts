/**
 * Scores of texts that come with the request: by a trained model of an index or
 * beside the indexes, or by BM25 among the texts themselves.
 */

import { badArgument, quote } from "../../../src/common/errors.ts";
import { scoreTexts } from "../../../src/retrieval.ts";
import type { Store } from "./store.ts";

/** A query and the texts to order. */
export interface RerankInput {
  /** `bm25`, a model's name, or `index/model` for a model of an index. */
  readonly model: string;
  readonly query: string;
  readonly texts: readonly string[];
}

/** One score per text; the higher the better. */
export interface TextScores {
  readonly scores: readonly number[];
  /** Whether the model itself gives scores between 0 and 1. */
  readonly isRelevance: boolean;
}

export async function rerankTexts(
  store: Store,
  { model, query, texts }: RerankInput,
): Promise<TextScores> {
  const [first = "", second, ...rest] = model.split("/");
  if (rest.length > 0)
    throw badArgument(`a model is "model" or "index/model", got ${quote(model)}`);
  const trained =
    model === "bm25"
      ? undefined
      : await store.model(second === undefined ? undefined : first, second ?? first);
  const isRelevance = trained?.description.options.activation === "sigmoid";
  return { scores: await scoreTexts(query, texts, trained), isRelevance };
}

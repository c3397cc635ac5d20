/**
 * Scores of texts that come with the request: by a trained model of an index or
 * beside the indexes, or by BM25 among the texts themselves.
 */

import { badArgument, quote } from "../../../src/common/errors.ts";
import type { TrainedModel } from "../../../src/scoring/index.ts";
import { indexInMemory, openReranker } from "../../../src/search/index.ts";
import type { Store } from "./store.ts";

/** A query and the texts to order. */
export interface RerankInput {
  /** `bm25`, a model's name, or `index/model` for a model of an index. */
  readonly model: string;
  readonly query: string;
  readonly texts: readonly string[];
}

/** One score per text; the higher the better. */
export async function rerankTexts(
  store: Store,
  { model, query, texts }: RerankInput,
): Promise<{ readonly scores: readonly number[] }> {
  const [first = "", second, ...rest] = model.split("/");
  if (rest.length > 0)
    throw badArgument(`a model is "model" or "index/model", got ${quote(model)}`);
  const trained =
    model === "bm25"
      ? undefined
      : await store.model(second === undefined ? undefined : first, second ?? first);
  const documents = texts.map((text, i) => ({ id: String(i), text }));
  const analysis = trained?.description.analysis;
  const reader = await indexInMemory(documents, analysis === undefined ? {} : { analysis });
  try {
    if (trained !== undefined) return { scores: await scoreByModel(trained, query, texts) };
    const { documents: rankedDocuments, scores } = await reader.searcher.rank(query, {
      top: texts.length,
    });
    const all = new Array<number>(texts.length).fill(0);
    for (const [i, document] of rankedDocuments.entries()) {
      all[Number(reader.snapshot.id(document))] = scores[i] as number;
    }
    return { scores: all };
  } finally {
    await reader.close();
  }

  async function scoreByModel(
    using: TrainedModel,
    queryText: string,
    documentTexts: readonly string[],
  ): Promise<number[]> {
    const reranker = await openReranker(using, reader);
    try {
      return [...(await reranker.scoreTexts(queryText, documentTexts))];
    } finally {
      await reranker.close();
    }
  }
}

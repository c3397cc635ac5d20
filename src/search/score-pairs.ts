/** Scores a stream of pairs of texts by a trained model: no index holds the documents. */

import type { TextPair } from "../collection/formats/index.ts";
import { mapAhead } from "../common/map-ahead.ts";
import type { TrainedModel } from "../scoring/model-folder.ts";
import type { Backend } from "../tensor/program.ts";
import { indexInMemory } from "./index-in-memory.ts";

/** Pairs per batch. */
const BATCH_SIZE = 64;

/** The same pairs in the same order, with the model's scores; the higher the better. */
export async function* scorePairs<P extends TextPair>(
  pairs: AsyncIterable<P> | Iterable<P>,
  model: TrainedModel,
  backend?: Backend,
): AsyncGenerator<P & { readonly score: number }> {
  const { openReranker } = await import("./trained-models.ts");
  const reader = await indexInMemory([], { analysis: model.description.analysis });
  try {
    const reranker = await openReranker(model, reader, backend);
    try {
      const scored = mapAhead(groupByQuery(pairs), reranker.concurrency, async (batch) => {
        const [{ query }] = batch;
        const texts = batch.map(({ document }) => document);
        return { batch, scores: await reranker.scoreTexts(query, texts) };
      });
      for await (const { batch, scores } of scored) {
        for (const [i, pair] of batch.entries()) yield { ...pair, score: scores[i] as number };
      }
    } finally {
      await reranker.close();
    }
  } finally {
    await reader.close();
  }
}

/** Consecutive pairs with the same query, at most a batch of them. */
async function* groupByQuery<P extends TextPair>(
  pairs: AsyncIterable<P> | Iterable<P>,
): AsyncGenerator<[P, ...P[]]> {
  let batch: P[] = [];
  for await (const pair of pairs) {
    const isFull = batch.length === BATCH_SIZE || batch[0]?.query !== pair.query;
    if (isFull && batch.length > 0) {
      yield batch as [P, ...P[]];
      batch = [];
    }
    batch.push(pair);
  }
  if (batch.length > 0) yield batch as [P, ...P[]];
}

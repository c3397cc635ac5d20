/** Scores texts that are not in an index for a query: by a trained model, or by BM25 among themselves. */

import { defined } from "../common/defined.ts";
import type { TrainedModel } from "../scoring/model-folder.ts";
import { indexInMemory } from "./index-in-memory.ts";

/** One score per text; the higher the better. Without a model, BM25 with the texts as the collection. */
export async function scoreTexts(
  query: string,
  texts: readonly string[],
  model?: TrainedModel,
): Promise<readonly number[]> {
  const documents = texts.map((text, i) => ({ id: String(i), text }));
  const reader = await indexInMemory(documents, defined({ analysis: model?.description.analysis }));
  try {
    if (model !== undefined) {
      const { openReranker } = await import("./trained-models.ts");
      const reranker = await openReranker(model, reader);
      try {
        return [...(await reranker.scoreTexts(query, texts))];
      } finally {
        await reranker.close();
      }
    }
    const ranking = await reader.searcher.rank(query, { top: texts.length });
    const scores = new Array<number>(texts.length).fill(0);
    for (const [i, document] of ranking.documents.entries()) {
      scores[Number(reader.snapshot.id(document))] = ranking.scores[i] as number;
    }
    return scores;
  } finally {
    await reader.close();
  }
}

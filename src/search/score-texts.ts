/** Scores texts that are not in an index for a query: by a trained model, or by BM25 among themselves. */

import type { TrainedModel } from "../scoring/model-folder.ts";
import { indexInMemory } from "./index-in-memory.ts";

/** One score per text; the higher the better. Without a model, BM25 with the texts as the collection. */
export async function scoreTexts(
  query: string,
  texts: readonly string[],
  model?: TrainedModel,
): Promise<readonly number[]> {
  if (model !== undefined) {
    const { scorePairs } = await import("./score-pairs.ts");
    const scores: number[] = [];
    const pairs = texts.map((document) => ({ query, document }));
    for await (const { score } of scorePairs(pairs, model)) scores.push(score);
    return scores;
  }
  const documents = texts.map((text, i) => ({ id: String(i), text }));
  const reader = await indexInMemory(documents);
  try {
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

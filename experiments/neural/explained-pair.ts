/** What a freshly trained model sees in two texts. */

import {
  explainPair,
  type PairExplanation,
  pairInsight,
  Reranker,
} from "../../src/reranking/index.ts";
import type { TrainedModel } from "../../src/scoring/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import type { NeuralWorkload } from "./neural-workload.ts";

/** The score of a pair of texts and what it is made of. */
export async function explainedPair(
  { reader }: NeuralWorkload,
  trained: TrainedModel,
  query: string,
  text: string,
): Promise<PairExplanation> {
  const backend = wasmBackend();
  const reranker = await Reranker.open(backend, trained, reader.snapshot, reader.analyzer);
  const [asked, read] = [reranker.sequences.query(query), reranker.sequences.text(text)];
  const [score = Number.NaN] = await reranker.scoreTexts(query, [text]);
  await reranker.close();
  const insight = await pairInsight(backend, trained, asked, read);
  return explainPair(trained, asked, read, score, { insight });
}

/** The words of a pair as labels; a word that the model does not know in brackets. */
export function labels(tokens: PairExplanation["query"]): readonly string[] {
  return tokens.map(({ word }) => word ?? "(unknown)");
}

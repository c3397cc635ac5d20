/** Explains the score of a freshly trained model for two texts. */

import {
  computePairInsight,
  explainPair,
  type PairExplanation,
  Reranker,
} from "../../src/reranking/index.ts";
import type { TrainedModel } from "../../src/scoring/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import type { NeuralWorkload } from "./neural-workload.ts";

/** The score of a pair of texts with its explanation. */
export async function explainTexts(
  { reader }: NeuralWorkload,
  trained: TrainedModel,
  query: string,
  text: string,
): Promise<PairExplanation> {
  const backend = wasmBackend();
  const reranker = await Reranker.open(backend, trained, reader.snapshot, reader.analyzer);
  const [queryTokens, documentTokens] = [
    reranker.sequences.query(query),
    reranker.sequences.text(text),
  ];
  const [score = Number.NaN] = await reranker.scoreTexts(query, [text]);
  await reranker.close();
  const insight = await computePairInsight(backend, trained, queryTokens, documentTokens);
  return explainPair(trained, queryTokens, documentTokens, score, { insight });
}

/** The words of a pair as labels; a word outside the vocabulary in brackets. */
export function toLabels(tokens: PairExplanation["query"]): readonly string[] {
  return tokens.map(({ word }) => word ?? "(unknown)");
}

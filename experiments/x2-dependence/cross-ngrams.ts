/**
 * ConvKNRM matches n-grams of different lengths with each other: the query “world cup” and the
 * document “worldcup”, with weights chosen by hand so that every cosine is known. Convolutions add
 * the vectors of their words.
 */

import type { Finding } from "../../src/analysis/finding.ts";
import { CONV_KNRM, createBatcher, createInputs, listVariables } from "../../src/models/index.ts";
import { wasmBackend } from "../../src/tensor/index.ts";

/** Ids 0 and 1 are reserved; then world, cup and worldcup, whose vector is the sum of the others. */
const [WORLD, CUP, WORLDCUP, VOCABULARY] = [2, 3, 4, 5];

const VALUES: Readonly<Record<string, readonly number[]>> = {
  embeddings: [0, 0, 0, 0, 1, 0, 0, 1, 1, 1],
  "convolution1.weights": [1, 0, 0, 1],
  "convolution1.bias": [0, 0],
  "convolution2.weights": [1, 0, 1, 0, 0, 1, 0, 1],
  "convolution2.bias": [0, 0],
};

/** Cosines of the query's n-grams with the document's word, by the length of the n-gram. */
export async function matchCrossNgrams(): Promise<Readonly<Record<1 | 2, readonly number[]>>> {
  const model = CONV_KNRM.create(VOCABULARY, { dimensions: 2, longest: 2, filters: 2 });
  const insight = model.insight?.(createInputs(model));
  if (insight?.kind !== "kernels" || insight.ngrams === undefined) return { 1: [], 2: [] };
  const matches = insight.ngrams.filter(({ document }) => document === 1);
  const session = await wasmBackend().open(listVariables(model));
  try {
    for (const each of listVariables(model)) {
      const size = each.shape.reduce<number>((product, axis) => product * Number(axis), 1);
      await session.write(each, VALUES[String(each.attributes.name)] ?? new Float32Array(size));
    }
    const outputs = Object.fromEntries(matches.map((each) => [each.query, each.matches]));
    const step = await session.prepare({ outputs });
    const pair = { query: [WORLD, CUP], document: [WORLDCUP] };
    const { outputs: cosines } = await step.run(createBatcher(model).pairs([pair]));
    return { 1: [...(cosines[1] ?? [])], 2: [...(cosines[2] ?? [])] };
  } finally {
    await session.close();
  }
}

/** S2.10: the bigram matches the word, which no single word of the query does. */
export async function createCrossNgramFinding(): Promise<Finding> {
  const cosines = await matchCrossNgrams();
  const [words, ngrams] = [Math.max(...cosines[1]), Math.max(...cosines[2])];
  return {
    claim: "S2.10",
    measured: `“world cup” and “worldcup” with weights chosen by hand: cosine of the two words together ${ngrams.toFixed(3)}, of each word ${words.toFixed(3)}`,
    verdict: ngrams > 0.999 && words < 0.8 ? "holds" : "fails",
  };
}

/**
 * The work of the training benchmarks: batches of 64 triples with a mean query
 * of 6 and a mean document of 59 tokens, words by Zipf's law over 100,000,
 * vectors of 300 dimensions; and 1,000 documents to re-rank for one query.
 * Written to a folder, so that every engine starts from the same bytes.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../src/common/index.ts";
import { createConvKnrm, initialiseConvKnrm } from "../src/models/conv-knrm.ts";
import type { TokenTriple } from "../src/models/index.ts";
import { createKnrm, initialiseKnrm } from "../src/models/knrm.ts";
import type { Tensor } from "../src/tensor/index.ts";

export const VOCABULARY = 100_002;
export const DIMENSIONS = 300;
const TRIPLES = 64;
const BATCHES = 8;
const RERANK_DOCUMENTS = 1000;

export type ModelName = "knrm" | "convKnrm";

export interface Workload {
  readonly batches: readonly (readonly TokenTriple[])[];
  readonly query: readonly number[];
  readonly documents: readonly (readonly number[])[];
}

/** Writes batches and initial weights. */
export function writeWorkload(
  folder: string,
  model: ModelName,
  seed: number,
  triples: number = TRIPLES,
): void {
  mkdirSync(folder, { recursive: true });
  const random = new Random(seed);
  const workload = sampleWorkload(random, triples);
  writeFileSync(join(folder, "workload.json"), JSON.stringify(workload));
  writeFileSync(join(folder, "workload.i32"), packWorkload(workload, triples));
  const values =
    model === "knrm"
      ? initialiseKnrm(createKnrm({ vocabulary: VOCABULARY }), random)
      : initialiseConvKnrm(createConvKnrm({ vocabulary: VOCABULARY }), random);
  for (const [variable, initial] of values) writeFileSync(toWeightPath(folder, variable), initial);
}

/** For programs without JSON: three counts, then every text as its length and its ids. */
function packWorkload({ batches, query, documents }: Workload, triples: number): Int32Array {
  const texts = [
    ...batches.flat().flatMap((triple) => [triple.query, triple.better, triple.worse]),
    query,
    ...documents,
  ];
  const counts = [triples, batches.length, documents.length];
  return Int32Array.from([
    ...counts,
    ...texts.flatMap((text) => [text.length, ...Array.from(text)]),
  ]);
}

export function readWorkload(folder: string): Workload {
  return JSON.parse(readFileSync(join(folder, "workload.json"), "utf8")) as Workload;
}

/** The initial values of a model's variables, as written. */
export function readWeights(
  folder: string,
  variables: readonly Tensor[],
): Map<Tensor, Float32Array> {
  return new Map(
    variables.map((variable) => {
      const bytes = readFileSync(toWeightPath(folder, variable));
      return [variable, new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)];
    }),
  );
}

function toWeightPath(folder: string, variable: Tensor): string {
  return join(folder, `${variable.attributes.name}.f32`);
}

function sampleWorkload(random: Random, triples: number): Workload {
  const draw = createZipfSampler(VOCABULARY - 2, random);
  const text = (minLength: number, maxLength: number): number[] =>
    Array.from({ length: minLength + random.below(maxLength - minLength + 1) }, () => draw() + 2);
  const query = (): number[] => text(2, 10);
  const document = (): number[] => text(18, 100);
  /** Puts some of the query's words into a document, so that there is something to learn. */
  const sampleRelevantDocument = (queryWords: readonly number[]): number[] => {
    const words = document();
    for (const word of queryWords) words[random.below(words.length)] = word;
    return words;
  };
  const triple = (): TokenTriple => {
    const queryWords = query();
    return { query: queryWords, better: sampleRelevantDocument(queryWords), worse: document() };
  };
  return {
    batches: Array.from({ length: BATCHES }, () => Array.from({ length: triples }, triple)),
    query: text(6, 6),
    documents: Array.from({ length: RERANK_DOCUMENTS }, document),
  };
}

/** Draws 0, 1, 2 … with probability proportional to 1 / (rank + 1). */
function createZipfSampler(count: number, random: Random): () => number {
  const sums = new Float64Array(count);
  let total = 0;
  for (let i = 0; i < count; i++) {
    total += 1 / (i + 1);
    sums[i] = total;
  }
  return () => {
    const target = random.uniform() * total;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] as number) <= target) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

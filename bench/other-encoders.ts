/**
 * Are the vectors of other encoders those of sentence-transformers? For folders that
 * bench/peers/encode/other-encoders.py has made of the weights of BGE, E5 or others of the BERT family. The
 * encoder is opened as a person would: by its folder, which says how it wants to be read.
 *
 * Run: npm run bench -- other-encoders <folder>…
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { InputVector } from "../src/dense/vectors/index.ts";
import { openEncoder } from "../src/search/index.ts";

interface Reference {
  readonly texts: readonly string[];
  readonly queries: readonly InputVector[];
  readonly documents: readonly InputVector[];
}

for (const folder of process.argv.slice(2)) {
  const file = join(folder, "reference.json");
  const { texts, queries, documents } = JSON.parse(readFileSync(file, "utf8")) as Reference;
  const encoder = await openEncoder(folder);
  const queryVectors = await Promise.all(texts.map((text) => encoder.query(text)));
  const documentVectors = await encoder.documents(texts);
  const formatMinCosine = (ours: readonly InputVector[], theirs: readonly InputVector[]): string =>
    Math.min(...ours.map((vector, i) => cosine(vector, theirs[i] as InputVector))).toFixed(6);
  console.log(
    `${encoder.name}: least cosine with sentence-transformers ${formatMinCosine(queryVectors, queries)} of queries, ${formatMinCosine(documentVectors, documents)} of documents`,
  );
  await encoder.close?.();
}

function cosine(a: InputVector, b: InputVector): number {
  const dot = (x: InputVector, y: InputVector): number =>
    Array.from(x).reduce((sum, value, i) => sum + value * (y[i] as number), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

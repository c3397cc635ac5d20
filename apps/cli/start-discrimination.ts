/**
 * The part of `termwise start` that learns which words matter: term weights for
 * BM25 from the training queries, a pruned index, and its run of the test
 * queries, beside the BM25 that was tuned on the same queries.
 */

import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Collection, readSplit } from "../../src/collection/index.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import {
  formatWeightLines,
  type LearnedWeighting,
  learnTermWeights,
} from "../../src/discrimination/index.ts";
import { type Embeddings, openVectors } from "../../src/embeddings/index.ts";
import { listOwnFiles, removeOwnFiles } from "../../src/index/commits/index.ts";
import {
  computeIndexStatistics,
  type IndexStatistics,
  writePrunedIndex,
} from "../../src/index/index.ts";
import { createIndexRetriever, runQueries } from "../../src/ranking/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { saveWeights } from "../server/serve.ts";
import { createFolderAtomically } from "./atomic-folder.ts";
import type { CommandContext } from "./command.ts";
import { formatMegabytes } from "./format-bytes.ts";
import { type OpenIndex, withIndex } from "./open-index.ts";
import { type TimedRun, VECTORS } from "./start-rerankers.ts";
import { timeSearches } from "./time-searches.ts";

const TUNED = "bm25 tuned";
const NAME = "bm25 learned";

/** The runs of tuned BM25 and on the pruned index, or a note that says why there are none. */
export async function runDiscrimination(
  collection: Collection,
  index: OpenIndex,
  folder: string,
  context: CommandContext,
): Promise<{ readonly runs: readonly TimedRun[]; readonly notes: readonly string[] }> {
  let learned: LearnedWeighting;
  try {
    const { queries, judgements } = await readSplit(collection, "train");
    learned = await learnTermWeights(index.snapshot, {
      ...{ queries, judgements, progress: context.progress },
      vectors: await openWordVectors(context),
      threads: availableParallelism(),
    });
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    return { runs: [], notes: [`without ${NAME}: ${error.message}`] };
  }
  const { weights, ranker, rule, report } = learned;
  const target = join(folder, "wordnet-pruned");
  await removeFormerIndex(target);
  await createFolderAtomically(target, async (folderPath) =>
    writePrunedIndex(index.snapshot, await NodeDirectory.open(folderPath), weights, {
      ranker,
      ...(rule && { rule }),
    }),
  );
  await saveForPage(folder, learned);
  const { queries } = await readSplit(collection, "test");
  const timeRun = async (
    { searcher }: Pick<OpenIndex, "searcher">,
    way: string,
    name: string,
  ): Promise<TimedRun> => {
    const startTime = performance.now();
    const retriever = createIndexRetriever(searcher, { ranker: way });
    const run = await runQueries(retriever, queries, { name, progress: context.progress });
    return { run, milliseconds: (performance.now() - startTime) / queries.length };
  };
  const tuned = await timeRun(index, report.tuned.ranker, TUNED);
  return withIndex(target, async (pruned) => {
    const [before, after] = [
      computeIndexStatistics(index.snapshot),
      computeIndexStatistics(pruned.snapshot),
    ];
    const learnedRun = await timeRun(pruned, ranker, NAME);
    const [tunedMs, learnedMs] = await timeSearches(
      [
        { index, ranker: report.tuned.ranker },
        { index: pruned, ranker },
      ],
      queries,
    );
    return {
      runs: [tuned, learnedRun],
      notes: [
        `${TUNED} is ${report.tuned.ranker}, chosen on the training queries`,
        formatSavings(before, after, [tunedMs as number, learnedMs as number]),
      ],
    };
  });
}

/** Says what became smaller and faster, and what did not. */
function formatSavings(
  before: IndexStatistics,
  after: IndexStatistics,
  [tunedMs, learnedMs]: readonly [number, number],
): string {
  const texts = ({ bytesByKind }: IndexStatistics): number => bytesByKind.stored ?? 0;
  const sizes = `${formatMegabytes(after.bytes)} instead of ${formatMegabytes(before.bytes)}, ${formatMegabytes(after.bytes - texts(after))} instead of ${formatMegabytes(before.bytes - texts(before))} without texts`;
  const change = (from: number, to: number, less: string, more: string): string => {
    const percent = Math.round(100 * Math.abs(1 - to / from));
    return percent === 0 ? `not ${less}` : `${percent} % ${to < from ? less : more}`;
  };
  const share = (100 * (1 - after.postings / before.postings)).toFixed(0);
  return `${NAME} searches an index that is ${change(before.bytes, after.bytes, "smaller", "larger")} (${sizes}; ${share} % of the postings dropped) and ${change(tunedMs, learnedMs, "faster", "slower")} than ${TUNED} (${learnedMs.toFixed(2)} instead of ${tunedMs.toFixed(2)} ms of processor time per query for the best 1,000, in turns)`;
}

/** The page compares the weights with other systems on the whole index. */
async function saveForPage(folder: string, learned: LearnedWeighting): Promise<void> {
  const { ranker, report } = learned;
  const table = [...formatWeightLines(learned)].map((line) => `${line}\n`).join("");
  const summary = { id: "learned", at: new Date().toISOString(), ranker, report };
  await saveWeights({ root: folder }, "wordnet-index", summary, table);
}

/** Undefined where the package cannot be had: weights then come from statistics alone. */
async function openWordVectors(context: CommandContext): Promise<Embeddings | undefined> {
  try {
    return (await openVectors(context.files, VECTORS, context)).vectors;
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    context.note(`learning term weights without word vectors: ${error.message}`);
    return undefined;
  }
}

/** Removes the files of the index that an earlier start has made. */
async function removeFormerIndex(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const directory = await NodeDirectory.openExisting(folder);
  await removeOwnFiles(directory, await listOwnFiles(directory));
}

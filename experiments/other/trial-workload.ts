/** Everything that many learnings on one collection share: the index in memory, queries and tuning. */

import { openDataset, parseCollectionSplit, type Split } from "../../src/collection/index.ts";
import { Random } from "../../src/common/random.ts";
import { type LearningSource, openLearningSource } from "../../src/discrimination/learning-data.ts";
import {
  createTrainingQueries,
  type TrainingQuery,
} from "../../src/discrimination/training-queries.ts";
import { ModelTuner, type TunedBaseline } from "../../src/discrimination/tune-model.ts";
import type { Embeddings } from "../../src/embeddings/index.ts";
import { buildIndex, IndexSnapshot } from "../../src/index/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { type Analyzer, openAnalyzer } from "../../src/text/index.ts";
import type { ExperimentEnvironment } from "../experiment.ts";
import { divideQueries } from "../query-division.ts";

/** Queries to draw from, with the values of settings on them, and queries to report on. */
export interface TrialPart {
  readonly pool: readonly TrainingQuery[];
  readonly test: readonly TrainingQuery[];
  /** The model tuned on some queries of the pool, at most 500. */
  tune(positions: readonly number[]): TunedBaseline;
}

export interface TrialWorkload {
  readonly index: IndexSnapshot;
  readonly analyzer: Analyzer;
  readonly source: LearningSource;
  readonly parts: readonly TrialPart[];
  readonly protocol: string;
}

/** As in learning itself. */
const MAX_TUNING_QUERIES = 500;

export async function openTrialWorkload(
  name: string,
  { maxPool, maxTest }: { readonly maxPool: number; readonly maxTest: number },
  vectors: Embeddings | undefined,
  { files, collections, findPackage }: ExperimentEnvironment,
): Promise<TrialWorkload> {
  const { collection: path } = parseCollectionSplit(name);
  const collection = await openDataset(files, path, { collections, findPackage });
  const directory = new MemoryDirectory();
  await buildIndex(directory, collection.documents(), { analysis: { stopWords: "none" } });
  const index = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(index.settings.analysis);
  const source = await openLearningSource(index, { vectors });
  const { matrix, view, stopTerms } = source;
  const { parts, protocol } = await divideQueries(collection, name, maxTest);
  const convert = ({ queries, judgements }: Split): TrainingQuery[] => {
    const terms = queries.map((query) => ({ ...query, terms: analyzer.terms(query.text) }));
    return createTrainingQueries(view, matrix, { queries: terms, judgements });
  };
  return {
    ...{ index, analyzer, source, protocol },
    parts: parts.map(({ training, test }) => {
      const all = new Random(1).split("pool").shuffle(convert(training));
      const pool = all.slice(0, maxPool);
      const tuner = new ModelTuner(matrix, pool, "bm25", stopTerms, "kept");
      return {
        pool,
        test: convert(test),
        tune: (positions) => tuner.tune(positions.slice(0, MAX_TUNING_QUERIES)),
      };
    }),
  };
}

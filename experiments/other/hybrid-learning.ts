/** The keyword side of the hybrid table: k1 and b of BM25, and term weights. */

import type { Judgements } from "../../src/collection/run.ts";
import { learnTermWeights } from "../../src/discrimination/index.ts";
import { type Embeddings, openVectors } from "../../src/embeddings/index.ts";
import { gridSettings } from "../../src/ranking/index.ts";
import { tune } from "../../src/ranking/tuning.ts";
import type { IndexReader, WeightsSource } from "../../src/search/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import type { HybridPart } from "./hybrid-queries.ts";

const GRID = "k1=0.4|0.6|0.9|1.2|1.6|2,b=0.3|0.5|0.75|0.9";

/** Maximum number of queries for tuning k1 and b: more cost time and change little. */
const MAX_TUNING_QUERIES = 500;

/** Minimum number of queries for learning weights. */
const MIN_LEARNING_QUERIES = 30;

/** The BM25 that is best on the queries to learn from. */
export async function tuneBm25(
  { searcher }: IndexReader,
  { trainingQueries }: HybridPart,
  judgements: Judgements,
): Promise<string> {
  const settings = gridSettings("bm25", GRID);
  const [best] = await tune(
    searcher,
    trainingQueries.slice(0, MAX_TUNING_QUERIES),
    judgements,
    settings,
    {
      measure: "nDCG@10",
    },
  );
  return best?.ranker ?? "bm25";
}

/** Term weights, or the reason why there are none. */
export async function learnHybridWeights(
  { snapshot }: IndexReader,
  { trainingQueries: queries }: HybridPart,
  judgements: Judgements,
  request: ExperimentRequest,
  { files, findPackage, progress }: ExperimentEnvironment,
): Promise<WeightsSource | string> {
  if (queries.length < MIN_LEARNING_QUERIES) {
    return `${queries.length} queries, ${MIN_LEARNING_QUERIES} are needed`;
  }
  const named = request.text("vectors");
  let vectors: Embeddings | undefined;
  if (named !== "none") vectors = (await openVectors(files, named, { findPackage })).vectors;
  const threads = request.number("threads");
  const learningOptions = {
    vectors,
    threads,
    seed: 1,
    keep: 1,
    lengths: "index",
    progress,
  } as const;
  return learnTermWeights(snapshot, { queries, judgements, ...learningOptions });
}

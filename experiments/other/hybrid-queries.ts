/**
 * Which queries the table of words and meaning learns from and which it reports
 * on: the training queries and the others where a collection has some, else one
 * half and the other, both ways.
 */

import { type Collection, type Query, readSplit } from "../../src/collection/index.ts";
import type { Judgements } from "../../src/collection/run.ts";
import { judgedQueries } from "../../src/ranking/index.ts";
import { readEvaluationSplit } from "../evaluation-split.ts";

/** Queries to learn from and queries to report on, none of them the same. */
export interface HybridPart {
  readonly trainingQueries: readonly Query[];
  readonly testQueries: readonly Query[];
}

/** The parts of a collection, with all judgements. */
export interface HybridQueries {
  readonly parts: readonly HybridPart[];
  /** All queries of the reported split, in its order, for which there are vectors. */
  readonly encoded: readonly Query[];
  readonly judgements: Judgements;
  /** Whether the queries learned from are training queries: enough of them for a model that re-ranks. */
  readonly hasTraining: boolean;
  readonly protocol: string;
}

/** Queries with a relevant document; at most as many as asked for, drawn by a seed. */
export async function readHybridQueries(
  collection: Collection,
  split: string | undefined,
  { train, test }: { readonly train: number; readonly test: number },
): Promise<HybridQueries> {
  const reported = await readEvaluationSplit(collection, split);
  const testQueries = judgedQueries(reported, { maxQueries: test });
  const training =
    collection.splits.includes("train") && reported.name !== "train"
      ? await readSplit(collection, "train")
      : undefined;
  const ids = new Set(reported.queries.map(({ id }) => id));
  const trainingQueries =
    training === undefined
      ? []
      : judgedQueries(training, { maxQueries: train }).filter(({ id }) => !ids.has(id));
  if (training !== undefined && trainingQueries.length > 0) {
    return {
      parts: [{ trainingQueries, testQueries }],
      encoded: reported.queries,
      judgements: new Map([...training.judgements, ...reported.judgements]),
      hasTraining: true,
      protocol: `learned from ${trainingQueries.length} training queries`,
    };
  }
  const halves = [0, 1].map((parity) => testQueries.filter((_, i) => i % 2 === parity));
  return {
    parts: halves.map((half, i) => ({ trainingQueries: halves[1 - i] ?? [], testQueries: half })),
    encoded: reported.queries,
    judgements: reported.judgements,
    hasTraining: false,
    protocol: "learned from one half of the queries and used on the other, both ways",
  };
}

/**
 * Trained rows compared with each other: tests over queries, intervals over queries and seeds, and
 * for a trained baseline whether it can carry a claim.
 */

import { Random } from "../../src/common/random.ts";
import type { Candidates } from "../../src/ranking/index.ts";
import {
  averageOverSeeds,
  compareSystems,
  type SystemComparison,
  type SystemPair,
} from "../compare-systems.ts";
import { findBaselineDefect } from "../testable-baseline.ts";
import type { NeuralWorkload } from "./neural-workload.ts";
import { computeQueryValues, type MeasuredValues } from "./query-values.ts";
import { type SystemRow, toSeedsByName } from "./system-rows.ts";
import { tuneBaseline } from "./tune-baseline.ts";

/** The test queries in random order, and by tuned BM25. */
export interface RowReferences {
  readonly chance: MeasuredValues;
  readonly bm25: MeasuredValues;
}

/** Random orders of each list of candidates. */
const SHUFFLES = 20;

/** The references of a workload. */
export async function measureReferences(workload: NeuralWorkload): Promise<RowReferences> {
  const { test: bm25 } = await tuneBaseline(workload, "bm25");
  return { chance: measureChance(workload), bm25 };
}

/** The mean of every query over random orders of its candidates. */
function measureChance(workload: NeuralWorkload): MeasuredValues {
  const shuffled = Array.from({ length: SHUFFLES }, (_, i) => {
    const random = new Random(1).split(`chance ${i}`);
    return computeQueryValues(
      workload,
      workload.test.map((query) => shuffleCandidates(query, workload.limits.top, random)),
    );
  });
  const names = Object.keys(shuffled[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, averageOverSeeds(shuffled.map((values) => values[name] ?? []))]),
  );
}

/** The first `top` documents in random order. */
function shuffleCandidates(query: Candidates, top: number, random: Random): Candidates {
  const documents = random.shuffle(query.documents.slice(0, top));
  return { ...query, documents, scores: Float64Array.from(documents, (_, i) => -i) };
}

/** All pairs by one measure at the chosen or the full depth, corrected together. */
export function compareRows(
  rows: readonly SystemRow[],
  references: RowReferences,
  measure: string,
  at: "test" | "testDeep",
  pairs: readonly SystemPair[],
): readonly SystemComparison[] {
  const values = new Map(rows.map((row) => [row.name, row[at][measure] ?? []]));
  const compared = compareSystems(values, pairs, toSeedsByName(rows, measure, at));
  const isTrained = (name: string): boolean =>
    rows.some((row) => row.name === name && row.outcomes.length > 0);
  const [chance, bm25] = [references.chance[measure] ?? [], references.bm25[measure] ?? []];
  return compared.map((each) => {
    if (!isTrained(each.baseline)) return each;
    const defect = findBaselineDefect(values.get(each.baseline) ?? [], { chance, bm25 });
    return defect === undefined ? each : { ...each, defect };
  });
}

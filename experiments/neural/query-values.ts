/** The measures of every query for a ranking. */

import { compareBytes } from "../../src/common/bytes/index.ts";
import { evaluate, type MeasureSetting, parseMeasure } from "../../src/evaluation/index.ts";
import type { Candidates } from "../../src/ranking/index.ts";
import type { IndexReader } from "../../src/search/index.ts";
import type { NeuralWorkload } from "./neural-workload.ts";

/** Values by measure, one per query in the order of `listQueryIds`. */
export type MeasuredValues = Readonly<Record<string, readonly number[]>>;

/** The measures of every outcome: those of the papers and that of the collection. */
export function listMeasures({ measure }: NeuralWorkload): readonly MeasureSetting[] {
  return ["RR@10", "R@10", measure.name]
    .filter((name, i, all) => all.indexOf(name) === i)
    .map((name) => parseMeasure(name));
}

/** Values by measure, in the order of `listQueryIds`. */
export function computeQueryValues(
  workload: NeuralWorkload,
  queries: readonly Candidates[],
): MeasuredValues {
  const measures = listMeasures(workload);
  return computeValues(queries, workload.reader, measures);
}

/** The same for any measures. Indexes of the same documents number them equally. */
export function computeValues(
  queries: readonly Candidates[],
  { snapshot }: IndexReader,
  measures: readonly MeasureSetting[],
): MeasuredValues {
  const judgements = new Map(queries.map(({ query, judged }) => [query.id, judged]));
  const rankings = queries.map(({ query, documents, scores }) => {
    const ids = Array.from(documents, (document) => snapshot.id(document));
    return [query.id, { documents: ids, scores }] as const;
  });
  const run = { name: "run", rankings: new Map(rankings) };
  const evaluated = evaluate(run, judgements, measures, {
    queries: queries.map(({ query }) => query.id),
  });
  return Object.fromEntries(
    evaluated.measures.map(({ measure, perQuery }) => [measure.name, [...perQuery]]),
  );
}

/** The ids of queries in the order of their values: byte order, as in `evaluate`. */
export function listQueryIds(queries: readonly Candidates[]): readonly string[] {
  return queries.map(({ query }) => query.id).sort(compareBytes);
}

/** Judgements as a table (CSV) on the page: several raters in, one grade per document stored. */

import { combineRaters, measureAgreement } from "../../../../src/analysis/judging/index.ts";
import type { WireJudgedQuery } from "../../../../src/client/index.ts";
import {
  formatJudgementTable,
  readJudgementTable,
} from "../../../../src/collection/formats/index.ts";
import { MemoryFiles } from "../../../../src/storage/memory-files.ts";

/** Judged queries of a table, and how far its raters agree as a sentence. */
export interface ImportedTable {
  readonly queries: readonly WireJudgedQuery[];
  /** Empty for one rater. */
  readonly agreement: string;
}

/** Reads a table. Where raters differ, the median grade counts, the lower one of two. */
export async function importTable(name: string, text: string): Promise<ImportedTable> {
  const rated = await readJudgementTable(new MemoryFiles({ [name]: text }), name);
  const queries = new Map<string, { id: string; text: string; grades: [string, number][] }>();
  for (const { query: id, text: words = id, document, grade } of combineRaters(rated)) {
    const query = queries.get(id) ?? { id, text: words, grades: [] };
    query.grades.push([document, grade]);
    queries.set(id, query);
  }
  return {
    // Not by assignment, which would lose a document named `__proto__`.
    queries: [...queries.values()].map(({ grades, ...query }) => {
      return { ...query, relevant: Object.fromEntries(grades) };
    }),
    agreement: describeAgreement(measureAgreement(rated)),
  };
}

function describeAgreement({ raters, pairs, fleiss }: ReturnType<typeof measureAgreement>): string {
  const [pair] = pairs;
  if (pair === undefined || fleiss === undefined) return "";
  const isPair = raters.length === 2;
  const { kappa, items } = isPair ? pair : fleiss;
  const name = isPair ? "Cohen's" : "Fleiss'";
  const value = Number.isFinite(kappa) ? kappa.toFixed(2) : "undefined, as all grades are equal";
  return `${raters.length} raters agree with ${name} kappa ${value} on ${items} documents; their median grades are stored.`;
}

/** All judgements as a table. */
export function exportTable(queries: readonly WireJudgedQuery[]): string {
  return formatJudgementTable(
    queries.flatMap(({ id, text, relevant }) =>
      Object.entries(relevant).map(([document, grade]) => ({ query: id, text, document, grade })),
    ),
  );
}

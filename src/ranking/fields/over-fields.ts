/** Queries of rankers that know nothing of fields, over a single field: each clause has that field as its part. */

import type { ViewField } from "../../index/snapshots/index.ts";
import type { PreparedQuery } from "../prepared-query.ts";

/** Undefined where several fields are read as one text: no list holds the words of all of them. */
export function overFields(
  prepared: PreparedQuery,
  fields: readonly ViewField[],
): PreparedQuery | undefined {
  const { clauses, documentPart } = prepared;
  if (clauses.every(({ parts }) => parts !== undefined)) return prepared;
  const [field, ...others] = fields;
  if (field === undefined || others.length > 0 || documentPart !== undefined) return undefined;
  const { name, view } = field;
  if (clauses.some(({ isTerm, parts }) => !isTerm || parts !== undefined)) return undefined;
  return {
    clauses: clauses.map((clause) => {
      const { label: term, weight, match, isMonotone = false, facts } = clause;
      return {
        ...clause,
        parts: [{ name, view, term, weight, match, isMonotone, facts }],
        isSum: true,
        combine: (document: number, frequencies: ArrayLike<number>) =>
          match(frequencies[0] as number, view.length(document)),
      };
    }),
  };
}

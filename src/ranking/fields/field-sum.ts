/**
 * The weighted sum of the scores of fields: each field is ranked as an index of
 * its own by a ranker over single terms, with its own idf and lengths.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import type { Clause, DocumentScorer, PreparedQuery } from "../prepared-query.ts";
import { type BagRanker, countTerms, type Ranker } from "../ranker.ts";
import { createFieldClause, type FieldCombination, type WordField } from "./field-clause.ts";
import { formatTerm, getFields } from "./view-fields.ts";

/** A ranker that adds up the scores of `base` in each field, times the weight of the field. */
export function fieldSum(base: BagRanker): Ranker {
  return {
    usesFields: true,
    prepare: async (view, query, scope = {}) => {
      const bag = countTerms(query);
      const fields = getFields(view);
      const prepared: PreparedQuery[] = [];
      for (const field of fields) prepared.push(await base.prepare(field.view, query, scope));
      const clauses: Clause[] = [];
      for (const [term, queryWeight] of bag) {
        const words = fields.flatMap((field, i) => {
          const clause = prepared[i]?.clauses.find(({ label }) => label === term);
          return clause === undefined ? [] : [{ field, clause }];
        });
        if (words.length > 0) clauses.push(createSumClause(view, term, queryWeight, words));
      }
      const part = createLengthPart(fields, prepared);
      return part === undefined ? { clauses } : { clauses, documentPart: part };
    },
  };
}

function createSumClause(
  view: IndexView,
  term: string,
  queryWeight: number,
  words: readonly { field: ReturnType<typeof getFields>[number]; clause: Clause }[],
): Clause {
  const scorers = words.map(({ field, clause: { weight, match } }) => {
    const factor = field.weight * weight;
    return (frequency: number, length: number): number => factor * match(frequency, length);
  });
  const fields = words.map(
    ({ field, clause }): WordField => ({
      field,
      statistics: clause.statistics,
      weight: field.weight * clause.weight,
      match: clause.match,
      isMonotone: clause.isMonotone === true,
      isConcave: clause.isConcave === true,
      facts: () => ({ fieldWeight: field.weight, ...clause.facts, weight: clause.weight }),
    }),
  );
  const share = (document: number, frequency: number, i: number): number => {
    if (frequency === 0) return 0;
    const { view: own } = (words[i] as (typeof words)[number]).field;
    return (scorers[i] as WordField["match"])(frequency, own.length(document));
  };
  const combine: FieldCombination = (document, frequencies) => {
    let sum = 0;
    for (let i = 0; i < words.length; i++) sum += share(document, frequencies[i] as number, i);
    return sum;
  };
  const [{ clause: first }] = words as [(typeof words)[number]];
  return createFieldClause({
    label: formatTerm(term),
    term,
    statistics: () => view.term(term) ?? first.statistics,
    weight: 1,
    fields,
    combine,
    shares: (document, frequencies) =>
      words.map((_, i) => share(document, frequencies[i] as number, i)),
    formula: `sum over fields of fieldWeight·weight·match, with match = ${first.formula}`,
    facts: { queryWeight },
  });
}

/** The scores of the lengths of fields; undefined for a base that does not score lengths. */
function createLengthPart(
  fields: ReturnType<typeof getFields>,
  prepared: readonly PreparedQuery[],
): PreparedQuery["documentPart"] {
  if (prepared.every(({ documentPart }) => documentPart === undefined)) return undefined;
  return {
    label: "length",
    open: () => {
      const parts = prepared.map(({ documentPart }) => documentPart?.open());
      const scorer: DocumentScorer = (document) => {
        let sum = 0;
        for (const [i, { weight, view }] of fields.entries()) {
          const score = parts[i]?.(document, view.length(document)) ?? 0;
          sum += weight * score;
        }
        return sum;
      };
      return scorer;
    },
  };
}

/**
 * The clause of one word over several fields: a list of the documents that have
 * it in one of them, whose frequency is what the fields make of it together.
 *
 * Traversals see one clause per word, so that `minMatch`, totals and ties are
 * those of an index without fields. Each field is a part with a match function
 * of its own, which grows with frequency, shrinks with the length of the field
 * and bounds what the field can add to the score.
 */

import {
  MultiFieldCursor,
  type PostingsCursor,
  type TermStatistics,
  type ViewField,
} from "../../index/snapshots/index.ts";
import { openPostings } from "../postings-list.ts";
import type { Clause, ClausePart } from "../prepared-query.ts";

/** What the word of a clause is in one field. */
export interface WordField {
  readonly field: ViewField;
  readonly statistics: TermStatistics;
  /** A posting adds at most weight · match to the score; exactly that if the fields are added up. */
  readonly weight: number;
  readonly match: (frequency: number, length: number) => number;
  readonly isMonotone: boolean;
  readonly isConcave: boolean;
  /** Numbers behind the match, for explanations. */
  readonly facts: () => Readonly<Record<string, number>>;
}

/** What all fields make of a word in a document; `frequencies` is 0 where a field lacks it. */
export type FieldCombination = (document: number, frequencies: ArrayLike<number>) => number;

/** A clause over the fields that have the word, in their order. */
export function createFieldClause({
  label,
  term,
  statistics,
  weight,
  fields,
  combine,
  shares,
  saturate = identity,
  isExact = false,
  areOddsAdded = false,
  formula,
  facts,
}: {
  readonly label: string;
  readonly term: string;
  /** Asked when somebody needs them: scores may need those of fields alone. */
  readonly statistics: () => TermStatistics;
  readonly weight: number;
  readonly fields: readonly WordField[];
  readonly combine: FieldCombination;
  /** What each field contributes to `combine`, for explanations. */
  readonly shares: (document: number, frequencies: ArrayLike<number>) => readonly number[];
  /** What the match makes of the combination. */
  readonly saturate?: (combined: number) => number;
  /** The bounds of the fields add up to the score although it is saturated, as those of one field do. */
  readonly isExact?: boolean;
  /** As of a clause. */
  readonly areOddsAdded?: boolean;
  readonly formula: string;
  readonly facts: Readonly<Record<string, number>>;
}): Clause {
  const openCursors = (): PostingsCursor[] =>
    fields.map(({ field }) => openPostings(field.view, term));
  const parts = fields.map(
    ({ field, weight: partWeight, facts: own, statistics: ofField, ...bounds }): ClausePart => ({
      name: field.name,
      view: field.view,
      term,
      weight: partWeight,
      match: bounds.match,
      isMonotone: bounds.isMonotone,
      isConcave: bounds.isConcave,
      facts: () => ({ ...ofField, ...own() }),
    }),
  );
  return {
    label,
    get statistics() {
      return statistics();
    },
    weight,
    match: saturate,
    formula,
    isTerm: true,
    facts,
    open: () => new MultiFieldCursor(openCursors(), combine),
    parts,
    isSum: saturate === identity || isExact,
    areOddsAdded,
    combine: (document, frequencies) => saturate(combine(document, frequencies)),
    shares,
  };
}

function identity(combined: number): number {
  return combined;
}

/** The fields of a word that have it. */
export function findFieldsWithTerm<T extends ViewField>(
  fields: readonly T[],
  term: string,
): { readonly field: T; readonly statistics: TermStatistics }[] {
  return fields.flatMap((field) => {
    const statistics = field.view.term(term);
    return statistics === undefined ? [] : [{ field, statistics }];
  });
}

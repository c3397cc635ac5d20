/**
 * The clause of one word over several fields: a list of the documents that contain
 * it in one of them, with the combined match as frequency.
 *
 * Traversals see one clause per word, so `minMatch`, totals and ties work as in an
 * index without fields. Each field is a part with its own match function, which
 * grows with frequency, shrinks with the length of the field and bounds the
 * contribution of the field.
 */

import {
  MultiFieldCursor,
  type PostingsCursor,
  type TermStatistics,
  type ViewField,
} from "../../index/snapshots/index.ts";
import { openPostings } from "../postings-list.ts";
import type { Clause, ClausePart } from "../prepared-query.ts";

/** The word of a clause in one field. */
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

/**
 * The combined match of a word in a document over all fields; `frequencies` is 0
 * where a field lacks the word.
 */
export type FieldCombination = (document: number, frequencies: ArrayLike<number>) => number;

/** A clause over the fields that contain the word, in their order. */
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
  /** Computed lazily: scores may need the statistics of fields only. */
  readonly statistics: () => TermStatistics;
  readonly weight: number;
  readonly fields: readonly WordField[];
  readonly combine: FieldCombination;
  /** The contribution of each field to `combine`, for explanations. */
  readonly shares: (document: number, frequencies: ArrayLike<number>) => readonly number[];
  /** Turns the combination into the match. */
  readonly saturate?: (combined: number) => number;
  /**
   * The bounds of the fields add up to the score although it is saturated, as those
   * of a single field do.
   */
  readonly isExact?: boolean;
  /** As in a clause. */
  readonly areOddsAdded?: boolean;
  readonly formula: string;
  readonly facts: Readonly<Record<string, number>>;
}): Clause {
  const openCursors = (): PostingsCursor[] =>
    fields.map(({ field }) => openPostings(field.view, term));
  const parts = fields.map(
    ({
      field,
      weight: partWeight,
      facts: own,
      statistics: fieldStatistics,
      ...bounds
    }): ClausePart => ({
      name: field.name,
      view: field.view,
      term,
      weight: partWeight,
      match: bounds.match,
      isMonotone: bounds.isMonotone,
      isConcave: bounds.isConcave,
      facts: () => ({ ...fieldStatistics, ...own() }),
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

/** The fields that contain a word. */
export function findFieldsWithTerm<T extends ViewField>(
  fields: readonly T[],
  term: string,
): { readonly field: T; readonly statistics: TermStatistics }[] {
  return fields.flatMap((field) => {
    const statistics = field.view.term(term);
    return statistics === undefined ? [] : [{ field, statistics }];
  });
}

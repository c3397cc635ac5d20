/**
 * A query over fields in which some words expand to several terms, in a form that
 * the kernels can search: with a part for each term in each field.
 *
 * Matches are concave in the frequency and 0 at 0, so the sum of the parts is never
 * below the match of all of them together: a bound. The score comes from the
 * frequencies, which are added by the factors of the terms, in their order, and
 * combined as in a plain traversal, so it is the same to the last bit.
 */

import { defined } from "../../common/defined.ts";
import {
  type IndexView,
  MultiFieldCursor,
  type PostingsCursor,
} from "../../index/snapshots/index.ts";
import { openPostings } from "../postings-list.ts";
import type { Clause, ClausePart, PreparedQuery } from "../prepared-query.ts";
import { scaleMatch } from "../scorers/scale-match.ts";
import { ExpandedIndex } from "../syntax/expanded-index.ts";

/** Undefined for a query with phrases or with matches that are not concave. */
export function expandFieldParts({
  clauses,
  documentPart,
  boost,
}: PreparedQuery): PreparedQuery | undefined {
  if (documentPart !== undefined) return undefined;
  const split: Clause[] = [];
  for (const clause of clauses) {
    const splitResult = splitClause(clause);
    if (splitResult === undefined) return undefined;
    split.push(splitResult);
  }
  return { clauses: split, ...defined({ boost }) };
}

/** A term in the lists of one field, with the weight of an occurrence. */
interface PartTerm {
  readonly view: IndexView;
  readonly term: string;
  readonly factor: number;
}

function splitClause(clause: Clause): Clause | undefined {
  const { parts, combine } = clause;
  if (parts === undefined || combine === undefined) return undefined;
  const terms = parts.map(findPartTerms);
  const areResolved = terms.every((each) => each !== undefined);
  const isConcave = parts.every((part) => part.isConcave === true);
  if (!areResolved || !(isConcave || terms.every((each) => each?.length === 1))) return undefined;
  const counts = terms.map((each = []) => each.length);
  const factors = terms.flatMap((each = []) => each.map(({ factor }) => factor));
  return {
    ...clause,
    isSum: clause.isSum === true && factors.length === parts.length,
    parts: parts.flatMap((part, i) =>
      (terms[i] ?? []).map(({ view, term, factor }) => ({
        ...part,
        view,
        term,
        match: scaleMatch(part.match, factor),
      })),
    ),
    combine: (document, frequencies) =>
      combine(document, sumFrequencies(frequencies, factors, counts)),
    ...openFieldUnion(parts, combine),
  };
}

/**
 * How to open a clause over fields for few documents: without a list of all of them. Their
 * frequency is already the match.
 */
export function openFieldUnion(
  parts: readonly ClausePart[],
  combine: NonNullable<Clause["combine"]>,
): Pick<Clause, "open" | "match"> {
  return {
    open: () => new MultiFieldCursor(parts.map(openPartCursor), combine),
    match: (value) => value,
  };
}

function openPartCursor({ view, term }: ClausePart): PostingsCursor {
  const multiTerm = view instanceof ExpandedIndex ? view.findMultiTerm(term) : undefined;
  return multiTerm?.openUnion() ?? openPostings(view, term);
}

/** The terms of a part in the index on storage; undefined if they are phrases. */
function findPartTerms({ view, term }: ClausePart): readonly PartTerm[] | undefined {
  if (!(view instanceof ExpandedIndex)) return [{ view, term, factor: 1 }];
  const multiTerm = view.findMultiTerm(term);
  if (multiTerm === undefined) {
    return view.isPhrase(term) ? undefined : [{ view: view.plain, term, factor: 1 }];
  }
  if (!multiTerm.hasOnlyTerms) return undefined;
  return multiTerm.expansion.map((each) => ({ view: view.plain, ...each }));
}

/** The frequency in each field: the sum over its terms, weighted by factor. */
function sumFrequencies(
  frequencies: ArrayLike<number>,
  factors: readonly number[],
  counts: readonly number[],
): Float64Array {
  const sums = new Float64Array(counts.length);
  let at = 0;
  for (let field = 0; field < counts.length; field++) {
    let sum = 0;
    for (const end = at + (counts[field] as number); at < end; at++) {
      sum += (factors[at] as number) * (frequencies[at] as number);
    }
    sums[field] = sum;
  }
  return sums;
}

/** How often each term of an index occurs, in one pass over its dictionaries. */

import { compareBytes } from "../../common/bytes/index.ts";
import { resolveFields, stripField, toFieldPrefix } from "../schema/index.ts";
import type { IndexSnapshot } from "./index-snapshot.ts";
import { computeStatistics, type TermList } from "./snapshot-part.ts";

/** A term and its frequencies in live documents. */
export interface TermCounts {
  readonly term: string;
  readonly collectionFrequency: number;
  /** Undefined for a term of several fields, whose documents `IndexView.term` counts. */
  readonly documentFrequency: number | undefined;
  /** Postings that were read: those of segments with deleted documents. */
  readonly postings: number;
}

/** The terms of all text that begin with `prefix`, in byte order. Terms of deleted documents alone are left out. */
export function* iterateTermCounts(snapshot: IndexSnapshot, prefix: string): Generator<TermCounts> {
  const { schema } = snapshot.settings;
  const fields = schema === undefined ? [] : resolveFields(schema);
  if (fields.length === 0) {
    for (const { term, lists } of snapshot.listTerms(prefix)) {
      const counts = countTerm(term, [lists]);
      if (counts !== undefined) yield counts;
    }
    return;
  }
  let open = fields.map(({ number }) => {
    const terms = snapshot.listTerms(toFieldPrefix(number) + prefix)[Symbol.iterator]();
    return { terms, current: terms.next() };
  });
  for (;;) {
    open = open.filter(({ current }) => current.done !== true);
    if (open.length === 0) return;
    const names = open.map(({ current }) => stripField(current.value.term));
    const term = names.reduce((a, b) => (compareBytes(a, b) <= 0 ? a : b));
    const matching = open.filter((_, i) => names[i] === term);
    const counts = countTerm(
      term,
      matching.map(({ current }) => current.value.lists),
    );
    if (counts !== undefined) yield counts;
    for (const field of matching) field.current = field.terms.next();
  }
}

/** The counts of a term from its lists by field; undefined if no live document contains it. */
function countTerm(term: string, fields: readonly (readonly TermList[])[]): TermCounts | undefined {
  const counts = fields.flatMap((lists) => computeStatistics(lists) ?? []);
  if (counts.length === 0) return undefined;
  const read = fields.flat().filter(({ part }) => part.deletions !== undefined);
  return {
    term,
    collectionFrequency: counts.reduce((sum, each) => sum + each.collectionFrequency, 0),
    documentFrequency: counts.length === 1 ? counts[0]?.documentFrequency : undefined,
    postings: read.reduce((sum, { entry }) => sum + entry.documentFrequency, 0),
  };
}

/** The terms of several segments in one byte order, each with its posting lists. */

import { compareByteStrings, decodeText } from "../../common/bytes/index.ts";
import type { SnapshotPart, TermList } from "./snapshot-part.ts";

/** A term with its lists, one for each segment that contains it, including deleted documents. */
export interface ListedTerm {
  readonly term: string;
  readonly lists: readonly TermList[];
}

/**
 * The terms that are not before `start`, as long as they begin with `prefix`, in byte order without
 * duplicates. No term is looked up: the dictionaries are read from `start` on.
 */
export function* iterateTermLists(
  parts: readonly SnapshotPart[],
  start: Uint8Array,
  prefix: Uint8Array,
): Generator<ListedTerm> {
  let open = parts.map((part) => ({ part, cursor: part.segment.dictionary.seek(start) }));
  for (;;) {
    open = open.filter(({ cursor }) => cursor.isWithin(prefix));
    const [first, ...others] = open;
    if (first === undefined) return;
    let smallest = first.cursor.term();
    for (const { cursor } of others) {
      const term = cursor.term();
      if (compareByteStrings(term, smallest) < 0) smallest = term;
    }
    const current = smallest.slice();
    const lists: TermList[] = [];
    for (const { part, cursor } of open) {
      if (!cursor.isAt(current)) continue;
      lists.push({ part, entry: cursor.entry() });
      cursor.next();
    }
    yield { term: decodeText(current), lists };
  }
}

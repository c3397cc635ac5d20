/** Intersects several posting lists. */

import { EXHAUSTED, type IndexView, type PostingsCursor } from "../../index/snapshots/index.ts";
import { openPostings } from "../postings-list.ts";
import type { TimeLimit } from "./time-limit.ts";

/** The cost of opening a list, in postings. */
const OPENING_COST = 32;

/**
 * Visits the documents that contain all terms, in ascending order, with the
 * positions of each term. A term that occurs twice is read once. Stops once `limit`
 * is over.
 */
export function forEachCommonDocument(
  view: IndexView,
  terms: readonly string[],
  limit: TimeLimit,
  visit: (document: number, positions: readonly Uint32Array[]) => void,
): void {
  const byTerm = new Map<string, PostingsCursor>();
  for (const term of terms) {
    if (byTerm.has(term)) continue;
    if (limit.count(OPENING_COST)) return;
    byTerm.set(term, openPostings(view, term));
  }
  const cursors = [...byTerm.values()];
  let target = 0;
  while (!limit.count(cursors.length)) {
    let document = target;
    for (const cursor of cursors) {
      if (cursor.document < document) document = cursor.seek(document);
      else document = cursor.document;
    }
    if (document === EXHAUSTED) return;
    if (!cursors.every((cursor) => cursor.document === document)) {
      target = document;
      continue;
    }
    const positions = new Map<string, Uint32Array>();
    for (const [term, cursor] of byTerm) {
      positions.set(term, cursor.positions());
      if (limit.count(cursor.frequency)) return;
    }
    visit(
      document,
      terms.map((term) => positions.get(term) as Uint32Array),
    );
    target = document + 1;
  }
}

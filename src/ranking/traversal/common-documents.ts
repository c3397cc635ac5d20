/** Walks several posting lists together, stopping where all of them meet. */

import { EXHAUSTED, type IndexView } from "../../index/snapshots/index.ts";
import { openPostings } from "../postings-list.ts";
import type { TimeLimit } from "./time-limit.ts";

/** Visits the documents that contain all terms, in ascending order, with the places of each term. */
export function forEachCommonDocument(
  view: IndexView,
  terms: readonly string[],
  limit: TimeLimit,
  visit: (document: number, places: readonly Uint32Array[]) => void,
): void {
  const cursors = terms.map((term) => openPostings(view, term));
  let target = 0;
  while (!limit.count()) {
    let document = target;
    for (const cursor of cursors) {
      if (cursor.document < document) document = cursor.seek(document);
      else document = cursor.document;
    }
    if (document === EXHAUSTED) return;
    if (cursors.every((cursor) => cursor.document === document)) {
      visit(
        document,
        cursors.map((cursor) => cursor.positions()),
      );
      target = document + 1;
    } else {
      target = document;
    }
  }
}

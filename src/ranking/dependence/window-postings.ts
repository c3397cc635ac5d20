/** The posting list of a window of terms, found by walking the lists of its terms together. */

import { EXHAUSTED, type IndexView } from "../../index/index-view.ts";
import { openPostings, PostingsList } from "../postings-list.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { countOrdered, countUnordered, type Places } from "./windows.ts";

/** A window over terms that the index knows, at least two. */
export interface TermWindow {
  readonly kind: "ordered" | "unordered";
  readonly terms: readonly string[];
  /** Largest gap of an ordered window, or words spanned by an unordered one. */
  readonly size: number;
}

/** As Indri writes it: `#1(white house)`, `#uw8(white house)`. */
export function windowLabel({ kind, terms, size }: TermWindow): string {
  return `#${kind === "ordered" ? "" : "uw"}${size}(${terms.join(" ")})`;
}

/** Every document with at least one such window, and how many. Incomplete once `limit` is over. */
export function windowPostings(
  view: IndexView,
  window: TermWindow,
  limit: TimeLimit,
): PostingsList {
  const { kind, terms, size } = window;
  const count = kind === "ordered" ? countOrdered : countUnordered;
  const documents: number[] = [];
  const frequencies: number[] = [];
  forEachCommonDocument(view, terms, limit, (document, places) => {
    const frequency = count(places, size);
    if (frequency === 0) return;
    documents.push(document);
    frequencies.push(frequency);
  });
  return new PostingsList(documents, frequencies);
}

/** Visits the documents that contain all terms, in ascending order, with the places of each term. */
function forEachCommonDocument(
  view: IndexView,
  terms: readonly string[],
  limit: TimeLimit,
  visit: (document: number, places: Places) => void,
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

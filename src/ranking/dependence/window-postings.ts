/** The posting list of a window of terms, computed by an intersection of the lists of its terms. */

import type { IndexView } from "../../index/snapshots/index.ts";
import { PostingsList } from "../postings-list.ts";
import { forEachCommonDocument } from "../traversal/common-documents.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { countOrdered, countUnordered } from "./windows.ts";

/** A window over at least two terms of the index. */
export interface TermWindow {
  readonly kind: "ordered" | "unordered";
  readonly terms: readonly string[];
  /** Largest gap of an ordered window, or words spanned by an unordered one. */
  readonly size: number;
}

/** As Indri writes it: `#1(white house)`, `#uw8(white house)`. */
export function formatWindow({ kind, terms, size }: TermWindow): string {
  return `#${kind === "ordered" ? "" : "uw"}${size}(${terms.join(" ")})`;
}

/** Every document with at least one such window, and how many. Incomplete once `limit` is over. */
export function createWindowPostings(
  view: IndexView,
  window: TermWindow,
  limit: TimeLimit,
): PostingsList {
  const { kind, terms, size } = window;
  const count = kind === "ordered" ? countOrdered : countUnordered;
  const documents: number[] = [];
  const frequencies: number[] = [];
  forEachCommonDocument(view, terms, limit, (document, positions) => {
    const frequency = count(positions, size, limit);
    if (frequency === 0 || limit.isOver) return;
    documents.push(document);
    frequencies.push(frequency);
  });
  return new PostingsList(documents, frequencies);
}

/** The segments of a snapshot, and the posting lists of a term in them. */

import type { Deletions } from "../files/deletions.ts";
import type { TermEntry } from "../files/dictionary.ts";
import { PostingListCursor } from "../files/list-cursor.ts";
import type { Segment } from "../segments/segment.ts";
import { EXHAUSTED, type TermStatistics } from "./index-view.ts";

/** One segment of a snapshot. Its document 0 is document `base` of the index. */
export interface SnapshotPart {
  readonly base: number;
  readonly segment: Segment;
  readonly deletions: Deletions | undefined;
}

/** The list of a term in one segment, as search kernels need it. */
export interface TermList {
  readonly part: SnapshotPart;
  readonly entry: TermEntry;
}

/** A cursor over the live documents of a list. */
export function openCursor(
  { segment, deletions }: SnapshotPart,
  entry: TermEntry,
): PostingListCursor {
  return new PostingListCursor(segment.postings, segment.positions, entry, deletions);
}

/** The statistics of a term from its lists; undefined if no live document contains it. */
export function computeStatistics(lists: readonly TermList[]): TermStatistics | undefined {
  let [documentFrequency, collectionFrequency] = [0, 0];
  for (const { part, entry } of lists) {
    if (part.deletions === undefined) {
      documentFrequency += entry.documentFrequency;
      collectionFrequency += entry.collectionFrequency;
      continue;
    }
    const cursor = openCursor(part, entry);
    while (cursor.next() !== EXHAUSTED) {
      documentFrequency++;
      collectionFrequency += cursor.frequency;
    }
  }
  return documentFrequency > 0 ? { documentFrequency, collectionFrequency } : undefined;
}

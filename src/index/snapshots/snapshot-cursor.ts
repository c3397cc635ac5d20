/**
 * Iterates over one posting list through all segments, with the document numbers of the whole
 * index.
 */

import type { PostingListCursor } from "../files/list-cursor.ts";
import { EXHAUSTED, type PostingsCursor } from "./index-view.ts";

/** A list of one segment, whose document 0 is document `base` of the index. */
export interface SegmentCursor {
  readonly base: number;
  readonly cursor: PostingListCursor;
}

export class SnapshotCursor implements PostingsCursor {
  document = -1;
  frequency = 0;
  readonly #lists: readonly SegmentCursor[];
  #at = 0;

  /** `lists` are in the order of their segments. */
  constructor(lists: readonly SegmentCursor[]) {
    this.#lists = lists;
  }

  next(): number {
    return this.#advance((cursor) => cursor.next());
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    // A target before the segment is its first document, because the cursor accepts no negative
    // numbers.
    return this.#advance((cursor, base) => cursor.seek(Math.max(0, target - base)));
  }

  positions(): Uint32Array {
    const list = this.#lists[Math.min(this.#at, this.#lists.length - 1)] as SegmentCursor;
    return list.cursor.positions();
  }

  /** Moves the current list, and continues with the next ones while it is exhausted. */
  #advance(move: (cursor: PostingListCursor, base: number) => number): number {
    for (; this.#at < this.#lists.length; this.#at++) {
      const { cursor, base } = this.#lists[this.#at] as SegmentCursor;
      const document = move(cursor, base);
      if (document === EXHAUSTED) continue;
      this.frequency = cursor.frequency;
      this.document = base + document;
      return this.document;
    }
    this.frequency = 0;
    this.document = EXHAUSTED;
    return EXHAUSTED;
  }
}

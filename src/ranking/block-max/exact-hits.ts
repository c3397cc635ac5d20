/**
 * From candidates to the result: the WASM kernels order them by exact score.
 *
 * The kernels order equal scores by id within a segment. Where documents of
 * several segments tie, the sorted runs of the segments are merged here: only
 * about as many ids are read as hits are returned, however many documents tie.
 */

import { compareBytes } from "../../common/bytes/index.ts";
import type { IndexSnapshot } from "../../index/snapshots/index.ts";
import type { Hits } from "../traversal/hits.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";

/** Merged hits between two looks at the clock: a few milliseconds. The first of them are always returned. */
const HITS_PER_CHECK = 1 << 13;

/**
 * The `top` first of `documents`, which are ordered but for ties between
 * segments. When time runs out, the hits merged so far are returned.
 */
export function selectExactHits(
  documents: Uint32Array,
  scores: Float64Array,
  snapshot: IndexSnapshot,
  top: number,
  limit: TimeLimit,
): Hits {
  const count = Math.min(top, documents.length);
  const ordered = documents.slice(0, count);
  if (snapshot.parts.length === 1) {
    return { documents: ordered, scores: scores.slice(0, count), isPartial: limit.isOver };
  }
  let done = 0;
  let isOver = false;
  while (done < count && !isOver) {
    const end = findTieEnd(scores, done);
    const tied = documents.subarray(done, end);
    const merge = tied.length > 1 ? new SegmentMerge(snapshot, tied) : undefined;
    for (const last = Math.min(end, count); done < last && !isOver; ) {
      if (merge !== undefined) ordered[done] = merge.next();
      isOver = ++done % HITS_PER_CHECK === 0 && limit.count(HITS_PER_CHECK);
    }
  }
  return {
    documents: ordered.subarray(0, done),
    scores: scores.slice(0, done),
    isPartial: limit.isOver,
  };
}

/** The n-th largest of at least n numbers. */
export function findNthLargest(numbers: Float64Array, n: number): number {
  return Float64Array.from(numbers).sort()[numbers.length - n] as number;
}

/** Where the scores that equal the one at `from` end. */
function findTieEnd(scores: Float64Array, from: number): number {
  let end = from + 1;
  while (end < scores.length && scores[end] === scores[from]) end++;
  return end;
}

/** The documents of one segment among those that tie. */
interface SegmentRun {
  readonly base: number;
  readonly end: number;
  /** The position of the first document that is not merged yet. */
  at: number;
  /** Its external id; undefined when the run is exhausted. */
  id: string | undefined;
}

/** Merges documents with equal scores that are in order within each segment: the larger external id by bytes first. */
class SegmentMerge {
  readonly #snapshot: IndexSnapshot;
  readonly #tied: Uint32Array;
  readonly #runs: readonly SegmentRun[];

  constructor(snapshot: IndexSnapshot, tied: Uint32Array) {
    this.#snapshot = snapshot;
    this.#tied = tied;
    this.#runs = snapshot.parts.map(({ base, segment }) => {
      return { base, end: base + segment.documents.count, at: -1, id: undefined };
    });
    for (const run of this.#runs) this.#advance(run);
  }

  /** The next document. There must be one. */
  next(): number {
    let best: SegmentRun | undefined;
    for (const run of this.#runs) {
      if (run.id === undefined) continue;
      if (best?.id === undefined || compareBytes(run.id, best.id) > 0) best = run;
    }
    if (best === undefined) throw new Error("all documents that tie are merged");
    const document = this.#tied[best.at] as number;
    this.#advance(best);
    return document;
  }

  #advance(run: SegmentRun): void {
    const { base, end } = run;
    for (run.at++; run.at < this.#tied.length; run.at++) {
      const document = this.#tied[run.at] as number;
      if (document < base || document >= end) continue;
      run.id = this.#snapshot.id(document);
      return;
    }
    run.id = undefined;
  }
}

/**
 * The place of every document in the byte order of the external ids, so that a
 * tie between documents is decided by one comparison of numbers.
 *
 * Ids are sorted byte by byte from the front (radix sort), small groups by
 * insertion, ids that agree in many bytes by comparison.
 */

import { compareByteStrings } from "../../index/byte-strings.ts";
import { GrowingBytes, GrowingWords } from "../../index/growing-arrays.ts";
import type { LivingSegment } from "./shared-index.ts";

/** Groups up to this size are sorted by insertion. */
const SMALL = 24;
/** Bytes that are sorted one by one; each takes a call. */
const DEEPEST = 64;
/** One place for ids that end, 256 for bytes. */
const PLACES = 257;

/** The rank of each document of the index; the larger id has the larger rank. */
export function idRanks(segments: readonly LivingSegment[]): Uint32Array {
  const bytes = new GrowingBytes(1 << 20);
  const starts = new GrowingWords(1 << 16);
  for (const { segment } of segments) {
    for (const id of segment.documents.ids()) {
      starts.push(bytes.length);
      bytes.append(id);
    }
  }
  starts.push(bytes.length);
  const order = new IdSort(bytes.view(), starts.view()).order();
  const ranks = new Uint32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) ranks[order[rank] as number] = rank;
  return ranks;
}

class IdSort {
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #order: Uint32Array;
  readonly #other: Uint32Array;

  constructor(bytes: Uint8Array, starts: Uint32Array) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#order = Uint32Array.from({ length: starts.length - 1 }, (_, i) => i);
    this.#other = new Uint32Array(starts.length - 1);
  }

  order(): Uint32Array {
    this.#sort(0, this.#order.length, 0);
    return this.#order;
  }

  /** Sorts `from` … `to` - 1, whose ids agree in the first `depth` bytes. */
  #sort(from: number, to: number, depth: number): void {
    if (to - from <= SMALL) {
      this.#insert(from, to);
      return;
    }
    if (depth === DEEPEST) {
      this.#order.subarray(from, to).sort((a, b) => compareByteStrings(this.#id(a), this.#id(b)));
      return;
    }
    const order = this.#order;
    const ends = new Uint32Array(PLACES);
    for (let i = from; i < to; i++) {
      const place = this.#place(order[i] as number, depth);
      ends[place] = (ends[place] as number) + 1;
    }
    let end = from;
    const free = new Uint32Array(PLACES);
    for (let place = 0; place < PLACES; place++) {
      free[place] = end;
      end += ends[place] as number;
      ends[place] = end;
    }
    for (let i = from; i < to; i++) {
      const document = order[i] as number;
      const place = this.#place(document, depth);
      this.#other[free[place] as number] = document;
      free[place] = (free[place] as number) + 1;
    }
    order.set(this.#other.subarray(from, to), from);
    // Ids that have ended are equal: only a deleted document can share another's id.
    for (let place = 1; place < PLACES; place++) {
      const start = ends[place - 1] as number;
      if ((ends[place] as number) - start > 1) this.#sort(start, ends[place] as number, depth + 1);
    }
  }

  /** 0 for an id that ends before `depth`, else one more than its byte there. */
  #place(document: number, depth: number): number {
    const at = (this.#starts[document] as number) + depth;
    return at < (this.#starts[document + 1] as number) ? (this.#bytes[at] as number) + 1 : 0;
  }

  #insert(from: number, to: number): void {
    const order = this.#order;
    for (let i = from + 1; i < to; i++) {
      const document = order[i] as number;
      const id = this.#id(document);
      let at = i;
      while (at > from && compareByteStrings(this.#id(order[at - 1] as number), id) > 0) {
        order[at] = order[at - 1] as number;
        at--;
      }
      order[at] = document;
    }
  }

  #id(document: number): Uint8Array {
    return this.#bytes.subarray(this.#starts[document], this.#starts[document + 1]);
  }
}

/**
 * A block of stored documents (stored-fields.ts) of which some are asked for. It
 * is restored from its beginning only as far as those reach, which is half of it
 * on the average: restoring takes most of the time of fetching a hit.
 */

import { Restoring } from "../codes/lz4.ts";

/** Bytes that are restored at a time. */
const STEP = 1 << 11;

/** A compressed block. */
export interface CompressedBlock {
  readonly bytes: Uint8Array;
  readonly rawBytes: number;
  /** The number of its first document, and how many it has. */
  readonly first: number;
  readonly documents: number;
  /** Where it begins in the file, for messages. */
  readonly start: number;
}

export class RestoredBlock {
  /** The block as far as it is restored. */
  readonly raw: Uint8Array;
  readonly start: number;
  readonly #first: number;
  readonly #length: number;
  /** Undefined once all is restored. */
  #restoring: Restoring | undefined;
  #restored = 0;
  /** Where each document begins and the one before it ends, as far as that is known. */
  readonly #starts: Uint32Array;
  #known = 0;

  /** `room` is where the block is restored, and its bytes are kept until then, if it is large enough. */
  constructor({ bytes, rawBytes, first, documents, start }: CompressedBlock, room: Uint8Array) {
    const fits = rawBytes <= room.length;
    this.raw = fits ? room.subarray(0, rawBytes) : new Uint8Array(rawBytes);
    this.start = start;
    this.#first = first;
    this.#length = rawBytes;
    this.#starts = new Uint32Array(documents + 1);
    // A copy: the bytes of a file that is read in pages are here only until others are asked for.
    const rest = room.length - bytes.length;
    const kept = fits && rest >= rawBytes ? room.subarray(rest) : new Uint8Array(bytes.length);
    kept.set(bytes);
    this.#restoring = new Restoring(kept, this.raw, rawBytes);
  }

  /**
   * Where a document begins, all of which is restored. Undefined when the block
   * cannot be restored. Of one whose documents are damaged all is restored, and the
   * beginning is that of the damage or behind it.
   */
  startOf(document: number): number | undefined {
    const place = document - this.#first;
    while (this.#known <= place) {
      const end = this.#endOf(this.#starts[this.#known] as number);
      if (end !== undefined) this.#starts[++this.#known] = end;
      else if (this.#restoring === undefined) return this.#starts[this.#known];
      else if (!this.#further()) return undefined;
    }
    return this.#starts[place];
  }

  /** Restores some more. False for damage. */
  #further(): boolean {
    const to = this.#restored + STEP;
    const restoring = this.#restoring as Restoring;
    if (!restoring.upTo(to >= this.#length ? Number.POSITIVE_INFINITY : to)) return false;
    this.#restored = restoring.restored;
    if (this.#restored >= this.#length) this.#restoring = undefined;
    return true;
  }

  /** Where a document ends; undefined where that is not restored yet, or damaged. */
  #endOf(start: number): number | undefined {
    const { raw } = this;
    let at = start;
    let left = -1; // first the number of fields, then a name and a value for each
    while (left !== 0) {
      let [value, shift, byte] = [0, 0, 0x80];
      for (; byte >= 0x80; shift += 7) {
        if (at >= this.#restored || shift > 28) return undefined;
        byte = raw[at++] as number;
        value |= (byte & 0x7f) << shift;
      }
      if (left < 0) left = 2 * (value >>> 0);
      else {
        at += value >>> 0;
        if (at > this.#restored) return undefined;
        left--;
      }
    }
    return at;
  }
}

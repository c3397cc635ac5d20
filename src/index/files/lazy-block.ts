/**
 * A block of stored documents (stored-fields-reader.ts) of which some are asked for. It
 * is restored from its beginning only as far as those reach, which is half of it
 * on the average: restoring takes most of the time of fetching a hit.
 */

import { Lz4Decoder } from "../encoding/lz4.ts";

/** Bytes that are restored at a time. */
const DECODE_STEP_BYTES = 1 << 11;

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

export class LazyBlock {
  /** The block as far as it is restored. */
  readonly raw: Uint8Array;
  readonly start: number;
  readonly #first: number;
  readonly #length: number;
  /** Undefined once all is restored. */
  #decoder: Lz4Decoder | undefined;
  #decodedLength = 0;
  /** Where each document begins and the one before it ends, as far as that is known. */
  readonly #starts: Uint32Array;
  #startCount = 0;

  /** `room` is where the block is restored, and its bytes are kept until then, if it is large enough. */
  constructor({ bytes, rawBytes, first, documents, start }: CompressedBlock, buffer: Uint8Array) {
    const fits = rawBytes <= buffer.length;
    this.raw = fits ? buffer.subarray(0, rawBytes) : new Uint8Array(rawBytes);
    this.start = start;
    this.#first = first;
    this.#length = rawBytes;
    this.#starts = new Uint32Array(documents + 1);
    // A copy: the bytes of a file that is read in pages are here only until others are asked for.
    const rest = buffer.length - bytes.length;
    const compressed =
      fits && rest >= rawBytes ? buffer.subarray(rest) : new Uint8Array(bytes.length);
    compressed.set(bytes);
    this.#decoder = new Lz4Decoder(compressed, this.raw, rawBytes);
  }

  /**
   * Where a document begins, all of which is restored. Undefined when the block
   * cannot be restored. Of one whose documents are damaged all is restored, and the
   * beginning is that of the damage or behind it.
   */
  findStart(document: number): number | undefined {
    const index = document - this.#first;
    while (this.#startCount <= index) {
      const end = this.#findEnd(this.#starts[this.#startCount] as number);
      if (end !== undefined) this.#starts[++this.#startCount] = end;
      else if (this.#decoder === undefined) return this.#starts[this.#startCount];
      else if (!this.#decodeMore()) return undefined;
    }
    return this.#starts[index];
  }

  /** Restores some more. False for damage. */
  #decodeMore(): boolean {
    const to = this.#decodedLength + DECODE_STEP_BYTES;
    const decoder = this.#decoder as Lz4Decoder;
    if (!decoder.decodeUpTo(to >= this.#length ? Number.POSITIVE_INFINITY : to)) return false;
    this.#decodedLength = decoder.decodedLength;
    if (this.#decodedLength >= this.#length) this.#decoder = undefined;
    return true;
  }

  /** Where a document ends; undefined where that is not restored yet, or damaged. */
  #findEnd(start: number): number | undefined {
    const { raw } = this;
    let at = start;
    let remaining = -1; // first the number of fields, then a name and a value for each
    while (remaining !== 0) {
      let [value, shift, byte] = [0, 0, 0x80];
      for (; byte >= 0x80; shift += 7) {
        if (at >= this.#decodedLength || shift > 28) return undefined;
        byte = raw[at++] as number;
        value |= (byte & 0x7f) << shift;
      }
      if (remaining < 0) remaining = 2 * (value >>> 0);
      else {
        at += value >>> 0;
        if (at > this.#decodedLength) return undefined;
        remaining--;
      }
    }
    return at;
  }
}

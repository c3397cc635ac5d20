/**
 * A block of stored documents (stored-fields-reader.ts) of which only some are read. It is
 * decompressed from its beginning only as far as needed, half of it on average: decompression takes
 * most of the time of fetching a hit.
 */

import { Lz4Decoder } from "../encoding/lz4.ts";

/** Bytes that are decompressed at a time. */
const DECODE_STEP_BYTES = 1 << 11;

/** A compressed block. */
export interface CompressedBlock {
  readonly bytes: Uint8Array;
  readonly rawBytes: number;
  /** The number of its first document, and its number of documents. */
  readonly first: number;
  readonly documents: number;
  /** The offset of the block in the file, for messages. */
  readonly start: number;
}

export class LazyBlock {
  /** The decompressed part of the block. */
  readonly raw: Uint8Array;
  readonly start: number;
  readonly #first: number;
  readonly #length: number;
  /** Undefined once everything is decompressed. */
  #decoder: Lz4Decoder | undefined;
  #decodedLength = 0;
  /** The start of each document, which is the end of the previous one, as far as known. */
  readonly #starts: Uint32Array;
  #startCount = 0;

  /**
   * Uses `buffer` for the decompressed block, and for the compressed bytes until then, if it is
   * large enough.
   */
  constructor({ bytes, rawBytes, first, documents, start }: CompressedBlock, buffer: Uint8Array) {
    const fits = rawBytes <= buffer.length;
    this.raw = fits ? buffer.subarray(0, rawBytes) : new Uint8Array(rawBytes);
    this.start = start;
    this.#first = first;
    this.#length = rawBytes;
    this.#starts = new Uint32Array(documents + 1);
    // A copy, because a page of a paged file is valid only until the next read.
    const rest = buffer.length - bytes.length;
    const compressed =
      fits && rest >= rawBytes ? buffer.subarray(rest) : new Uint8Array(bytes.length);
    compressed.set(bytes);
    this.#decoder = new Lz4Decoder(compressed, this.raw, rawBytes);
  }

  /**
   * The start of a document, after decompressing all of it. Undefined if the block cannot be
   * decompressed. If the documents in the block are damaged, everything is decompressed, and the
   * result is at or after the damage.
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

  /** Decompresses another step. False if the block is damaged. */
  #decodeMore(): boolean {
    const to = this.#decodedLength + DECODE_STEP_BYTES;
    const decoder = this.#decoder as Lz4Decoder;
    if (!decoder.decodeUpTo(to >= this.#length ? Number.POSITIVE_INFINITY : to)) return false;
    this.#decodedLength = decoder.decodedLength;
    if (this.#decodedLength >= this.#length) this.#decoder = undefined;
    return true;
  }

  /** The end of a document; undefined if it is not decompressed yet, or damaged. */
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

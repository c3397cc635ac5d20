/**
 * A sample of texts that are read once, for use as a compression dictionary: pieces of texts at
 * equal distances. The same texts in the same order give the same sample.
 */

import { concatenate } from "../../common/bytes/index.ts";

/** Bytes of a piece: long enough for phrases, short enough for many texts. */
const PIECE_BYTES = 256;

export class TextSample {
  readonly #maxBytes: number;
  readonly #share: number;
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  /** Every `#step`-th piece is in the sample. */
  #step = 1;
  #position = 0;
  #totalBytes = 0;

  /** A sample of at most `maxBytes`, and at most one part in `share` of all texts. */
  constructor(maxBytes: number, share: number) {
    this.#maxBytes = maxBytes;
    this.#share = share;
  }

  add(text: Uint8Array): void {
    this.#totalBytes += text.length;
    for (let from = 0; from < text.length; from += PIECE_BYTES) {
      if (this.#position++ % this.#step > 0) continue;
      const piece = text.slice(from, from + PIECE_BYTES);
      this.#pieces.push(piece);
      this.#pieceBytes += piece.length;
      // Twice the sample is collected, so that there is a choice at the end.
      if (this.#pieceBytes > 2 * this.#maxBytes) this.#halve();
    }
  }

  #halve(): void {
    this.#pieces = this.#pieces.filter((_, i) => i % 2 === 0);
    this.#pieceBytes = this.#pieces.reduce((sum, { length }) => sum + length, 0);
    this.#step *= 2;
  }

  /** The sample: pieces of the collected ones at equal distances. */
  bytes(): Uint8Array {
    const size = Math.min(this.#maxBytes, Math.floor(this.#totalBytes / this.#share));
    const chosen: Uint8Array[] = [];
    let [seen, taken] = [0, 0];
    for (const piece of this.#pieces) {
      seen += piece.length;
      if (taken + piece.length > (seen / this.#pieceBytes) * size) continue;
      chosen.push(piece);
      taken += piece.length;
    }
    return concatenate(chosen);
  }
}

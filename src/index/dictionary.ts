/**
 * The terms of a segment, sorted by bytes, with statistics and the places of
 * their posting lists.
 *
 *   section 0  number of terms, u32 · 1 if there are positions, u32
 *   section 1  entries: front-coded term · 2 · documents + (1 if each holds it
 *              once) · occurrences beyond one each, less 1, unless 0 · bytes of
 *              the tail, if there is one · bytes of the positions, if kept
 *   section 2  for every 16th term: where its entry starts, u32
 *   section 3  for every 16th term: number of its first posting block, start of
 *              its tail, start of its positions, u32 each
 *
 * A look-up is a binary search over every 16th term, then a walk of at most 16.
 */

import { BLOCK_SIZE } from "./bit-packing.ts";
import { ByteReader } from "./byte-reader.ts";
import { compareByteStrings } from "./byte-strings.ts";
import type { Frame, Section } from "./file-frame.ts";
import { sectionsOf, wordsOf } from "./file-section.ts";
import { FrontDecoder, RESTART, readRestart } from "./front-coding.ts";

/** Where a term's lists are, and how long. */
export interface TermEntry {
  /** Its place in byte order, from 0. */
  readonly number: number;
  /** Documents that contain the term, deleted ones included. */
  readonly documentFrequency: number;
  /** Occurrences in all these documents. */
  readonly collectionFrequency: number;
  /** Number of its first full posting block; the others follow. */
  readonly firstBlock: number;
  readonly tailStart: number;
  readonly tailEnd: number;
  readonly positionStart: number;
  readonly positionEnd: number;
}

export class Dictionary {
  readonly termCount: number;
  readonly hasPositions: boolean;
  readonly #entries: Section;
  readonly #starts: Uint32Array;
  readonly #places: Uint32Array;

  constructor(file: string, frame: Frame) {
    const sections = sectionsOf(file, frame, 4) as [Section, Section, Section, Section];
    const [termCount, hasPositions] = wordsOf(sections[0], 2) as unknown as [number, number];
    this.termCount = termCount;
    this.hasPositions = hasPositions === 1;
    this.#entries = sections[1];
    this.#starts = wordsOf(sections[2], Math.ceil(termCount / RESTART));
    this.#places = wordsOf(sections[3], 3 * this.#starts.length);
  }

  /** The entry of a term given by its bytes. */
  find(term: Uint8Array): TermEntry | undefined {
    const cursor = this.seek(term);
    return cursor.isAt(term) ? cursor.entry() : undefined;
  }

  /** A cursor on the first term that is not before `term`, or past the end. */
  seek(term: Uint8Array): DictionaryCursor {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (compareByteStrings(this.#restart(middle), term) <= 0) low = middle;
      else high = middle;
    }
    const cursor = this.cursor(RESTART * low);
    while (cursor.next() && compareByteStrings(cursor.term(), term) < 0);
    return cursor;
  }

  /** A cursor just before term number `from`, which must be a multiple of 16. */
  cursor(from = 0): DictionaryCursor {
    const { file, start, bytes } = this.#entries;
    const at = this.#starts[from / RESTART] ?? bytes.length;
    const reader = new ByteReader(bytes, file, start, at);
    return new DictionaryCursor(reader, this, from, this.#places);
  }

  /** A cursor on term number `number`, which must exist. */
  at(number: number): DictionaryCursor {
    const cursor = this.cursor(number - (number % RESTART));
    while (cursor.next() && cursor.number < number);
    return cursor;
  }

  /** The bytes of term 16 · `restart`, not copied. */
  #restart(restart: number): Uint8Array {
    const { file, start, bytes } = this.#entries;
    return readRestart(new ByteReader(bytes, file, start, this.#starts[restart] as number));
  }
}

/** Walks the terms in order. */
export class DictionaryCursor {
  /** Number of the current term; one less than the first before the first move. */
  number: number;
  readonly #reader: ByteReader;
  readonly #decoder = new FrontDecoder();
  readonly #termCount: number;
  readonly #hasPositions: boolean;
  readonly #places: Uint32Array;
  #documentFrequency = 0;
  #collectionFrequency = 0;
  #firstBlock = 0;
  #tailStart = 0;
  #tailBytes = 0;
  #positionStart = 0;
  #positionBytes = 0;

  constructor(reader: ByteReader, dictionary: Dictionary, from: number, places: Uint32Array) {
    this.#reader = reader;
    this.number = from - 1;
    this.#termCount = dictionary.termCount;
    this.#hasPositions = dictionary.hasPositions;
    this.#places = places;
  }

  /** Moves to the next term; false once there is none. */
  next(): boolean {
    if (this.number >= this.#termCount - 1) {
      this.number = this.#termCount;
      return false;
    }
    this.number++;
    const isRestart = this.number % RESTART === 0;
    if (isRestart) this.#placeAnew();
    else {
      this.#firstBlock += Math.floor(this.#documentFrequency / BLOCK_SIZE);
      this.#tailStart += this.#tailBytes;
      this.#positionStart += this.#positionBytes;
    }
    const reader = this.#reader;
    this.#decoder.read(reader, isRestart);
    const code = reader.varint();
    this.#documentFrequency = code >>> 1;
    if (this.#documentFrequency === 0) throw reader.corrupt("a term without documents");
    this.#collectionFrequency = this.#documentFrequency + (code & 1 ? 0 : reader.varint() + 1);
    this.#tailBytes = this.#documentFrequency % BLOCK_SIZE === 0 ? 0 : reader.varint();
    this.#positionBytes = this.#hasPositions ? reader.varint() : 0;
    return true;
  }

  /** The current term's bytes. Valid until the next move. */
  term(): Uint8Array {
    return this.#decoder.view();
  }

  /** Whether the cursor stands on exactly this term. */
  isAt(term: Uint8Array): boolean {
    return this.number < this.#termCount && compareByteStrings(this.term(), term) === 0;
  }

  /** Whether the cursor stands on a term that starts with `prefix`. */
  isWithin(prefix: Uint8Array): boolean {
    if (this.number >= this.#termCount) return false;
    return compareByteStrings(this.term().subarray(0, prefix.length), prefix) === 0;
  }

  /** The current term's statistics and places. */
  entry(): TermEntry {
    return {
      number: this.number,
      documentFrequency: this.#documentFrequency,
      collectionFrequency: this.#collectionFrequency,
      firstBlock: this.#firstBlock,
      tailStart: this.#tailStart,
      tailEnd: this.#tailStart + this.#tailBytes,
      positionStart: this.#positionStart,
      positionEnd: this.#positionStart + this.#positionBytes,
    };
  }

  #placeAnew(): void {
    const at = 3 * (this.number / RESTART);
    this.#firstBlock = this.#places[at] as number;
    this.#tailStart = this.#places[at + 1] as number;
    this.#positionStart = this.#places[at + 2] as number;
  }
}

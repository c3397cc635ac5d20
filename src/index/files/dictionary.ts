/**
 * The terms of a segment, sorted by bytes, with statistics and the offsets of their posting lists.
 *
 *   section 0  number of terms · 1 if there are positions · largest number of
 *              occurrences of a term, u32 each
 *   section 1  entries: front-coded term · 2 · documents + (1 if each contains it
 *              once) · occurrences beyond one each, less 1, unless 0 · bytes of
 *              the tail, if there is one · bytes of the positions, if stored
 *   section 2  for every 16th term: where its entry starts
 *   section 3  for every 16th term: number of its first posting block
 *   section 4  for every 16th term: where its tail starts
 *   section 5  for every 16th term: where its positions start, if stored
 *   section 6  every 256th or 64th term (dictionary-top.ts); absent in older files
 *
 * Sections 2 to 5 are packed deltas (packed-numbers.ts).
 *
 * A look-up is a binary search over every 16th term, then a scan of at most 16 terms. Of a remote
 * file, section 1 is fetched in blocks that begin with a term of section 6.
 */

import { compareByteStrings } from "../../common/bytes/index.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { FrontDecoder, RESTART_INTERVAL, readRestart } from "../encoding/front-coding.ts";
import { unpackDeltas } from "../encoding/packed-numbers.ts";
import { DictionaryTop } from "./dictionary-top.ts";
import type { Frame, Section } from "./file-frame.ts";
import { checkSections, needSections, readWords } from "./file-section.ts";
import type { SectionMemory } from "./section-memory.ts";

/** The statistics of a term and the location of its lists. */
export interface TermEntry {
  /** Its rank in byte order, from 0. */
  readonly number: number;
  /** Documents that contain the term, including deleted ones. */
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

/** The list offsets of every 16th term. */
interface ListOffsets {
  readonly firstBlocks: Uint32Array;
  readonly tailStarts: Uint32Array;
  /** Empty if positions are not stored. */
  readonly positionStarts: Uint32Array;
}

/** Number of sections in files without a top. */
const SECTIONS_WITHOUT_TOP = 6;

export class Dictionary {
  readonly termCount: number;
  readonly hasPositions: boolean;
  /** The largest number of occurrences of a term, including those in deleted documents. */
  readonly maxCollectionFrequency: number;
  readonly #entries: Section;
  readonly #starts: Uint32Array;
  readonly #listOffsets: ListOffsets;
  readonly #topSection: Section | undefined;
  /** Present for a remote file. */
  readonly #top: DictionaryTop | undefined;
  readonly #restartsPerBlock: number = 1;

  /** Packed sections are unpacked into `memory`. */
  constructor(file: string, frame: Frame, memory?: SectionMemory) {
    const count = frame.sections.length === SECTIONS_WITHOUT_TOP ? SECTIONS_WITHOUT_TOP : 7;
    const [head, entries, starts, blocks, tails, positions, top] = checkSections(
      file,
      frame,
      count,
    ) as [Section, Section, Section, Section, Section, Section, Section | undefined];
    needSections([head, starts, blocks, tails, positions, ...(top === undefined ? [] : [top])]);
    const [termCount, hasPositions, max] = readWords(head, 3) as unknown as [
      number,
      number,
      number,
    ];
    this.termCount = termCount;
    this.hasPositions = hasPositions === 1;
    this.maxCollectionFrequency = max;
    this.#entries = entries;
    this.#topSection = top;
    const restarts = Math.ceil(termCount / RESTART_INTERVAL);
    this.#starts = unpackDeltas(starts, restarts, memory);
    this.#listOffsets = {
      firstBlocks: unpackDeltas(blocks, restarts, memory),
      tailStarts: unpackDeltas(tails, restarts, memory),
      positionStarts: unpackDeltas(positions, this.hasPositions ? restarts : 0, memory),
    };
    if (entries.need === undefined) return;
    if (top === undefined) this.needAll();
    else {
      this.#top = new DictionaryTop(top, termCount);
      this.#restartsPerBlock = this.#top.spacing / RESTART_INTERVAL;
    }
  }

  /** Whether all terms are in memory; otherwise they are fetched in blocks before they are read. */
  get isFullyLoaded(): boolean {
    return this.#top === undefined;
  }

  /** Every 256th or 64th term as the file has it, for checks; undefined in an older file. */
  readTop(): DictionaryTop | undefined {
    return this.#topSection && new DictionaryTop(this.#topSection, this.termCount);
  }

  /** The byte range in the file of the entries from one restart to another. */
  byteRange(
    fromRestart: number,
    toRestart: number,
  ): { readonly from: number; readonly to: number } {
    const { start, bytes } = this.#entries;
    const at = (restart: number): number => start + (this.#starts[restart] ?? bytes.length);
    return { from: at(fromRestart), to: at(toRestart) };
  }

  /** Requests all terms (page-fault.ts). */
  needAll(): void {
    this.#entries.need?.(0, this.#entries.bytes.length);
  }

  /** Requests the terms that begin with `prefix`. */
  needPrefix(prefix: Uint8Array): void {
    if (this.#top === undefined || this.termCount === 0) return;
    const first = this.#restartsPerBlock * this.#top.findBlock(prefix);
    // No UTF-8 contains this byte, so the end sorts after everything that begins with the prefix.
    const last = this.#restartsPerBlock * this.#top.findBlock(Uint8Array.of(...prefix, 0xff));
    const end = this.#starts[last + this.#restartsPerBlock] ?? this.#entries.bytes.length;
    this.#entries.need?.(this.#starts[first] as number, end);
  }

  /** Requests the terms from a restart on: all of its block. */
  needRestart(restart: number): void {
    if (this.#top === undefined) return;
    const first = restart - (restart % this.#restartsPerBlock);
    const end = this.#starts[first + this.#restartsPerBlock] ?? this.#entries.bytes.length;
    this.#entries.need?.(this.#starts[first] as number, end);
  }

  /** The entry of a term, given as bytes. */
  find(term: Uint8Array): TermEntry | undefined {
    const cursor = this.seek(term);
    return cursor.isAt(term) ? cursor.entry() : undefined;
  }

  /** A cursor at the first term that is not before `term`, or past the end. */
  seek(term: Uint8Array): DictionaryCursor {
    let low = 0;
    let high = this.#starts.length;
    if (this.#top !== undefined && high > 0) {
      low = this.#restartsPerBlock * this.#top.findBlock(term);
      high = Math.min(high, low + this.#restartsPerBlock);
      this.needRestart(low);
    }
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (compareByteStrings(this.#readRestartTerm(middle), term) <= 0) low = middle;
      else high = middle;
    }
    const cursor = this.#cursorFrom(RESTART_INTERVAL * low);
    while (cursor.next() && compareByteStrings(cursor.term(), term) < 0);
    return cursor;
  }

  /** A cursor before the first term, to read all terms. */
  cursor(): DictionaryCursor {
    this.needAll();
    return this.#cursorFrom(0);
  }

  /** A cursor before term number `from`, which must be a multiple of 16. */
  #cursorFrom(from: number): DictionaryCursor {
    const { file, start, bytes } = this.#entries;
    const at = this.#starts[from / RESTART_INTERVAL] ?? bytes.length;
    const reader = new ByteReader(bytes, file, start, at);
    return new DictionaryCursor(reader, this, from, this.#listOffsets);
  }

  /** A cursor at term number `number`, which must exist. */
  at(number: number): DictionaryCursor {
    const cursor = this.#cursorFrom(number - (number % RESTART_INTERVAL));
    while (cursor.next() && cursor.number < number);
    return cursor;
  }

  /** The bytes of term 16 · `restart`, not copied. */
  #readRestartTerm(restart: number): Uint8Array {
    const { file, start, bytes } = this.#entries;
    return readRestart(new ByteReader(bytes, file, start, this.#starts[restart] as number));
  }
}

/** Iterates over the terms in order. */
export class DictionaryCursor {
  /** Number of the current term; one below the first before the first call of `next`. */
  number: number;
  readonly #reader: ByteReader;
  readonly #decoder = new FrontDecoder();
  readonly #dictionary: Dictionary;
  readonly #termCount: number;
  readonly #hasPositions: boolean;
  readonly #listOffsets: ListOffsets;
  #documentFrequency = 0;
  #collectionFrequency = 0;
  #firstBlock = 0;
  #tailStart = 0;
  #tailBytes = 0;
  #positionStart = 0;
  #positionBytes = 0;

  constructor(reader: ByteReader, dictionary: Dictionary, from: number, listOffsets: ListOffsets) {
    this.#reader = reader;
    this.number = from - 1;
    this.#dictionary = dictionary;
    this.#termCount = dictionary.termCount;
    this.#hasPositions = dictionary.hasPositions;
    this.#listOffsets = listOffsets;
  }

  /** Moves to the next term; false at the end. */
  next(): boolean {
    if (this.number >= this.#termCount - 1) {
      this.number = this.#termCount;
      return false;
    }
    this.number++;
    const isRestart = this.number % RESTART_INTERVAL === 0;
    if (isRestart) this.#loadRestart();
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

  /** The bytes of the current term. Valid until the next move. */
  term(): Uint8Array {
    return this.#decoder.view();
  }

  /** Whether this is the current term. */
  isAt(term: Uint8Array): boolean {
    return this.number < this.#termCount && compareByteStrings(this.term(), term) === 0;
  }

  /** Whether the current term starts with `prefix`. */
  isWithin(prefix: Uint8Array): boolean {
    if (this.number >= this.#termCount) return false;
    return compareByteStrings(this.term().subarray(0, prefix.length), prefix) === 0;
  }

  /** The statistics and list offsets of the current term. */
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

  #loadRestart(): void {
    const at = this.number / RESTART_INTERVAL;
    this.#dictionary.needRestart(at);
    const { firstBlocks, tailStarts, positionStarts } = this.#listOffsets;
    this.#firstBlock = firstBlocks[at] as number;
    this.#tailStart = tailStarts[at] as number;
    this.#positionStart = positionStarts[at] ?? 0;
  }
}

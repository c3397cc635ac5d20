/**
 * The stored fields of a segment's documents, which are returned with hits.
 *
 *   section 0  blocks of documents, each compressed by itself with the dictionary (lz4.ts)
 *   section 1  the first document of each block, as packed deltas
 *   section 2  where each block starts in section 0, as packed deltas
 *   section 3  the length of each block before compression, as packed numbers
 *   section 4  number of documents, number of blocks, length of the dictionary, u32 each
 *   section 5  the dictionary, compressed by itself; empty if there is none
 *   section 6  the words that values are encoded with (word-table.ts); only in some indexes
 *
 * stored-record.ts describes a document. Blocks are small, so that a hit costs little more than its
 * own bytes; the dictionary, a sample of all documents, compresses them better than large blocks
 * compress without one. In format versions 2 and 3 there was no dictionary, and section 1 had the
 * three numbers of each block, u32 each; section 2 had the number of documents.
 */

import type { JsonValue } from "../../collection/document.ts";
import { corrupt } from "../../common/errors.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { decompress, Lz4Decoder } from "../encoding/lz4.ts";
import { unpackDeltas, unpackNumbers } from "../encoding/packed-numbers.ts";
import type { WordCodeDecoder } from "../encoding/word-codes.ts";
import { checkSections, readWords } from "./file-section.ts";
import { needAll } from "./page-fault.ts";
import { readSection, type SlicedFrame, type SlicedSection } from "./sliced-section.ts";
import { NOT_WORDS, RecordDecoder, type StoredFields, skipRecord } from "./stored-record.ts";

/** No dictionary is longer; anything larger is damage. */
const MAX_DICTIONARY_BYTES = 1 << 16;
const OLD_SECTIONS = 3;
const SECTIONS = 6;
/** The section of the words, if values are encoded. */
export const WORDS_SECTION: number = SECTIONS;

/** Reads encoded values; see word-table.ts. */
export interface ValueDecoder {
  readonly words: WordCodeDecoder;
  /** A document with its values as texts. */
  expand(record: Uint8Array, words: WordCodeDecoder, fail: () => Error): Uint8Array;
}

export class StoredFieldsReader {
  readonly #file: string;
  readonly #bytes: SlicedSection;
  readonly #blocks: StoredBlockTable;
  readonly #decoder: Lz4Decoder;
  readonly #values: ValueDecoder | undefined;
  readonly #records: RecordDecoder;
  /** The block that was decoded last: a reader of many documents reads them in order. */
  #decodedBlock = -1;
  #decoded: Uint8Array = new Uint8Array(0);

  /** With a `values`, values are encoded with the words of section 6. */
  constructor(file: string, frame: SlicedFrame, documentLimit: number, values?: ValueDecoder) {
    const isOld = frame.sections.length === OLD_SECTIONS;
    const newSections = values === undefined ? SECTIONS : SECTIONS + 1;
    const sections = checkSections(file, frame, isOld ? OLD_SECTIONS : newSections);
    this.#values = values;
    this.#records = new RecordDecoder(values?.words);
    const [bytes, table, ...others] = sections as [SlicedSection, SlicedSection];
    this.#file = file;
    this.#bytes = bytes;
    const counts = (isOld ? sections[2] : sections[4]) as SlicedSection;
    const [count, blockCount, dictionaryBytes] = readWords(
      readSection(counts),
      isOld ? 1 : 3,
    ) as unknown as [number, number, number];
    if (count !== documentLimit) {
      throw corrupt(file, counts.start, `not for a segment of ${documentLimit} documents`);
    }
    this.#blocks = isOld
      ? StoredBlockTable.readWords(bytes, table, count)
      : StoredBlockTable.read([bytes, table, ...others], blockCount, count);
    const dictionary = isOld
      ? undefined
      : readDictionary(sections[5] as SlicedSection, dictionaryBytes);
    this.#decoder = new Lz4Decoder(dictionary);
  }

  get blockCount(): number {
    return this.#blocks.count;
  }

  /** The length of all documents before compression. */
  get rawBytes(): number {
    let bytes = 0;
    for (let block = 0; block < this.blockCount; block++) {
      bytes += this.#blocks.range(block).rawBytes;
    }
    return bytes;
  }

  /** The fields of one document: all of them, or those with these names. */
  fields(document: number, names?: ReadonlySet<string>): StoredFields {
    const fields: Record<string, JsonValue | undefined> = {};
    this.readInto(fields, document, names);
    return fields as StoredFields;
  }

  /** Adds the fields of one document to `fields`: all of them, or those with these names. Returns the length of its record. */
  readInto(
    fields: Record<string, JsonValue | undefined>,
    document: number,
    names?: ReadonlySet<string>,
  ): number {
    const block = this.#blocks.find(document);
    const range = this.#blocks.range(block);
    const reader = this.#reader(this.#decode(block, range), range);
    for (let skipped = range.first; skipped < document; skipped++) skipRecord(reader);
    const start = reader.at;
    this.#records.readInto(fields, reader, names);
    return reader.at - start;
  }

  /** The byte range of a block in the file. */
  byteRange(block: number): { readonly from: number; readonly to: number } {
    const { start, end } = this.#blocks.range(block);
    return { from: this.#bytes.start + start, to: this.#bytes.start + end };
  }

  /** Each document of a block as bytes, with its values as texts. */
  *records(block: number): Generator<Uint8Array> {
    const range = this.#blocks.range(block);
    const raw = this.#decode(block, range).slice();
    const reader = this.#reader(raw, range);
    for (let document = range.first; document < range.next; document++) {
      const start = reader.at;
      skipRecord(reader);
      const record = raw.subarray(start, reader.at);
      const values = this.#values;
      yield values === undefined
        ? record
        : values.expand(record, values.words, () => reader.corrupt(NOT_WORDS));
    }
    if (reader.at !== reader.end) throw reader.corrupt("bytes after the last document of a block");
  }

  /** The fields with these names of all documents, in order. */
  *allFields(names: ReadonlySet<string>): Generator<StoredFields> {
    for (let block = 0; block < this.blockCount; block++) {
      const range = this.#blocks.range(block);
      const reader = this.#reader(this.#decode(block, range).slice(), range);
      for (let document = range.first; document < range.next; document++) {
        const fields: Record<string, JsonValue | undefined> = {};
        this.#records.readInto(fields, reader, names);
        yield fields as StoredFields;
      }
    }
  }

  /** A block before compression, valid until the next call. */
  #decode(block: number, { start, end, rawBytes }: BlockRange): Uint8Array {
    if (block === this.#decodedBlock) return this.#decoded;
    this.#decodedBlock = -1; // until it is whole
    const raw = this.#decoder.decode(this.#bytes.slice(start, end), rawBytes);
    if (raw === undefined) {
      throw corrupt(this.#file, this.#bytes.start + start, "a block that cannot be restored");
    }
    this.#decodedBlock = block;
    this.#decoded = raw;
    return raw;
  }

  #reader(raw: Uint8Array, { start }: BlockRange): ByteReader {
    return new ByteReader(raw, this.#file, this.#bytes.start + start);
  }
}

function readDictionary(section: SlicedSection, length: number): Uint8Array | undefined {
  if (length === 0) return undefined;
  const { file, start, bytes } = readSection(section);
  const dictionary = length <= MAX_DICTIONARY_BYTES ? decompress(bytes, length) : undefined;
  if (dictionary === undefined) throw corrupt(file, start, "a dictionary that cannot be restored");
  return dictionary;
}

/** More than the largest document plus a block; anything larger is damage. */
const MAX_BLOCK_BYTES = 1 << 30;

/** The range of a block. */
interface BlockRange {
  /** Its first document, and the one after its last. */
  readonly first: number;
  readonly next: number;
  /** Its bytes in the section of the blocks. */
  readonly start: number;
  readonly end: number;
  readonly rawBytes: number;
}

/** Where the blocks are: the first document of each, its offset, and its length before compression. */
class StoredBlockTable {
  readonly count: number;
  readonly #file: string;
  readonly #firsts: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #rawBytes: Uint32Array;
  readonly #documents: number;
  readonly #length: number;

  private constructor(
    blocks: SlicedSection,
    documents: number,
    columns: readonly [Uint32Array, Uint32Array, Uint32Array],
  ) {
    this.#file = blocks.file;
    this.#length = blocks.length;
    this.#documents = documents;
    [this.#firsts, this.#starts, this.#rawBytes] = columns;
    this.count = this.#firsts.length;
  }

  /** The table of format version 4. */
  static read(
    [blocks, firsts, starts, lengths]: readonly SlicedSection[],
    count: number,
    documents: number,
  ): StoredBlockTable {
    const sections = [firsts, starts, lengths] as SlicedSection[];
    needAll(sections.map((each) => () => each.need?.(0, each.length)));
    const [first, start, raw] = sections.map(readSection) as [...Sections];
    return new StoredBlockTable(blocks as SlicedSection, documents, [
      unpackDeltas(first, count),
      unpackDeltas(start, count),
      unpackNumbers(raw, count),
    ]);
  }

  /** The table of format versions 2 and 3: three words for each block. */
  static readWords(
    blocks: SlicedSection,
    table: SlicedSection,
    documents: number,
  ): StoredBlockTable {
    const words = readWords(readSection(table));
    if (words.length % 3 !== 0) throw corrupt(table.file, table.start, "a part of a block");
    const column = (from: number) => words.filter((_, i) => i % 3 === from);
    return new StoredBlockTable(blocks, documents, [column(0), column(1), column(2)]);
  }

  /** The block that holds a document. */
  find(document: number): number {
    let [low, high] = [0, this.count];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] as number) <= document) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The range of a block, checked. */
  range(block: number): BlockRange {
    const first = this.#firsts[block] as number;
    const start = this.#starts[block] as number;
    const next = this.#firsts[block + 1] ?? this.#documents;
    const end = this.#starts[block + 1] ?? this.#length;
    const rawBytes = this.#rawBytes[block] as number;
    // Written so that an undefined number fails, too.
    if (!(first <= next && start <= end && end <= this.#length && rawBytes <= MAX_BLOCK_BYTES)) {
      throw corrupt(this.#file, start, "blocks out of order");
    }
    // LZ4 expands by at most a factor of 255, so no more memory is allocated than that.
    if (rawBytes > 255 * (end - start) + 16) {
      throw corrupt(this.#file, start, "a block that is too long");
    }
    return { first, next, start, end, rawBytes };
  }
}

type Sections = [
  ReturnType<typeof readSection>,
  ReturnType<typeof readSection>,
  ReturnType<typeof readSection>,
];

/**
 * The stored fields of a segment's documents, which are returned with hits.
 *
 *   section 0  blocks of documents, each compressed by itself (lz4.ts)
 *   section 1  for each block: its first document, where it starts in section 0,
 *              its length before compression, u32 each
 *   section 2  number of documents, u32
 *   section 3  the words that values are encoded with (word-table.ts); only in some indexes
 *
 * A document is a number of fields, then name and value of each, as texts (length in bytes, UTF-8).
 * Title and text are fields of these names. A name that begins with U+0001 has a value in JSON: any
 * value that is not a text.
 */

import type { JsonValue } from "../../collection/document.ts";
import { decodeText } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { decompress } from "../encoding/lz4.ts";
import type { WordCodeDecoder } from "../encoding/word-codes.ts";
import { checkSections, readWords } from "./file-section.ts";
import { LazyBlock } from "./lazy-block.ts";
import { readSection, type SlicedFrame, type SlicedSection } from "./sliced-section.ts";

/** A block ends when it has this many bytes: enough to compress well, quick to decompress. */
export const BLOCK_BYTES: number = 1 << 13;
/** More than the largest document plus a block; anything larger is damage. */
const MAX_BLOCK_BYTES = 1 << 30;

/** Prefix of the name of a field whose value is JSON. Users' names never begin with it. */
export const JSON_FIELD_MARK = "\u0001";
/** Most blocks are decompressed into reused buffers of this size: a block ends when it is full. */
const BUFFER_BYTES = 2 * BLOCK_BYTES;
const NOT_WORDS = "a value that is not made of the words of the file";
/** Number of cached blocks: about 4 MB, enough for repeated hits. */
const MAX_CACHED_BLOCKS = 256;

/** Fields by name: title and text first, then the others in the order they were added. */
export interface StoredFields {
  readonly title?: string;
  readonly text?: string;
  readonly [name: string]: JsonValue | undefined;
}

/** Reads encoded values; see word-table.ts. */
export interface ValueDecoder {
  readonly words: WordCodeDecoder;
  /** A document with its values as texts. */
  expand(record: Uint8Array, words: WordCodeDecoder, fail: () => Error): Uint8Array;
}

/** Compressed documents to append to a file. */
export interface StoredBlock {
  readonly documents: number;
  readonly rawBytes: number;
  readonly bytes: Uint8Array;
}

export class StoredFieldsReader {
  readonly #file: string;
  readonly #bytes: SlicedSection;
  readonly #blocks: Uint32Array;
  readonly #count: number;
  readonly #decoder: ValueDecoder | undefined;
  /** Blocks by number, the most recently used last. */
  readonly #blockCache = new Map<number, LazyBlock>();

  /** With a `decoder`, values are encoded with the words of section 3. */
  constructor(file: string, frame: SlicedFrame, documentLimit: number, decoder?: ValueDecoder) {
    const sections = checkSections(file, frame, decoder === undefined ? 3 : 4) as [
      SlicedSection,
      SlicedSection,
      SlicedSection,
    ];
    this.#decoder = decoder;
    this.#file = file;
    this.#bytes = sections[0];
    this.#blocks = readWords(readSection(sections[1]));
    this.#count = documentLimit;
    const [count] = readWords(readSection(sections[2]), 1);
    if (count !== documentLimit || this.#blocks.length % 3 !== 0) {
      throw corrupt(file, sections[2].start, `not for a segment of ${documentLimit} documents`);
    }
  }

  /** Whether values are encoded with the words of the file, so that blocks cannot be copied. */
  get hasWords(): boolean {
    return this.#decoder !== undefined;
  }

  get blockCount(): number {
    return this.#blocks.length / 3;
  }

  /** The fields of one document. */
  fields(document: number): StoredFields {
    let low = 0;
    let high = this.blockCount;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#blocks[3 * middle] as number) <= document) low = middle;
      else high = middle;
    }
    const block = this.#loadBlock(low);
    const at = block.findStart(document);
    if (at !== undefined) {
      return this.#readFields(new ByteReader(block.raw, this.#file, block.start, at));
    }
    this.#blockCache.delete(low);
    throw this.#corrupt(this.#blocks[3 * low + 1] as number, "a block that cannot be restored");
  }

  /** The byte range of a block in the file. */
  byteRange(block: number): { readonly from: number; readonly to: number } {
    const { start, length } = this.#bytes;
    const from = this.#blocks[3 * block + 1] as number;
    return { from: start + from, to: start + (this.#blocks[3 * block + 4] ?? length) };
  }

  /** One block as stored in the file. */
  block(block: number): StoredBlock {
    const at = 3 * block;
    const [first, start, rawBytes] = this.#blocks.subarray(at, at + 3) as unknown as [
      number,
      number,
      number,
    ];
    const next = this.#blocks[at + 3] ?? this.#count;
    const end = this.#blocks[at + 4] ?? this.#bytes.length;
    if (next < first || start > end || end > this.#bytes.length || rawBytes > MAX_BLOCK_BYTES) {
      throw this.#corrupt(start, "blocks out of order");
    }
    const bytes = this.#bytes.slice(start, end);
    // LZ4 expands by at most a factor of 255, so no more memory is allocated than that.
    if (rawBytes > 255 * bytes.length + 16) throw this.#corrupt(start, "a block that is too long");
    return { documents: next - first, rawBytes, bytes };
  }

  /** Each document of a block as bytes, with its values as texts. */
  *records(block: number): Generator<Uint8Array> {
    const { reader, raw, documents } = this.#open(block);
    const decoder = this.#decoder;
    for (let i = 0; i < documents; i++) {
      const start = reader.at;
      skipFields(reader);
      const record = raw.subarray(start, reader.at);
      yield decoder === undefined
        ? record
        : decoder.expand(record, decoder.words, () => reader.corrupt(NOT_WORDS));
    }
    if (reader.at !== reader.end) throw reader.corrupt("bytes after the last document of a block");
  }

  /** A block from the cache, or loaded into it. */
  #loadBlock(block: number): LazyBlock {
    let cached = this.#blockCache.get(block);
    if (cached === undefined) {
      const first = this.#blocks[3 * block] as number;
      const start = this.#bytes.start + (this.#blocks[3 * block + 1] as number);
      cached = new LazyBlock({ ...this.block(block), first, start }, this.#takeBuffer());
    }
    this.#blockCache.delete(block);
    this.#blockCache.set(block, cached);
    return cached;
  }

  /** A buffer for a block: that of the least recently used block, if the cache is full. */
  #takeBuffer(): Uint8Array {
    for (const [oldest, { raw }] of this.#blockCache) {
      if (this.#blockCache.size < MAX_CACHED_BLOCKS) break;
      this.#blockCache.delete(oldest);
      if (raw.buffer.byteLength === BUFFER_BYTES) return new Uint8Array(raw.buffer);
    }
    return new Uint8Array(BUFFER_BYTES);
  }

  /** The fields with these names of all documents, in order; not cached. */
  *allFields(names: ReadonlySet<string>): Generator<StoredFields> {
    for (let block = 0; block < this.blockCount; block++) {
      const { reader, documents } = this.#open(block);
      for (let i = 0; i < documents; i++) yield this.#readFields(reader, names);
    }
  }

  /** Decompresses a whole block. */
  #open(block: number): { reader: ByteReader; raw: Uint8Array; documents: number } {
    const { rawBytes, bytes, documents } = this.block(block);
    const raw = decompress(bytes, rawBytes);
    const start = this.#blocks[3 * block + 1] as number;
    if (raw === undefined) throw this.#corrupt(start, "a block that cannot be restored");
    const reader = new ByteReader(raw, this.#file, this.#bytes.start + start);
    return { reader, raw, documents };
  }

  /** All fields, or only those with these names. */
  #readFields(reader: ByteReader, names?: ReadonlySet<string>): StoredFields {
    const pairs: [string, JsonValue][] = [];
    for (let remaining = reader.varint(); remaining > 0; remaining--) {
      const storedName = decodeText(reader.bytes(reader.varint()));
      const isJson = storedName.startsWith(JSON_FIELD_MARK);
      const name = isJson ? storedName.slice(JSON_FIELD_MARK.length) : storedName;
      const bytes = reader.bytes(reader.varint());
      if (names !== undefined && !names.has(name)) continue;
      const value =
        this.#decoder === undefined ? decodeText(bytes) : this.#decoder.words.decode(bytes);
      if (value === undefined) throw reader.corrupt(NOT_WORDS);
      pairs.push([name, isJson ? parseJsonValue(value, reader) : value]);
    }
    const fields = Object.fromEntries(pairs);
    for (const name of ["title", "text"]) {
      if (Object.hasOwn(fields, name) && typeof fields[name] !== "string") {
        throw reader.corrupt(`a ${name} that is not text`);
      }
    }
    return fields as StoredFields;
  }

  #corrupt(at: number, reason: string): Error {
    return corrupt(this.#file, this.#bytes.start + at, reason);
  }
}

function skipFields(reader: ByteReader): void {
  for (let remaining = 2 * reader.varint(); remaining > 0; remaining--)
    reader.skip(reader.varint());
}

function parseJsonValue(value: string, reader: ByteReader): JsonValue {
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    throw reader.corrupt("a value that is not JSON");
  }
}

/**
 * Writes the stored fields of a segment; stored-fields-reader.ts describes the layout. A file of
 * its own, because a page that only searches does not load it.
 */

import type { JsonValue } from "../../collection/document.ts";
import {
  concatenate,
  GrowingBytes,
  GrowingWords,
  isWellFormed,
  toBytes,
} from "../../common/bytes/index.ts";
import type { IndexableDocument } from "../building/check-document.ts";
import {
  compress,
  encodeLiterals,
  Lz4Encoder,
  MAX_DICTIONARY_BYTES,
} from "../encoding/lz4-encoder.ts";
import { packDeltas, packNumbers } from "../encoding/pack-numbers.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { JSON_FIELD_MARK } from "./stored-record.ts";

/** A block ends when it has this many bytes. Smaller ones save little time and cost offsets. */
export const BLOCK_BYTES: number = 1 << 10;
/** Encoded blocks that are written together. */
const CHUNK_BYTES = 1 << 16;
/** The dictionary is at most one part in this many of the documents: it must save more than it takes. */
const DICTIONARY_SHARE = 16;

/** The encoded fields of documents, concatenated. */
export interface StoredRecords {
  readonly bytes: Uint8Array;
  /** The end of each document. */
  readonly ends: Uint32Array;
}

/** Encodes the fields of documents. */
export function encodeRecords(documents: readonly IndexableDocument[]): StoredRecords {
  const raw = new GrowingBytes();
  const ends = new Uint32Array(documents.length);
  for (const [i, { title, text, fields = {} }] of documents.entries()) {
    const entries = [["title", title] as const, ["text", text] as const, ...Object.entries(fields)];
    const pairs = entries.filter(([, value]) => value !== undefined);
    raw.appendVarint(pairs.length);
    for (const [name, value] of pairs) writeField(raw, name, value as JsonValue);
    ends[i] = raw.length;
  }
  return { bytes: raw.view().slice(), ends };
}

/** The encoded fields of each document. */
export function* iterateRecords(batches: Iterable<StoredRecords>): Generator<Uint8Array> {
  for (const { bytes, ends } of batches) {
    let start = 0;
    for (const end of ends) {
      yield bytes.subarray(start, end);
      start = end;
    }
  }
}

/**
 * Writes documents with a dictionary made from them. `records` is called twice, for the same
 * documents in the same order. With encoded values, `words` is the table of the words that they are
 * encoded with.
 */
export async function writeStoredFields(
  frame: FrameWriter,
  records: () => Iterable<Uint8Array>,
  words?: Uint8Array,
): Promise<void> {
  const sample = createDictionarySample();
  for (const record of records()) sample.add(record);
  const dictionary = sample.bytes();
  const encode = await openEncoder(dictionary, sample.totalBytes);
  await writeBlocks(frame, records(), { blockBytes: BLOCK_BYTES, encode, dictionary });
  if (words !== undefined) await frame.section(words);
}

/** The sample from which a dictionary is made. */
export function createDictionarySample(): TextSample {
  return new TextSample(MAX_DICTIONARY_BYTES, DICTIONARY_SHARE);
}

/** Opening the kernels takes longer than they save on fewer bytes. */
const MIN_KERNEL_BYTES = 1 << 19;

/** The encoder of `totalBytes` in blocks. A bundle in one file, which must be small, has no kernels. */
async function openEncoder(
  dictionary: Uint8Array,
  totalBytes: number,
): Promise<(raw: Uint8Array) => Uint8Array> {
  const kernels =
    globalThis.TERMWISE_BROWSER || totalBytes < MIN_KERNEL_BYTES
      ? undefined
      : await import("../encoding/lz4-kernel.ts");
  if (kernels !== undefined) return kernels.openBlockEncoder(dictionary);
  const plain = new Lz4Encoder(dictionary);
  return (raw) => plain.encode(raw);
}

/** Writes documents without compression, in blocks of at least `blockBytes`. */
export function writeUncompressedFields(
  frame: FrameWriter,
  records: Iterable<Uint8Array>,
  blockBytes: number,
): Promise<void> {
  const dictionary = new Uint8Array(0);
  return writeBlocks(frame, records, { blockBytes, encode: encodeLiterals, dictionary });
}

async function writeBlocks(
  frame: FrameWriter,
  records: Iterable<Uint8Array>,
  {
    blockBytes,
    encode,
    dictionary,
  }: {
    readonly blockBytes: number;
    readonly encode: (raw: Uint8Array) => Uint8Array;
    readonly dictionary: Uint8Array;
  },
): Promise<void> {
  const table = new BlockTable();
  const raw = new GrowingBytes(2 * blockBytes);
  // Blocks are collected, because a promise per block costs as much as encoding it.
  const encoded = new GrowingBytes(2 * CHUNK_BYTES);
  let [documents, first] = [0, 0];
  const endBlock = (): void => {
    if (documents === first) return;
    const bytes = encode(raw.view());
    table.add(first, raw.length, bytes.length);
    encoded.append(bytes);
    first = documents;
    raw.clear();
  };
  for (const record of records) {
    raw.append(record);
    documents++;
    if (raw.length < blockBytes) continue;
    endBlock();
    if (encoded.length < CHUNK_BYTES) continue;
    await frame.append(encoded.view());
    encoded.clear();
  }
  endBlock();
  await frame.append(encoded.view());
  await table.write(frame, documents, dictionary);
}

/** The blocks of stored fields: their first documents, offsets and lengths. */
export class BlockTable {
  readonly #firsts = new GrowingWords();
  readonly #starts = new GrowingWords();
  readonly #lengths = new GrowingWords();
  #start = 0;

  /** Adds a block of `rawBytes` that takes `encodedBytes` in the file. */
  add(first: number, rawBytes: number, encodedBytes: number): void {
    this.#firsts.push(first);
    this.#starts.push(this.#start);
    this.#lengths.push(rawBytes);
    this.#start += encodedBytes;
  }

  /** Ends the section of blocks and writes the sections after it. */
  async write(frame: FrameWriter, documents: number, dictionary: Uint8Array): Promise<void> {
    const [firsts, lengths] = [this.#firsts.view(), this.#lengths.view()];
    await frame.endSection();
    await frame.section(packDeltas(firsts));
    await frame.section(packDeltas(this.#starts.view()));
    await frame.section(packNumbers(lengths));
    await frame.section(toBytes(Uint32Array.of(documents, firsts.length, dictionary.length)));
    await frame.section(dictionary.length === 0 ? dictionary : compress(dictionary));
  }
}

function writeField(raw: GrowingBytes, name: string, value: JsonValue): void {
  // UTF-8 cannot encode a lone surrogate; JSON has an escape for it.
  const isPlain = typeof value === "string" && isWellFormed(value);
  raw.appendString(isPlain ? name : JSON_FIELD_MARK + name);
  raw.appendString(isPlain ? value : JSON.stringify(value));
}

/** Bytes of a piece of the sample: long enough for phrases, short enough for many texts. */
const PIECE_BYTES = 256;

/**
 * A sample of texts that are read once, for use as a compression dictionary: pieces of texts at
 * equal distances. The same texts in the same order give the same sample.
 */
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

  /** Of all texts. */
  get totalBytes(): number {
    return this.#totalBytes;
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

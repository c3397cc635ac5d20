/**
 * Writes the stored fields of a segment; stored-fields-reader.ts describes the layout. A file of
 * its own, because a page that only searches does not load it.
 */

import type { JsonValue } from "../../collection/document.ts";
import { concatenate, GrowingBytes, GrowingWords, toBytes } from "../../common/bytes/index.ts";
import type { IndexableDocument } from "../building/check-document.ts";
import { compress } from "../encoding/lz4.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { BLOCK_BYTES, JSON_FIELD_MARK, type StoredBlock } from "./stored-fields-reader.ts";

/** How blocks are built. */
export interface BlockOptions {
  /** A block ends when it has this many bytes. */
  readonly blockBytes?: number;
  /** Compresses a block, as an LZ4 block. */
  readonly encode?: (raw: Uint8Array) => Uint8Array;
}

/** Builds one block of encoded documents. */
export function encodeRecords(
  records: readonly Uint8Array[],
  encode: (raw: Uint8Array) => Uint8Array = compress,
): StoredBlock {
  const raw = concatenate(records);
  return { documents: records.length, rawBytes: raw.length, bytes: encode(raw) };
}

/** Groups encoded documents into blocks of the default size or another. */
export function* groupIntoBlocks(
  records: readonly Uint8Array[],
  { blockBytes = BLOCK_BYTES, encode = compress }: BlockOptions = {},
): Generator<StoredBlock> {
  let [first, bytes] = [0, 0];
  for (const [i, record] of records.entries()) {
    bytes += record.length;
    if (bytes < blockBytes && i < records.length - 1) continue;
    yield encodeRecords(records.slice(first, i + 1), encode);
    [first, bytes] = [i + 1, 0];
  }
}

/** Encodes documents into blocks. */
export function encodeDocuments(documents: readonly IndexableDocument[]): StoredBlock[] {
  const blocks: StoredBlock[] = [];
  const raw = new GrowingBytes(2 * BLOCK_BYTES);
  let first = 0;
  for (const [i, { title, text, fields = {} }] of documents.entries()) {
    const entries = [["title", title] as const, ["text", text] as const, ...Object.entries(fields)];
    const pairs = entries.filter(([, value]) => value !== undefined);
    raw.appendVarint(pairs.length);
    for (const [name, value] of pairs) writeField(raw, name, value as JsonValue);
    if (raw.length < BLOCK_BYTES && i < documents.length - 1) continue;
    blocks.push({
      documents: i + 1 - first,
      rawBytes: raw.length,
      bytes: compress(raw.view()),
    });
    raw.clear();
    first = i + 1;
  }
  return blocks;
}

export class StoredFieldsWriter {
  readonly #frame: FrameWriter;
  readonly #blocks = new GrowingWords();
  #documents = 0;
  #length = 0;

  constructor(frame: FrameWriter) {
    this.#frame = frame;
  }

  async add({ documents, rawBytes, bytes }: StoredBlock): Promise<void> {
    this.#blocks.push(this.#documents);
    this.#blocks.push(this.#length);
    this.#blocks.push(rawBytes);
    this.#documents += documents;
    this.#length += bytes.length;
    await this.#frame.append(bytes);
  }

  /** With encoded values, `words` are the words that they are encoded with. */
  async end(words?: Uint8Array): Promise<void> {
    await this.#frame.endSection();
    await this.#frame.section(toBytes(this.#blocks.view()));
    await this.#frame.section(toBytes(Uint32Array.of(this.#documents)));
    if (words !== undefined) await this.#frame.section(words);
  }
}

function writeField(raw: GrowingBytes, name: string, value: JsonValue): void {
  // UTF-8 cannot encode a lone surrogate; JSON has an escape for it.
  const isPlain = typeof value === "string" && !/\p{Cs}/u.test(value);
  raw.appendString(isPlain ? name : JSON_FIELD_MARK + name);
  raw.appendString(isPlain ? value : JSON.stringify(value));
}

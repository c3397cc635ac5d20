/**
 * Writes stored fields whose values are encoded word by word (word-table.ts). The words are chosen
 * from a first pass over the documents.
 */

import { type CodedWords, chooseWords, WordCodeEncoder } from "../encoding/word-codes.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { BLOCK_BYTES, type StoredFieldsReader } from "./stored-fields-reader.ts";
import { groupIntoBlocks, StoredFieldsWriter } from "./stored-fields-writer.ts";
import { countWords, encodeValues, encodeWordTable } from "./word-table.ts";

/** Encoded texts have about half the bytes, so that a block has as many documents as without. */
const CODED_BLOCK_BYTES = BLOCK_BYTES / 2;
/** Text from which words are chosen: enough for all that repeat, and the counts fit in memory. */
const MAX_SAMPLE_BYTES = 1 << 26;

export class WordCodedWriter {
  readonly #writer: StoredFieldsWriter;
  readonly #words: CodedWords;
  readonly #encoder: WordCodeEncoder;

  constructor(frame: FrameWriter, readers: readonly StoredFieldsReader[]) {
    this.#writer = new StoredFieldsWriter(frame);
    this.#words = chooseWords(countSample(readers));
    this.#encoder = new WordCodeEncoder(this.#words);
  }

  /** Adds documents with their values as texts. */
  async add(records: readonly Uint8Array[]): Promise<void> {
    const encoded = records.map((record) => encodeValues(record, this.#encoder));
    for (const block of groupIntoBlocks(encoded, { blockBytes: CODED_BLOCK_BYTES })) {
      await this.#writer.add(block);
    }
  }

  end(): Promise<void> {
    return this.#writer.end(encodeWordTable(this.#words));
  }
}

/** How often each word occurs in every n-th block, with the smallest n that keeps the sample small. */
function countSample(readers: readonly StoredFieldsReader[]): Map<string, number> {
  let bytes = 0;
  for (const reader of readers) {
    for (let block = 0; block < reader.blockCount; block++) bytes += reader.block(block).rawBytes;
  }
  const step = Math.ceil(bytes / MAX_SAMPLE_BYTES);
  const counts = new Map<string, number>();
  for (const reader of readers) {
    for (let block = 0; block < reader.blockCount; block += step) {
      for (const record of reader.records(block)) countWords(record, counts);
    }
  }
  return counts;
}

/**
 * Stored fields of a segment under construction that wait on the storage, because the dictionary
 * with which they are compressed is made from all of them. The file belongs to no commit; like
 * every file that no commit contains, it is removed after a crash.
 */

import { GrowingWords } from "../../common/bytes/index.ts";
import type { FileWriter, OpenFile } from "../../storage/directory.ts";
import { encodeHeader, HEADER_BYTES, type IndexId } from "../files/file-frame.ts";
import {
  createDictionarySample,
  iterateRecords,
  type StoredRecords,
} from "../files/stored-fields-writer.ts";
import type { RecordSource } from "../files/stored-pieces.ts";

/** A file that is written once, read once and then removed. */
export interface SpillFile {
  readonly indexId: IndexId;
  readonly writer: FileWriter;
  open(): Promise<OpenFile>;
  remove(): Promise<void>;
}

/** The same for stored fields in memory. */
export function openRecords(batches: readonly StoredRecords[]): RecordSource {
  const sample = createDictionarySample();
  for (const record of iterateRecords(batches)) sample.add(record);
  return { dictionary: sample.bytes(), batches: () => batches };
}

/** Bytes that are read at a time, at least one document. */
const CHUNK_BYTES = 1 << 22;

export class RecordSpill implements RecordSource {
  readonly #file: SpillFile;
  readonly #sample = createDictionarySample();
  /** The length of each document, by batch. */
  readonly #lengths: Uint32Array[] = [];
  #isHeaderWritten = false;

  constructor(file: SpillFile) {
    this.#file = file;
  }

  get dictionary(): Uint8Array {
    return this.#sample.bytes();
  }

  async append(batches: readonly StoredRecords[]): Promise<void> {
    const { writer, indexId } = this.#file;
    if (!this.#isHeaderWritten) await writer.append(encodeHeader("records", indexId));
    this.#isHeaderWritten = true;
    for (const { bytes, ends } of batches) {
      await writer.append(bytes);
      this.#lengths.push(ends.map((end, i) => end - (ends[i - 1] ?? 0)));
    }
    for (const record of iterateRecords(batches)) this.#sample.add(record);
  }

  /** Removes the file unread. */
  async discard(): Promise<void> {
    await this.#file.writer.close();
    await this.#file.remove();
  }

  async *batches(): AsyncGenerator<StoredRecords> {
    await this.#file.writer.close();
    const file = await this.#file.open();
    try {
      let at = HEADER_BYTES;
      let next: Promise<StoredRecords> | undefined;
      for (const ends of this.#chunks()) {
        const start = at;
        const length = ends.at(-1) as number;
        at += length;
        const following = file.read(start, length).then((bytes) => ({ bytes, ends }));
        following.catch(() => {}); // reported when it is awaited
        if (next !== undefined) yield next; // while the following documents are read
        next = following;
      }
      if (next !== undefined) yield next;
    } finally {
      await file.close();
      await this.#file.remove();
    }
  }

  /** The ends of the documents of each chunk. */
  *#chunks(): Generator<Uint32Array> {
    let ends = new GrowingWords();
    let bytes = 0;
    for (const lengths of this.#lengths) {
      for (const length of lengths) {
        bytes += length;
        ends.push(bytes);
        if (bytes < CHUNK_BYTES) continue;
        yield ends.view();
        ends = new GrowingWords();
        bytes = 0;
      }
    }
    if (ends.length > 0) yield ends.view();
  }
}

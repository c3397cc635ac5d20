/**
 * Documents between `add` and a segment. They are collected into batches, parsed (optionally by
 * other threads) and buffered until a segment is due. Batch boundaries depend on the documents
 * alone and batches are buffered in order, so the segments are the same for any number of threads.
 */

import type { VectorSettings } from "../../dense/vectors/index.ts";
import { listColumnFields } from "../columns/index.ts";
import type { IndexSettings } from "../commits/commit.ts";
import type { BlockCompressor } from "../files/stored-pieces.ts";
import type { Schema } from "../schema/index.ts";
import type { BatchReader } from "./batch-reader.ts";
import type { IndexableDocument } from "./check-document.ts";
import type { DocumentBatch } from "./document-batch.ts";
import type { SpillFile } from "./record-spill.ts";
import { SegmentBuffer } from "./segment-buffer.ts";

/** A batch ends after this many documents or characters. */
const BATCH_DOCUMENTS = 4096;
const BATCH_CHARACTERS = 1 << 22;

/** Documents that are due as one segment, with those deleted in the meantime. */
export interface PendingSegment {
  readonly buffer: SegmentBuffer;
  /** Numbers of the deleted documents. */
  readonly deleted: readonly number[];
  readonly compressor: BlockCompressor | undefined;
}

/** Creates a file for stored fields; the argument identifies the first document. */
export type CreateSpill = (first: readonly string[]) => Promise<SpillFile>;

export class IncomingDocuments {
  readonly #reader: BatchReader;
  readonly #term: (form: string) => string | undefined;
  readonly #memoryBytes: number;
  readonly #schema: Schema | undefined;
  readonly #vectors: VectorSettings | undefined;
  readonly #createSpill: CreateSpill | undefined;
  /** Numbers, since the start, of all documents that are not in a segment yet, by id. */
  readonly #numbers = new Map<string, number>();
  readonly #deleted = new Set<number>();
  readonly #inFlight: Promise<DocumentBatch>[] = [];
  #batch: IndexableDocument[] = [];
  #characters = 0;
  #count = 0;
  #buffer: SegmentBuffer;
  /** The number of the first document in the buffer. */
  #bufferStart = 0;

  constructor(
    reader: BatchReader,
    term: (form: string) => string | undefined,
    memoryBytes: number,
    { schema, vectors }: Pick<IndexSettings, "schema" | "vectors"> = {},
    createSpill?: CreateSpill,
  ) {
    this.#createSpill = createSpill;
    this.#schema = schema;
    this.#vectors = vectors;
    this.#reader = reader;
    this.#term = term;
    this.#memoryBytes = memoryBytes;
    this.#buffer = this.#newBuffer();
  }

  has(id: string): boolean {
    return this.#numbers.has(id);
  }

  /**
   * Adds a document of about `characters` characters, whose id must be new. Returns whether
   * `receive` must be called next.
   */
  add(document: IndexableDocument, characters: number): boolean {
    this.#numbers.set(document.id, this.#count++);
    this.#batch.push(document);
    this.#characters += characters;
    if (this.#batch.length < BATCH_DOCUMENTS && this.#characters < BATCH_CHARACTERS) {
      return false;
    }
    this.#send();
    return this.#inFlight.length > this.#reader.width;
  }

  /** Waits for the oldest batch in flight. Returns a segment if one is due. */
  async receive(): Promise<PendingSegment | undefined> {
    this.#buffer.add(await (this.#inFlight.shift() as Promise<DocumentBatch>));
    if (this.#buffer.memoryBytes >= this.#memoryBytes) return this.#takeSegment();
    if (!globalThis.TERMWISE_BROWSER && this.#createSpill !== undefined)
      await this.#buffer.spill(this.#createSpill);
    return undefined;
  }

  /** Removes a document; returns whether it existed. */
  delete(id: string): boolean {
    const number = this.#numbers.get(id);
    if (number === undefined) return false;
    this.#numbers.delete(id);
    this.#deleted.add(number);
    return true;
  }

  /** Returns the remaining documents as segments. */
  async *drain(): AsyncGenerator<PendingSegment> {
    if (this.#batch.length > 0) this.#send();
    while (this.#inFlight.length > 0) {
      const pending = await this.receive();
      if (pending !== undefined) yield pending;
    }
    if (this.#buffer.documentCount > 0) yield this.#takeSegment();
  }

  /** Discards the documents that are in no segment. */
  discard(): Promise<void> {
    return this.#buffer.discard();
  }

  #send(): void {
    const batch = this.#reader.read(this.#batch);
    batch.catch(() => {}); // reported by `receive`
    this.#inFlight.push(batch);
    this.#batch = [];
    this.#characters = 0;
  }

  #takeSegment(): PendingSegment {
    const buffer = this.#buffer;
    const end = this.#bufferStart + buffer.documentCount;
    const deleted: number[] = [];
    for (const number of this.#deleted) if (number < end) deleted.push(number - this.#bufferStart);
    for (const number of deleted) this.#deleted.delete(this.#bufferStart + number);
    if (end === this.#count) this.#numbers.clear();
    else {
      for (const id of buffer.ids) {
        if ((this.#numbers.get(id) ?? end) < end) this.#numbers.delete(id);
      }
    }
    this.#bufferStart = end;
    this.#buffer = this.#newBuffer();
    return { buffer, deleted, compressor: this.#reader.compressor };
  }

  #newBuffer(): SegmentBuffer {
    return new SegmentBuffer(this.#term, listColumnFields(this.#schema), this.#vectors);
  }
}

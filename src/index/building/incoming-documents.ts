/**
 * Documents on their way from `add` into a segment: first gathered into
 * batches, then read, by other threads if wanted, then buffered until a segment
 * is due. Batches are cut by the documents alone and buffered in order, so the
 * segments are the same for any number of threads.
 */

import type { VectorSettings } from "../../dense/vectors/index.ts";
import { listColumnFields } from "../columns/index.ts";
import type { IndexSettings } from "../commits/commit.ts";
import type { Schema } from "../schema/index.ts";
import type { BatchReader } from "./batch-reader.ts";
import type { IndexableDocument } from "./check-document.ts";
import type { DocumentBatch } from "./document-batch.ts";
import { SegmentBuffer } from "./segment-buffer.ts";

/** A batch is closed when it has so many documents or characters. */
const BATCH_DOCUMENTS = 4096;
const BATCH_CHARACTERS = 1 << 22;

/** Documents that have become due as one segment, those deleted meanwhile marked. */
export interface PendingSegment {
  readonly buffer: SegmentBuffer;
  /** Numbers of deleted documents. */
  readonly deleted: readonly number[];
}

export class IncomingDocuments {
  readonly #reader: BatchReader;
  readonly #term: (form: string) => string | undefined;
  readonly #memoryBytes: number;
  readonly #schema: Schema | undefined;
  readonly #vectors: VectorSettings | undefined;
  /** Every document that is not in a segment yet: its number since the start, by id. */
  readonly #numbers = new Map<string, number>();
  readonly #deleted = new Set<number>();
  readonly #inFlight: Promise<DocumentBatch>[] = [];
  #batch: IndexableDocument[] = [];
  #characters = 0;
  #count = 0;
  #buffer: SegmentBuffer;
  /** The number of the buffer's first document. */
  #bufferStart = 0;

  constructor(
    reader: BatchReader,
    term: (form: string) => string | undefined,
    memoryBytes: number,
    { schema, vectors }: Pick<IndexSettings, "schema" | "vectors"> = {},
  ) {
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

  /** Takes a document of about so many characters, with an id that is not here. Returns whether `receive` is to be called next. */
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

  /** Waits for the oldest batch that is being read. Returns a segment if one is due. */
  async receive(): Promise<PendingSegment | undefined> {
    this.#buffer.add(await (this.#inFlight.shift() as Promise<DocumentBatch>));
    return this.#buffer.memoryBytes >= this.#memoryBytes ? this.#takeSegment() : undefined;
  }

  /** Forgets a document; returns whether it was here. */
  delete(id: string): boolean {
    const number = this.#numbers.get(id);
    if (number === undefined) return false;
    this.#numbers.delete(id);
    this.#deleted.add(number);
    return true;
  }

  /** All that is left, as segments. */
  async *drain(): AsyncGenerator<PendingSegment> {
    if (this.#batch.length > 0) this.#send();
    while (this.#inFlight.length > 0) {
      const pending = await this.receive();
      if (pending !== undefined) yield pending;
    }
    if (this.#buffer.documentCount > 0) yield this.#takeSegment();
  }

  #send(): void {
    const batch = this.#reader.read(this.#batch);
    batch.catch(() => {}); // told to whoever receives it
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
    return { buffer, deleted };
  }

  #newBuffer(): SegmentBuffer {
    return new SegmentBuffer(this.#term, listColumnFields(this.#schema), this.#vectors);
  }
}

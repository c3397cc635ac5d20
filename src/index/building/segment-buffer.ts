/**
 * Documents in memory that will become a segment: tokens as numbers of surface forms, the forms
 * with their terms, encoded stored fields. The segment depends on the documents alone, not on
 * the batch boundaries.
 */

import { GrowingWords } from "../../common/bytes/index.ts";
import type { VectorBuilder, VectorPart } from "../../dense/vectors/vector-builder.ts";
import type { VectorSettings } from "../../dense/vectors/vector-settings.ts";
import { ColumnBuilder, type ColumnField, type ColumnPart } from "../columns/index.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import type { StoredRecords } from "../files/stored-fields-writer.ts";
import type { BlockCompressor } from "../files/stored-pieces.ts";
import type { SegmentTarget } from "../segments/segment-target.ts";
import { createVectorBuilder } from "../segments/vector-parts.ts";
import type { DocumentBatch } from "./document-batch.ts";
import { FormTable } from "./form-table.ts";
import { NO_TERM } from "./inversion.ts";
import type { RecordSpill, SpillFile } from "./record-spill.ts";
import { writeSegment } from "./segment-writer.ts";
import { countTokens, type TokenBatch } from "./token-batch.ts";

/** Stored fields in memory beyond this many bytes are moved to the storage. */
const MAX_STORED_BYTES = 1 << 24;

export class SegmentBuffer {
  readonly #term: (form: string) => string | undefined;
  readonly #formTable = new FormTable();
  readonly #forms: string[] = [];
  readonly #termOfForm = new GrowingWords();
  readonly #termNumbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #batches: TokenBatch[] = [];
  #tokenCount = 0;
  /** The occurrences of each form. */
  #counts = new Uint32Array(1 << 10);
  readonly #ids: string[] = [];
  readonly #stored: StoredRecords[] = [];
  readonly #columns: ReadonlyMap<string, ColumnBuilder>;
  readonly #vectors: VectorBuilder | undefined;
  #storedBytes = 0;
  /** Of these, on the storage. */
  #spilledBytes = 0;
  #spill: RecordSpill | undefined;

  /** `term` maps a surface form to its index term, a well-formed string, or to undefined. */
  constructor(
    term: (form: string) => string | undefined,
    columns: readonly ColumnField[] = [],
    vectors?: VectorSettings,
  ) {
    this.#term = term;
    this.#vectors = vectors && createVectorBuilder(vectors.dimensions);
    this.#columns = new Map(columns.map(({ name }) => [name, new ColumnBuilder()]));
  }

  get documentCount(): number {
    return this.#ids.length;
  }

  /** The ids of the documents, in order. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  /** The identity of the first document: its id and its surface forms. */
  get first(): readonly string[] {
    const { tokens, ends, forms } = this.#batches[0] as TokenBatch;
    const formOf = (token: number): string => this.#forms[forms[token] as number] as string;
    return [this.#ids[0] as string, ...Array.from(tokens.subarray(0, ends[0]), formOf)];
  }

  /**
   * Approximate memory of the buffer and of writing it. The same for the same documents on every
   * platform.
   */
  get memoryBytes(): number {
    const perItem = 12 * this.#tokenCount + 200 * (this.#forms.length + this.#ids.length);
    let columnBytes = 0;
    for (const column of this.#columns.values()) columnBytes += column.memoryBytes;
    return perItem + this.#storedBytes + columnBytes + (this.#vectors?.memoryBytes ?? 0);
  }

  add(batch: DocumentBatch): void {
    const numbers = new Uint32Array(batch.forms.ends.length);
    for (let i = 0; i < numbers.length; i++) {
      const number = this.#formTable.addFrom(batch.forms, i);
      if (number === this.#forms.length) this.#addForm(this.#formTable.form(number));
      numbers[i] = number;
    }
    const added = { tokens: batch.tokens, ends: batch.ends, forms: numbers };
    this.#batches.push(added);
    this.#tokenCount += batch.tokens.length;
    if (this.#counts.length < this.#forms.length) {
      const counts = new Uint32Array(2 * this.#forms.length);
      counts.set(this.#counts);
      this.#counts = counts;
    }
    countTokens(added, this.#counts);
    for (const id of batch.ids) this.#ids.push(id);
    if (batch.stored !== undefined) {
      this.#stored.push(batch.stored);
      this.#storedBytes += batch.stored.bytes.length;
    }
    for (const [i, column] of [...this.#columns.values()].entries()) {
      column.append(batch.columns[i] as ColumnPart);
    }
    this.#vectors?.append(batch.vectors as VectorPart);
  }

  /** Moves stored fields to a file if they take much memory. */
  async spill(create: (first: readonly string[]) => Promise<SpillFile>): Promise<void> {
    const isDue = this.#storedBytes - this.#spilledBytes >= MAX_STORED_BYTES;
    if (!globalThis.TERMWISE_BROWSER && isDue) {
      const { RecordSpill } = await import("./record-spill.ts");
      this.#spill ??= new RecordSpill(await create(this.first));
      await this.#spill.append(this.#stored);
      this.#stored.length = 0;
      this.#spilledBytes = this.#storedBytes;
    }
  }

  /**
   * Writes the documents as a segment, with stored fields compressed by `compressor`. The buffer
   * must not be used afterwards.
   */
  async write(target: SegmentTarget, compressor?: BlockCompressor): Promise<SegmentRecord> {
    if (!globalThis.TERMWISE_BROWSER && this.#spill !== undefined) {
      await this.#spill.append(this.#stored);
      this.#stored.length = 0;
    }
    const numbered = {
      ids: this.#ids,
      batches: this.#batches,
      forms: this.#forms,
      counts: this.#counts.subarray(0, this.#forms.length),
      termOfForm: this.#termOfForm.view(),
      terms: this.#terms,
      stored: this.#stored,
      columns: this.#columns,
      vectors: this.#vectors,
      spill: this.#spill,
      compressor,
    };
    return writeSegment(target, numbered);
  }

  /** Removes what waits on the storage, if the documents are not written. */
  async discard(): Promise<void> {
    if (!globalThis.TERMWISE_BROWSER) await this.#spill?.discard();
  }

  #addForm(form: string): void {
    this.#forms.push(form);
    this.#termOfForm.push(this.#findOrAddTerm(this.#term(form)));
  }

  #findOrAddTerm(term: string | undefined): number {
    if (term === undefined) return NO_TERM;
    const existing = this.#termNumbers.get(term);
    if (existing !== undefined) return existing;
    const number = this.#terms.length;
    this.#termNumbers.set(term, number);
    this.#terms.push(term);
    return number;
  }
}

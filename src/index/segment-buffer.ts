/**
 * Documents in memory on their way into a segment: their tokens as numbers of
 * surface forms, the forms with their terms, the stored fields compressed. What
 * it becomes depends on the documents alone, not on how they were cut into batches.
 */

import type { Directory } from "../storage/directory.ts";
import { decodeText, encodeText } from "./byte-strings.ts";
import type { DocumentBatch } from "./document-batch.ts";
import type { IndexId } from "./file-frame.ts";
import { GrowingWords } from "./growing-arrays.ts";
import { NO_TERM } from "./inversion.ts";
import type { IndexContent, SegmentRecord } from "./segment-record.ts";
import { writeSegment } from "./segment-writer.ts";
import type { StoredBlock } from "./stored-fields.ts";
import type { TermWeights } from "./term-weights.ts";

export class SegmentBuffer {
  readonly #term: (form: string) => string | undefined;
  readonly #formNumbers = new Map<string, number>();
  readonly #forms: string[] = [];
  readonly #termOfForm = new GrowingWords();
  readonly #termNumbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #tokens = new GrowingWords();
  readonly #ends = new GrowingWords();
  readonly #ids: string[] = [];
  readonly #stored: StoredBlock[] = [];
  #storedBytes = 0;

  /** `term` maps a surface form to its index term, a well-formed text, or to nothing. */
  constructor(term: (form: string) => string | undefined) {
    this.#term = term;
  }

  get documentCount(): number {
    return this.#ids.length;
  }

  /** The ids of the documents, in order. */
  get ids(): readonly string[] {
    return this.#ids;
  }

  /** What the first document is: its id and its surface forms. */
  get first(): readonly string[] {
    const tokens = this.#tokens.view().subarray(0, this.#ends.view()[0]);
    return [this.#ids[0] as string, ...Array.from(tokens, (form) => this.#forms[form] as string)];
  }

  /** What the buffer and writing it take, about: the same for the same documents everywhere. */
  get memoryBytes(): number {
    const perItem = 12 * this.#tokens.length + 200 * (this.#forms.length + this.#ids.length);
    return perItem + this.#storedBytes;
  }

  add(batch: DocumentBatch): void {
    const numbers = new Uint32Array(batch.forms.length);
    for (const [i, form] of batch.forms.entries()) numbers[i] = this.#number(form);
    const before = this.#tokens.length;
    const tokens = batch.tokens.slice();
    for (let i = 0; i < tokens.length; i++) tokens[i] = numbers[tokens[i] as number] as number;
    this.#tokens.append(tokens);
    for (const end of batch.ends) this.#ends.push(before + end);
    for (const id of batch.ids) this.#ids.push(id);
    for (const block of batch.stored) {
      this.#stored.push(block);
      this.#storedBytes += block.bytes.length;
    }
  }

  /** Writes the documents as a segment. */
  write(
    directory: Directory,
    name: string,
    indexId: IndexId,
    content: IndexContent,
    weights?: TermWeights,
  ): Promise<SegmentRecord> {
    const numbered = {
      ids: this.#ids,
      tokens: this.#tokens.view(),
      ends: this.#ends.view(),
      forms: this.#forms,
      termOfForm: this.#termOfForm.view(),
      terms: this.#terms,
      stored: this.#stored,
    };
    return writeSegment(directory, name, indexId, content, numbered, weights);
  }

  #number(form: string): number {
    const known = this.#formNumbers.get(form);
    if (known !== undefined) return known;
    // A copy of its own: a slice would keep the whole text that it was cut from in memory. The
    // way through UTF-8 also makes equal what the files cannot tell apart, lone surrogates.
    const copy = decodeText(encodeText(form));
    const number = this.#formNumbers.get(copy) ?? this.#forms.length;
    if (number === this.#forms.length) {
      this.#formNumbers.set(copy, number);
      this.#forms.push(copy);
      this.#termOfForm.push(this.#termNumber(this.#term(copy)));
    }
    return number;
  }

  #termNumber(term: string | undefined): number {
    if (term === undefined) return NO_TERM;
    const known = this.#termNumbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.length;
    this.#termNumbers.set(term, number);
    this.#terms.push(term);
    return number;
  }
}

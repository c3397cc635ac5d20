/**
 * Documents in memory on their way into a segment.
 *
 * Tokens are kept as numbers in the order of the texts. Inverting them is a
 * counting sort by term, in two passes over plain arrays: first count the
 * occurrences of each term, then put each occurrence in its place. The segment
 * depends on the documents alone, not on how they were cut into batches.
 */

import type { Directory } from "../storage/directory.ts";
import { decodeText, encodeText } from "./byte-strings.ts";
import type { DocumentBatch } from "./document-batch.ts";
import { DocumentsWriter } from "./documents.ts";
import type { FileRecord, IndexId } from "./file-frame.ts";
import { ForwardWriter } from "./forward-writer.ts";
import { writeFrame } from "./frame-writer.ts";
import { GrowingWords } from "./growing-arrays.ts";
import type { IndexContent, SegmentRecord } from "./segment-record.ts";
import { type StoredBlock, StoredWriter } from "./stored-fields.ts";
import { orderForms } from "./surface-forms.ts";
import { type TermsFiles, TermsWriter } from "./terms-writer.ts";
import { sortByBytes } from "./text-order.ts";

/** Where a form that is not indexed keeps the number of its term. */
const NO_TERM = 0xffffffff;

export class SegmentBuffer {
  readonly #term: (form: string) => string | undefined;
  readonly #formNumbers = new Map<string, number>();
  readonly #forms: string[] = [];
  /** For each form the number of its term, or NO_TERM. */
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

  /** Writes the documents as a segment. */
  async write(
    directory: Directory,
    name: string,
    indexId: IndexId,
    content: IndexContent,
  ): Promise<SegmentRecord> {
    const order = sortByBytes(this.#terms);
    const rankOfForm = this.#rankForms(order);
    const writer = this.#documents(rankOfForm);
    const frame = (
      kind: "document" | "forward" | "stored",
      write: Parameters<typeof writeFrame>[4],
    ): Promise<FileRecord> => writeFrame(directory, `${name}.${kind}`, kind, indexId, write);
    const documents = await frame("document", (file) => writer.write(file));
    const terms = await this.#writeTerms(directory, name, indexId, {
      order,
      rankOfForm,
      lengths: writer.lengths,
      positions: content.positions,
    });
    const files = { documents, ...terms };
    const forward = content.forward
      ? { forward: await frame("forward", (file) => this.#writeForward(file, rankOfForm)) }
      : {};
    const stored = content.stored
      ? { stored: await frame("stored", (file) => this.#writeStored(file)) }
      : {};
    return { name, documents: this.documentCount, files: { ...files, ...forward, ...stored } };
  }

  /** For each form the place of its term in byte order, or NO_TERM. */
  #rankForms(order: Uint32Array): Uint32Array {
    const rankOfTerm = new Uint32Array(order.length);
    for (let rank = 0; rank < order.length; rank++) rankOfTerm[order[rank] as number] = rank;
    return this.#termOfForm.view().map((term) => rankOfTerm[term] ?? NO_TERM);
  }

  #documents(rankOfForm: Uint32Array): DocumentsWriter {
    const writer = new DocumentsWriter();
    const tokens = this.#tokens.view();
    const ends = this.#ends.view();
    let at = 0;
    for (const [document, id] of this.#ids.entries()) {
      let length = 0;
      for (const end = ends[document] as number; at < end; at++) {
        if (rankOfForm[tokens[at] as number] !== NO_TERM) length++;
      }
      writer.add(id, length);
    }
    return writer;
  }

  #writeTerms(
    directory: Directory,
    name: string,
    indexId: IndexId,
    {
      order,
      rankOfForm,
      lengths,
      positions,
    }: { order: Uint32Array; rankOfForm: Uint32Array; lengths: Uint32Array; positions: boolean },
  ): Promise<TermsFiles> {
    const inverted = this.#invert(rankOfForm, order.length, positions);
    const documents = new Uint32Array(this.documentCount);
    const frequencies = new Uint32Array(this.documentCount);
    return TermsWriter.write(directory, name, indexId, { lengths, positions }, async (writer) => {
      for (let rank = 0; rank < order.length; rank++) {
        const start = inverted.starts[rank] as number;
        const end = inverted.starts[rank + 1] as number;
        let count = 0;
        let previous = -1;
        for (let i = start; i < end; i++) {
          const document = inverted.documents[i] as number;
          if (document !== previous) {
            documents[count] = document;
            frequencies[count++] = 0;
            previous = document;
          }
          frequencies[count - 1] = (frequencies[count - 1] as number) + 1;
        }
        const term = encodeText(this.#terms[order[rank] as number] as string);
        writer.add(term, documents, frequencies, count, inverted.positions?.subarray(start, end));
        if (writer.isFull) await writer.drain();
      }
    });
  }

  /** The occurrences of each term, in document order; those of rank r start at `starts[r]`. */
  #invert(
    rankOfForm: Uint32Array,
    terms: number,
    withPositions: boolean,
  ): { starts: Uint32Array; documents: Uint32Array; positions: Uint32Array | undefined } {
    const tokens = this.#tokens.view();
    const ends = this.#ends.view();
    const starts = new Uint32Array(terms + 1);
    for (let i = 0; i < tokens.length; i++) {
      const rank = rankOfForm[tokens[i] as number] as number;
      if (rank !== NO_TERM) starts[rank + 1] = (starts[rank + 1] as number) + 1;
    }
    for (let rank = 0; rank < terms; rank++) {
      starts[rank + 1] = (starts[rank + 1] as number) + (starts[rank] as number);
    }
    const next = starts.slice();
    const documents = new Uint32Array(starts[terms] as number);
    const positions = withPositions ? new Uint32Array(documents.length) : undefined;
    let at = 0;
    for (let document = 0; document < ends.length; document++) {
      const first = at;
      for (const end = ends[document] as number; at < end; at++) {
        const rank = rankOfForm[tokens[at] as number] as number;
        if (rank === NO_TERM) continue;
        const place = next[rank] as number;
        next[rank] = place + 1;
        documents[place] = document;
        if (positions !== undefined) positions[place] = at - first;
      }
    }
    return { starts, documents, positions };
  }

  async #writeForward(
    frame: ConstructorParameters<typeof ForwardWriter>[0],
    rankOfForm: Uint32Array,
  ): Promise<void> {
    const tokens = this.#tokens.view();
    const counts = new Uint32Array(this.#forms.length);
    for (let i = 0; i < tokens.length; i++) {
      const form = tokens[i] as number;
      counts[form] = (counts[form] as number) + 1;
    }
    const order = orderForms(this.#forms, counts);
    const numberOfForm = new Uint32Array(this.#forms.length);
    for (let number = 0; number < order.length; number++) {
      numberOfForm[order[number] as number] = number;
    }
    const writer = new ForwardWriter(frame);
    let start = 0;
    for (const end of this.#ends.view()) {
      writer.addDocument(tokens, start, end, numberOfForm);
      start = end;
      if (writer.isFull) await writer.drain();
    }
    await writer.end(this.#orderedForms(order, rankOfForm));
  }

  *#orderedForms(order: Uint32Array, rankOfForm: Uint32Array): Generator<[Uint8Array, number]> {
    for (const form of order) {
      const rank = rankOfForm[form] as number;
      yield [encodeText(this.#forms[form] as string), rank === NO_TERM ? -1 : rank];
    }
  }

  async #writeStored(frame: ConstructorParameters<typeof StoredWriter>[0]): Promise<void> {
    const writer = new StoredWriter(frame);
    for (const block of this.#stored) await writer.add(block);
    await writer.end();
  }
}

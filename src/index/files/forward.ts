/**
 * The forward index: the sequence of surface tokens of each document, and the map from surface
 * forms to index terms.
 *
 *   section 0  documents: bytes of its tokens, then the number of each token's form
 *   section 1  where every 16th document starts, as packed deltas
 *   section 2  forms: front-coded, then the delta to the term number of the
 *              form before, or to -1, as 2 · delta or -2 · delta - 1
 *   section 3  where every 16th form starts, as packed deltas
 *   section 4  number of documents, number of forms, u32 each
 *
 * A form that is not indexed has term number -1.
 *
 * In a segment with codes (coded-forms.ts) forms are numbered in byte order, the numbers of tokens
 * are prefix codes, and the forms themselves are in the forms file:
 *
 *   section 0  documents: bytes of its tokens, then the code of each token's form
 *   section 2  forms: 0 if it is not indexed, else 1 + the signed delta to the term number of the
 *              indexed form before
 *   section 3  empty
 *   section 5  length of the code of each form and of the end of a document, packed numbers
 */

import { decodeText } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { FrontDecoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import { unpackDeltas } from "../encoding/packed-numbers.ts";
import type { CodedForms } from "./coded-forms.ts";
import { checkSections, readWords } from "./file-section.ts";
import { readSection, type SlicedFrame, type SlicedSection } from "./sliced-section.ts";

/** The number of sections of a segment with codes. */
export const CODED_SECTIONS = 6;

export class Forward {
  readonly documentCount: number;
  /** Number of distinct surface forms, which are numbered from 0. */
  readonly formCount: number;
  readonly #documents: SlicedSection;
  readonly #documentStarts: Uint32Array;
  readonly #forms: SlicedSection;
  readonly #formStarts: Uint32Array;
  readonly #coded: CodedForms | undefined;
  /** Holds the tokens of one document. */
  #buffer = new Uint32Array(256);

  /** `coded` are the forms and codes of a segment that has them. */
  constructor(file: string, frame: SlicedFrame, documentLimit: number, coded?: CodedForms) {
    const sections = checkSections(file, frame, coded === undefined ? 5 : CODED_SECTIONS) as [
      ...[SlicedSection, SlicedSection, SlicedSection, SlicedSection, SlicedSection],
    ];
    const [documents, forms] = readWords(readSection(sections[4]), 2) as unknown as [
      number,
      number,
    ];
    if (documents !== documentLimit) {
      throw corrupt(file, sections[4].start, `not for a segment of ${documentLimit} documents`);
    }
    this.documentCount = documents;
    this.formCount = forms;
    this.#documents = sections[0];
    const starts = readSection(sections[1]);
    this.#documentStarts = unpackDeltas(starts, Math.ceil(documents / RESTART_INTERVAL));
    this.#forms = sections[2];
    this.#coded = coded;
    const groups = coded === undefined ? Math.ceil(forms / RESTART_INTERVAL) : 0;
    this.#formStarts = unpackDeltas(readSection(sections[3]), groups);
  }

  /** The form numbers of one document's tokens, in text order. */
  tokens(document: number): Uint32Array {
    const count = this.#readTokens(this.#readerAt(document));
    return this.#buffer.slice(0, count);
  }

  /** The same mapped through a table with one entry per form. */
  mapTokens(document: number, table: Int32Array): Int32Array {
    const count = this.#readTokens(this.#readerAt(document));
    const mappedTokens = new Int32Array(count);
    for (let i = 0; i < count; i++) mappedTokens[i] = table[this.#buffer[i] as number] as number;
    return mappedTokens;
  }

  #readerAt(document: number): ByteReader {
    const reader = openGroup(this.#documents, this.#documentStarts, document);
    for (let remaining = document % RESTART_INTERVAL; remaining > 0; remaining--)
      reader.skip(reader.varint());
    return reader;
  }

  /** The tokens of all documents, one document after another. */
  *allTokens(): Generator<Uint32Array> {
    let reader = new ByteReader(new Uint8Array(0), this.#documents.file);
    for (let document = 0; document < this.documentCount; document++) {
      if (document % RESTART_INTERVAL === 0) {
        reader = openGroup(this.#documents, this.#documentStarts, document);
      }
      const count = this.#readTokens(reader);
      yield this.#buffer.slice(0, count);
    }
  }

  /** A surface form by its number, and the number of its index term or -1. */
  form(number: number): { form: string; term: number } {
    if (this.#coded !== undefined) return this.#coded.form(number);
    const reader = openGroup(this.#forms, this.#formStarts, number);
    const decoder = new FrontDecoder();
    let term = -1;
    for (let i = number - (number % RESTART_INTERVAL); i <= number; i++) {
      decoder.read(reader, i % RESTART_INTERVAL === 0);
      term = readTerm(reader, term);
    }
    return { form: decodeText(decoder.view()), term };
  }

  /** All forms in the order of their numbers, as bytes valid until the next one. */
  *allForms(): Generator<{ form: Uint8Array; term: number }> {
    if (this.#coded !== undefined) return yield* this.#coded.allForms();
    let reader = new ByteReader(new Uint8Array(0), this.#forms.file);
    const decoder = new FrontDecoder();
    let term = -1;
    for (let i = 0; i < this.formCount; i++) {
      const isRestart = i % RESTART_INTERVAL === 0;
      if (isRestart) reader = openGroup(this.#forms, this.#formStarts, i);
      decoder.read(reader, isRestart);
      term = readTerm(reader, isRestart ? -1 : term);
      yield { form: decoder.view(), term };
    }
  }

  /** Reads a document into `#buffer`; returns its number of tokens. */
  #readTokens(reader: ByteReader): number {
    const end = reader.varint() + reader.at;
    if (end > reader.end) throw reader.corrupt("a document longer than the file");
    // A token takes at least one byte, so a document has no more tokens than bytes.
    const maxTokens = this.#coded?.codes.maxCount(end - reader.at) ?? end - reader.at;
    if (maxTokens > this.#buffer.length) this.#buffer = new Uint32Array(2 * maxTokens);
    const tokens = this.#buffer;
    let count = 0;
    if (this.#coded !== undefined) {
      count = this.#coded.codes.decode(reader.bytes(end - reader.at), tokens);
      if (count < 0) throw reader.corrupt("a document that ends inside a code");
      return count;
    }
    while (reader.at < end) {
      const form = reader.varint();
      if (form >= this.formCount) throw reader.corrupt("a surface form that does not exist");
      tokens[count++] = form;
    }
    if (reader.at !== end) throw reader.corrupt("a document that ends inside a number");
    return count;
  }
}

/** Opens a reader at the group of 16 elements that contains element `number`. */
function openGroup(section: SlicedSection, starts: Uint32Array, number: number): ByteReader {
  const group = Math.floor(number / RESTART_INTERVAL);
  const from = starts[group] as number;
  const to = starts[group + 1] ?? section.length;
  return new ByteReader(section.slice(from, to), section.file, section.start + from);
}

function readTerm(reader: ByteReader, before: number): number {
  const term = before + reader.signed();
  if (term < -1) throw reader.corrupt("a term that does not exist");
  return term;
}

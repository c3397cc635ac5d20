/**
 * The surface forms of a forward index with codes (forward.ts): their strings are in the forms
 * file, their terms and the codes of tokens in the forward index.
 */

import { decodeText } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { readPrefixDecoder } from "../encoding/coded-values.ts";
import type { PrefixDecoder } from "../encoding/huffman-codes.ts";
import { readWords } from "./file-section.ts";
import { FORMS_PER_GROUP, type FormsFile } from "./forms-file.ts";
import { readSection, type SlicedFrame, type SlicedSection } from "./sliced-section.ts";

export class CodedForms {
  /** The codes of tokens. */
  readonly codes: PrefixDecoder;
  readonly #forms: FormsFile;
  readonly #termSection: SlicedSection;
  #terms: Int32Array | undefined;

  /** `frame` is that of the forward index. */
  constructor(file: string, { sections }: SlicedFrame, forms: FormsFile) {
    const [, , terms, , counts, lengths] = sections as [
      ...[SlicedSection, SlicedSection, SlicedSection, SlicedSection, SlicedSection, SlicedSection],
    ];
    const [, count] = readWords(readSection(counts), 2) as unknown as [number, number];
    if (count !== forms.count) {
      throw corrupt(file, counts.start, `${count} forms, and ${forms.count} in the forms file`);
    }
    this.codes = readPrefixDecoder(readSection(lengths), count);
    this.#forms = forms;
    this.#termSection = terms;
  }

  /** A surface form by its number, and the number of its index term or -1. */
  form(number: number): { form: string; term: number } {
    const { bytes, starts } = this.#forms.group(Math.floor(number / FORMS_PER_GROUP));
    const i = number % FORMS_PER_GROUP;
    const form = decodeText(bytes.slice(starts[i], starts[i + 1]));
    return { form, term: this.#readTerms()[number] as number };
  }

  /** All forms in the order of their numbers, as bytes valid until the next one. */
  *allForms(): Generator<{ form: Uint8Array; term: number }> {
    const terms = this.#readTerms();
    for (let number = 0; number < this.#forms.count; number += FORMS_PER_GROUP) {
      const group = number / FORMS_PER_GROUP;
      // A copy: other reads of the file may come between two forms.
      const { bytes, starts } = this.#forms.group(group);
      const [copy, ends] = [bytes.slice(), starts.slice()];
      for (let i = 0; i < this.#forms.groupSize(group); i++) {
        yield { form: copy.subarray(ends[i], ends[i + 1]), term: terms[number + i] as number };
      }
    }
  }

  /** The term of each form; read once. */
  #readTerms(): Int32Array {
    if (this.#terms !== undefined) return this.#terms;
    const { file, start, bytes } = readSection(this.#termSection);
    const reader = new ByteReader(bytes, file, start);
    const terms = new Int32Array(this.#forms.count);
    let term = -1;
    for (let i = 0; i < terms.length; i++) {
      const code = reader.varint();
      if (code > 0) {
        const step = code - 1;
        term += step & 1 ? -(step >>> 1) - 1 : step >>> 1;
        if (term < 0) throw reader.corrupt("a term that does not exist");
      }
      terms[i] = code === 0 ? -1 : term;
    }
    if (reader.at !== reader.end) throw reader.corrupt("something follows the last term");
    this.#terms = terms;
    return terms;
  }
}

/**
 * The surface forms of a segment: each once over all fields, with its signature, encoded.
 * forms-file.ts describes the layout.
 *
 * A signature is the set of letters in 26 bits, and the length in UTF-16 units in 6. One edit adds
 * at most one letter and removes at most one, so signatures exclude nearly all forms that are not
 * within a few edits of a word.
 */

import {
  compareBytes,
  decodeText,
  encodeText,
  GrowingBytes,
  GrowingWords,
  toBytes,
} from "../../common/bytes/index.ts";
import { FrontCoder } from "../encoding/front-coding.ts";
import { packDeltas, packNumbers } from "../encoding/pack-numbers.ts";
import { parseFieldNumber, stripField } from "../schema/index.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { type SlicedFrame, toSlicedFrame } from "./sliced-section.ts";

/** Encodes forms, added in byte order. */
export class FormsBuilder {
  readonly #coder = new FrontCoder();
  readonly #entries = new GrowingBytes();
  readonly #largest = new GrowingWords();
  readonly #signatures = new GrowingWords();

  /** Adds the next form and its number of occurrences. */
  add(form: string, count: number): void {
    if (this.#coder.isRestart) this.#largest.push(count);
    this.#coder.append(encodeText(form), this.#entries);
    this.#entries.appendVarint(count);
    this.#signatures.push(computeFormSignature(form));
    const largest = this.#largest.view();
    const group = largest.length - 1;
    if (count > (largest[group] as number)) largest[group] = count;
  }

  #encodeSections(hasSignatures: boolean): Uint8Array[] {
    return [
      this.#entries.view(),
      packDeltas(this.#coder.starts.view()),
      packNumbers(this.#largest.view()),
      toBytes(hasSignatures ? this.#signatures.view() : new Uint32Array(0)),
      toBytes(Uint32Array.of(this.#coder.count)),
    ];
  }

  async write(frame: FrameWriter, hasSignatures: boolean): Promise<void> {
    for (const section of this.#encodeSections(hasSignatures)) await frame.section(section);
  }

  /** The same in memory, for a segment without such a file. */
  frame(file: string): SlicedFrame {
    const sections = this.#encodeSections(true).map((bytes) => ({
      file,
      start: 0,
      bytes: bytes.slice(),
    }));
    return toSlicedFrame({ indexId: "", crc: 0, sections });
  }
}

/**
 * Writes `forms`, which are distinct and in byte order, with their counts. Readers compute
 * signatures that are not stored.
 */
export async function writeForms(
  frame: FrameWriter,
  forms: Iterable<readonly [form: string, count: number]>,
  hasSignatures = true,
): Promise<void> {
  const builder = new FormsBuilder();
  for (const [form, count] of forms) builder.add(form, count);
  await builder.write(frame, hasSignatures);
}

/** The bits of letters in a signature. */
export const LETTER_MASK: number = (1 << 26) - 1;
/** This value means this length or any greater one. */
export const MAX_SIGNATURE_LENGTH = 63;

/** The signature of a form, as an unsigned number. */
export function computeFormSignature(form: string): number {
  const length = Math.min(form.length, MAX_SIGNATURE_LENGTH);
  return (computeLetterBits(form) | (length << 26)) >>> 0;
}

/** The signature of a form in UTF-8. */
export function computeByteSignature(form: Uint8Array): number {
  let bits = 0;
  for (const unit of form) {
    if (unit >= 0x80) return computeFormSignature(decodeText(form));
    bits |= 1 << ((unit + 7) % 26);
  }
  return (bits | (Math.min(form.length, MAX_SIGNATURE_LENGTH) << 26)) >>> 0;
}

/** The set of letters of a word: a to z have one bit each, shared with other units. */
export function computeLetterBits(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << ((word.charCodeAt(i) + 7) % 26); // a is bit 0
  return bits;
}

/** The length in a signature, at most MAX_SIGNATURE_LENGTH. */
export function readSignatureLength(signature: number): number {
  return signature >>> 26;
}

/**
 * The distinct surface forms of a segment over all text fields. In the forward index a form begins
 * with the prefix of its field, so that the forms of a field are adjacent in byte order; here the
 * runs of the fields are merged. `sorted` holds the forms in byte order, as indexes of `forms`;
 * `counts` has their counts.
 */
export function* iterateDistinctForms(
  forms: readonly string[],
  sorted: Uint32Array,
  counts: Uint32Array,
): Generator<[form: string, count: number]> {
  const rows = splitByField(forms, sorted);
  const [only, ...others] = rows;
  if (only === undefined) return;
  if (others.length === 0) {
    for (const form of sorted) yield [stripField(forms[form] as string), counts[form] as number];
    return;
  }
  for (const row of rows) row.form = stripField(forms[sorted[row.at] as number] as string);
  for (let open = rows; open.length > 0; open = open.filter(({ at, end }) => at < end)) {
    let smallest = open[0]?.form as string;
    for (const { form } of open) if (compareBytes(form, smallest) < 0) smallest = form;
    let count = 0;
    for (const row of open) {
      if (row.form !== smallest) continue;
      count += counts[sorted[row.at] as number] as number;
      row.at++;
      if (row.at < row.end) row.form = stripField(forms[sorted[row.at] as number] as string);
    }
    yield [smallest, count];
  }
}

/** The forms of a field: `sorted` from `at` to `end`, and the next form. */
interface FieldRun {
  at: number;
  end: number;
  form: string;
}

function splitByField(forms: readonly string[], sorted: Uint32Array): FieldRun[] {
  const rows: FieldRun[] = [];
  let field = -1;
  for (let at = 0; at < sorted.length; at++) {
    const formField = parseFieldNumber(forms[sorted[at] as number] as string);
    if (formField !== field) rows.push({ at, end: at, form: "" });
    field = formField;
    (rows.at(-1) as FieldRun).end = at + 1;
  }
  return rows;
}

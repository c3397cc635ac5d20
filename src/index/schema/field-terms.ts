/**
 * Terms and surface forms of a field in an index: a prefix for the field, then the term itself; and
 * the analyzers of fields.
 *
 * The prefix is one byte below U+0020 for the first 28 text fields, and the byte 29 with two more
 * for the others. No analyzer produces a term that begins with such a byte, so terms of fields
 * never collide with those of an index without fields, which have no prefix (field 0). Everything
 * that handles terms as bytes, from the dictionary to merging, works on them without treating
 * fields specially.
 */

import { type Analyzer, type AnalyzerOptions, openAnalyzer } from "../../text/index.ts";
import type { Schema } from "./schema.ts";

/** The largest field number with a one-byte prefix. */
const MAX_SINGLE_BYTE_FIELD = 28;
/** Begins a prefix of three bytes. */
const LONG_PREFIX = MAX_SINGLE_BYTE_FIELD + 1;
/** Values of the second and the third byte. */
const BASE = 32;

/** The prefix of a field's terms; empty for field 0. */
export function toFieldPrefix(number: number): string {
  if (number === 0) return "";
  if (number <= MAX_SINGLE_BYTE_FIELD) return String.fromCharCode(number);
  const excess = number - LONG_PREFIX;
  return String.fromCharCode(LONG_PREFIX, Math.floor(excess / BASE), excess % BASE);
}

/** The field number of a term, decoded from its first bytes or UTF-16 units. */
export function decodeFieldNumber(unit: (i: number) => number, length: number): number {
  const first = length === 0 ? BASE : unit(0);
  if (first === 0 || first > LONG_PREFIX) return 0;
  if (first <= MAX_SINGLE_BYTE_FIELD) return first;
  return length < 3 ? 0 : LONG_PREFIX + BASE * unit(1) + unit(2);
}

/** The field number of a term as a string. */
export function parseFieldNumber(term: string): number {
  return decodeFieldNumber((i) => term.charCodeAt(i), term.length);
}

/** The field number of a term as bytes. */
export function readFieldNumber(term: Uint8Array): number {
  return decodeFieldNumber((i) => term[i] as number, term.length);
}

/** A term or surface form without the prefix of its field. */
export function stripField(term: string): string {
  return term.slice(toFieldPrefix(parseFieldNumber(term)).length);
}

/**
 * Opens the analyzers of text fields with their own analysis, by field number. Fields with the
 * analysis of the index have no entry.
 */
export async function openFieldAnalyzers(
  schema: Schema | undefined,
  open: (options: AnalyzerOptions) => Promise<Analyzer> = openAnalyzer,
): Promise<ReadonlyMap<number, Analyzer>> {
  const analyzers = new Map<number, Analyzer>();
  for (const { text } of schema?.textFields ?? []) {
    if (text.analysis !== undefined) analyzers.set(text.number, await open(text.analysis));
  }
  return analyzers;
}

/** The index term of a surface form. Both have the prefix of their field, if any. */
export function toIndexTerm(
  form: string,
  defaultAnalyzer: Pick<Analyzer, "term">,
  analyzers: ReadonlyMap<number, Pick<Analyzer, "term">>,
): string | undefined {
  const field = parseFieldNumber(form);
  if (field === 0) return defaultAnalyzer.term(form);
  const prefix = toFieldPrefix(field);
  const term = (analyzers.get(field) ?? defaultAnalyzer).term(form.slice(prefix.length));
  return term === undefined ? undefined : prefix + term;
}

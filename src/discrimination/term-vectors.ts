/**
 * Vectors for index terms, which are stems more often than words.
 *
 * A term has the vector of the word that is written like it; else the mean of
 * the vectors of the surface forms it comes from, each counted as often as it
 * occurs in the index; else none.
 */

import { decodeText } from "../common/bytes/byte-strings.ts";
import { badArgument, quote } from "../common/errors.ts";
import type { IndexSnapshot, SnapshotPart } from "../index/snapshots/index-snapshot.ts";

/** The vectors of all terms, one row each. */
export interface TermVectors {
  readonly dimension: number;
  readonly rows: Float32Array;
  /** 1 for each term that has a vector; the rows of others are 0. */
  readonly isKnown: Uint8Array;
}

/** The vector of a word; undefined for an unknown one. All have one dimension. */
export type VectorLookup = (word: string) => ArrayLike<number> | undefined;

/** The surface forms of each term with their occurrences. */
export type FormCounts = ReadonlyMap<string, ReadonlyMap<string, number>>;

export interface VectorReport {
  /** Terms with a vector of their own, with that of their forms, with none. */
  readonly own: number;
  readonly fromForms: number;
  readonly without: number;
}

/** Vectors for `terms`, by number. `BAD_ARGUMENT` when none has one or dimensions differ. */
export function termVectors(
  terms: readonly string[],
  vectorOf: VectorLookup,
  forms: FormCounts = new Map(),
): { readonly vectors: TermVectors; readonly report: VectorReport } {
  const found = terms.map((term) => vectorOf(term) ?? meanOfForms(vectorOf, forms.get(term)));
  const own = terms.reduce((sum, term) => sum + (vectorOf(term) === undefined ? 0 : 1), 0);
  const dimension = found.find((vector) => vector !== undefined)?.length;
  if (dimension === undefined) {
    throw badArgument("no term of the index has a word vector: are they of another language?");
  }
  const rows = new Float32Array(dimension * terms.length);
  const isKnown = new Uint8Array(terms.length);
  for (const [number, vector] of found.entries()) {
    if (vector === undefined) continue;
    if (vector.length !== dimension) {
      throw badArgument(
        `word vectors must have one dimension: ${dimension}, but ${vector.length} for ${quote(terms[number] as string)}`,
      );
    }
    rows.set(vector, number * dimension);
    isKnown[number] = 1;
  }
  const known = isKnown.reduce((sum, each) => sum + each, 0);
  const report = { own, fromForms: known - own, without: terms.length - known };
  return { vectors: { dimension, rows, isKnown }, report };
}

/** Counts the surface forms of the living documents. Needs an index with a forward store. */
export async function countForms(snapshot: IndexSnapshot): Promise<FormCounts> {
  const counts = new Map<string, Map<string, number>>();
  for (const part of snapshot.parts) {
    const occurrences = await formOccurrences(part);
    let number = 0;
    for (const { form, term } of (await part.segment.forward()).allForms()) {
      const count = occurrences[number++] as number;
      if (term < 0 || count === 0) continue;
      const ofTerm = decodeText(part.segment.dictionary.at(term).term());
      const known = counts.get(ofTerm) ?? new Map<string, number>();
      const text = decodeText(form);
      counts.set(ofTerm, known.set(text, (known.get(text) ?? 0) + count));
    }
  }
  return counts;
}

async function formOccurrences({ segment, deletions }: SnapshotPart): Promise<Uint32Array> {
  const forward = await segment.forward();
  const occurrences = new Uint32Array(forward.formCount);
  let document = 0;
  for (const tokens of forward.allTokens()) {
    if (deletions?.has(document++) === true) continue;
    for (const form of tokens) occurrences[form] = (occurrences[form] as number) + 1;
  }
  return occurrences;
}

/** The mean vector of the forms of a term, each as often as it occurs; undefined where none has one. */
export function meanOfForms(
  vectorOf: VectorLookup,
  forms: ReadonlyMap<string, number> = new Map(),
): Float64Array | undefined {
  let sum: Float64Array | undefined;
  let total = 0;
  for (const [form, count] of forms) {
    const vector = vectorOf(form);
    if (vector === undefined) continue;
    sum ??= new Float64Array(vector.length);
    for (let i = 0; i < sum.length; i++) {
      sum[i] = (sum[i] as number) + count * (vector[i] as number);
    }
    total += count;
  }
  return sum?.map((value) => value / total);
}

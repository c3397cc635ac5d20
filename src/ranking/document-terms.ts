/**
 * An index turned around: the terms of each document with their numbers, for
 * engines that take documents. Read from the posting lists, so that what was
 * pruned stays pruned, and in ranges of documents, so that memory is bounded.
 */

import { EXHAUSTED, type IndexView } from "../index/snapshots/index.ts";

/** Documents whose terms are held at once. */
const DOCUMENTS_AT_ONCE = 1 << 17;

/** A living document with its terms in byte order, and a number for each. */
export interface DocumentTerms {
  readonly document: number;
  readonly terms: readonly string[];
  readonly numbers: readonly number[];
}

/** What stands for a posting of a term; undefined for a term that is left out. */
export type PostingNumber = (
  term: string,
) => ((frequency: number, length: number) => number) | undefined;

/** Every living document in the order of numbers, those without terms included. */
export function* documentTerms(view: IndexView, numberOf: PostingNumber): Generator<DocumentTerms> {
  const all = view.termsWithPrefix("", Infinity);
  for (let from = 0; from < view.documentLimit; from += DOCUMENTS_AT_ONCE) {
    const to = Math.min(view.documentLimit, from + DOCUMENTS_AT_ONCE);
    yield* documentsOf(view, all, numberOf, from, to);
  }
}

function* documentsOf(
  view: IndexView,
  all: readonly string[],
  numberOf: PostingNumber,
  from: number,
  to: number,
): Generator<DocumentTerms> {
  const places: number[][] = Array.from({ length: to - from }, () => []);
  const numbers: number[][] = Array.from({ length: to - from }, () => []);
  for (const [place, term] of all.entries()) {
    const number = numberOf(term);
    const cursor = number && view.postings(term);
    if (number === undefined || cursor === undefined) continue;
    for (let document = cursor.seek(from); document < to; document = cursor.next()) {
      if (document === EXHAUSTED) break;
      places[document - from]?.push(place);
      numbers[document - from]?.push(number(cursor.frequency, view.length(document)));
    }
  }
  for (let document = from; document < to; document++) {
    if (view.find(view.id(document)) !== document) continue; // deleted
    const terms = (places[document - from] as number[]).map((place) => all[place] as string);
    yield { document, terms, numbers: numbers[document - from] as number[] };
  }
}

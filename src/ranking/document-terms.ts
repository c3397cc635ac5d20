/**
 * An inverted index read as documents: the terms of each document with a number per
 * posting, for engines that take documents. It reads the posting lists, so pruned
 * postings stay pruned, in ranges of documents, so memory is bounded.
 */

import { EXHAUSTED, type IndexView, type PostingsCursor } from "../index/snapshots/index.ts";

/** Documents whose terms are held at once. */
const DOCUMENTS_PER_RANGE = 1 << 17;

/** A living document with its terms in byte order, and a number for each. */
export interface DocumentTerms {
  readonly document: number;
  readonly terms: readonly string[];
  readonly numbers: readonly number[];
}

/** The number of a posting of a term; undefined for a term that is left out. */
export type PostingNumber = (
  term: string,
) => ((frequency: number, length: number) => number) | undefined;

/**
 * Every living document in the order of numbers, those without terms included.
 * `open` opens the list of a term; by default that of the view. `all` are the terms in byte order.
 */
export function* readDocumentTerms(
  view: IndexView,
  getPostingNumber: PostingNumber,
  open: (term: string) => PostingsCursor | undefined = (term) => view.postings(term),
  all: readonly string[] = view.termsWithPrefix("", Infinity),
): Generator<DocumentTerms> {
  for (let from = 0; from < view.documentLimit; from += DOCUMENTS_PER_RANGE) {
    const to = Math.min(view.documentLimit, from + DOCUMENTS_PER_RANGE);
    yield* readDocumentRange(view, all, { getPostingNumber, open }, from, to);
  }
}

interface PostingSource {
  readonly getPostingNumber: PostingNumber;
  readonly open: (term: string) => PostingsCursor | undefined;
}

function* readDocumentRange(
  view: IndexView,
  all: readonly string[],
  { getPostingNumber, open }: PostingSource,
  from: number,
  to: number,
): Generator<DocumentTerms> {
  const termIndices: number[][] = Array.from({ length: to - from }, () => []);
  const numbers: number[][] = Array.from({ length: to - from }, () => []);
  for (const [termIndex, term] of all.entries()) {
    const number = getPostingNumber(term);
    const cursor = number && open(term);
    if (number === undefined || cursor === undefined) continue;
    for (let document = cursor.seek(from); document < to; document = cursor.next()) {
      if (document === EXHAUSTED) break;
      termIndices[document - from]?.push(termIndex);
      numbers[document - from]?.push(number(cursor.frequency, view.length(document)));
    }
  }
  for (let document = from; document < to; document++) {
    if (view.find(view.id(document)) !== document) continue; // deleted
    const terms = (termIndices[document - from] as number[]).map(
      (termIndex) => all[termIndex] as string,
    );
    yield { document, terms, numbers: numbers[document - from] as number[] };
  }
}

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

/** Where the terms come from. */
export interface DocumentTermsOptions {
  /** Opens the list of a term. Default: that of the view. */
  readonly open?: ((term: string) => PostingsCursor | undefined) | undefined;
  /** In byte order. Default: all terms of the view. */
  readonly terms?: readonly string[] | undefined;
  /** Documents whose terms are held at once. */
  readonly documentsPerRange?: number | undefined;
}

/**
 * Every living document in the order of numbers, those without terms included. A list is opened only
 * for ranges with a posting of its own: most terms are in few documents, and an index has many ranges.
 */
export function* readDocumentTerms(
  view: IndexView,
  getPostingNumber: PostingNumber,
  {
    open = (term) => view.postings(term),
    terms = view.termsWithPrefix("", Infinity),
    documentsPerRange = DOCUMENTS_PER_RANGE,
  }: DocumentTermsOptions = {},
): Generator<DocumentTerms> {
  const source = { terms, nextDocuments: new Uint32Array(terms.length), getPostingNumber, open };
  for (let from = 0; from < view.documentLimit; from += documentsPerRange) {
    const to = Math.min(view.documentLimit, from + documentsPerRange);
    yield* readDocumentRange(view, source, from, to);
  }
}

interface PostingSource {
  readonly terms: readonly string[];
  /** A lower bound of the next document with each term. */
  readonly nextDocuments: Uint32Array;
  readonly getPostingNumber: PostingNumber;
  readonly open: (term: string) => PostingsCursor | undefined;
}

function* readDocumentRange(
  view: IndexView,
  { terms: all, nextDocuments, getPostingNumber, open }: PostingSource,
  from: number,
  to: number,
): Generator<DocumentTerms> {
  const termIndices: number[][] = Array.from({ length: to - from }, () => []);
  const numbers: number[][] = Array.from({ length: to - from }, () => []);
  for (const [termIndex, term] of all.entries()) {
    if ((nextDocuments[termIndex] as number) >= to) continue;
    const number = getPostingNumber(term);
    const cursor = number && open(term);
    if (number === undefined || cursor === undefined) {
      nextDocuments[termIndex] = EXHAUSTED;
      continue;
    }
    let document = cursor.seek(from);
    for (; document < to; document = cursor.next()) {
      termIndices[document - from]?.push(termIndex);
      numbers[document - from]?.push(number(cursor.frequency, view.length(document)));
    }
    nextDocuments[termIndex] = document;
  }
  for (let document = from; document < to; document++) {
    if (view.find(view.id(document)) !== document) continue; // deleted
    const terms = (termIndices[document - from] as number[]).map(
      (termIndex) => all[termIndex] as string,
    );
    yield { document, terms, numbers: numbers[document - from] as number[] };
  }
}

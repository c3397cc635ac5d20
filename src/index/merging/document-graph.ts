/** The documents of a segment with their terms, as input of graph bisection. */

import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import type { Segment } from "../segments/segment.ts";
import type { DocumentGraph } from "./graph-bisection.ts";

/** A term in fewer documents has too few gaps to benefit. */
const MIN_DOCUMENTS = 4;

/**
 * Builds the graph from all terms. If they have more than `maxPostings` postings, of four bytes
 * each, the rarest terms are left out.
 */
export function buildDocumentGraph(segment: Segment, maxPostings: number): DocumentGraph {
  const minDocuments = chooseMinDocuments(segment, maxPostings);
  const starts = new Uint32Array(segment.documents.count + 1);
  let termCount = 0;
  for (const document of iteratePostings(segment, minDocuments, () => termCount++)) {
    starts[document + 1] = (starts[document + 1] as number) + 1;
  }
  for (let i = 1; i < starts.length; i++) {
    starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  }
  const terms = new Uint32Array(starts[starts.length - 1] as number);
  const next = starts.slice();
  let term = -1;
  for (const document of iteratePostings(segment, minDocuments, () => term++)) {
    const slot = next[document] as number;
    terms[slot] = term;
    next[document] = slot + 1;
  }
  return { starts, terms, termCount };
}

/** The smallest document frequency at which all more frequent terms fit. */
function chooseMinDocuments({ dictionary }: Segment, maxPostings: number): number {
  /** Number of postings of the terms in 2^i to 2^(i + 1) - 1 documents. */
  const postings = new Float64Array(32);
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    const { documentFrequency } = cursor.entry();
    const size = 31 - Math.clz32(documentFrequency);
    postings[size] = (postings[size] as number) + documentFrequency;
  }
  let size = 32;
  let total = 0;
  while (size > 0 && total + (postings[size - 1] as number) <= maxPostings) {
    total += postings[--size] as number;
  }
  return Math.max(MIN_DOCUMENTS, 2 ** size);
}

/**
 * The documents of all terms in at least `minDocuments` documents; `onTerm` is called before each
 * term.
 */
function* iteratePostings(
  { dictionary, postings }: Segment,
  minDocuments: number,
  onTerm: () => void,
): Generator<number> {
  const documents = new Uint32Array(BLOCK_SIZE);
  const frequencies = new Uint32Array(BLOCK_SIZE);
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    const entry = cursor.entry();
    if (entry.documentFrequency < minDocuments) continue;
    onTerm();
    for (let block = 0; block < postings.blockCount(entry); block++) {
      const count = postings.read(entry, block, documents, frequencies);
      for (let i = 0; i < count; i++) yield documents[i] as number;
    }
  }
}

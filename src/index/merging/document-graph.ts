/** The documents of a segment with their terms, as graph bisection reads them. */

import { BLOCK_SIZE } from "../codes/bit-packing.ts";
import type { Segment } from "../segments/segment.ts";
import type { DocumentGraph } from "./graph-bisection.ts";

/** A term in fewer documents has gaps too few to be made smaller. */
const FEWEST_DOCUMENTS = 4;

/**
 * Takes every term, the rarest left out as far as needed to keep at most
 * `mostPostings` postings, each of which takes four bytes.
 */
export function documentGraph(segment: Segment, mostPostings: number): DocumentGraph {
  const fewest = fewestDocuments(segment, mostPostings);
  const starts = new Uint32Array(segment.documents.count + 1);
  let termCount = 0;
  for (const document of postingsOf(segment, fewest, () => termCount++)) {
    starts[document + 1] = (starts[document + 1] as number) + 1;
  }
  for (let i = 1; i < starts.length; i++) {
    starts[i] = (starts[i] as number) + (starts[i - 1] as number);
  }
  const terms = new Uint32Array(starts[starts.length - 1] as number);
  const next = starts.slice();
  let term = -1;
  for (const document of postingsOf(segment, fewest, () => term++)) {
    const place = next[document] as number;
    terms[place] = term;
    next[document] = place + 1;
  }
  return { starts, terms, termCount };
}

/** The least document frequency from which on all terms together fit. */
function fewestDocuments({ dictionary }: Segment, mostPostings: number): number {
  /** Postings of the terms in 2^i to 2^(i + 1) - 1 documents. */
  const postings = new Float64Array(32);
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    const { documentFrequency } = cursor.entry();
    const size = 31 - Math.clz32(documentFrequency);
    postings[size] = (postings[size] as number) + documentFrequency;
  }
  let size = 32;
  let total = 0;
  while (size > 0 && total + (postings[size - 1] as number) <= mostPostings) {
    total += postings[--size] as number;
  }
  return Math.max(FEWEST_DOCUMENTS, 2 ** size);
}

/** The documents of all terms in at least `fewest` documents; `onTerm` is called before each term. */
function* postingsOf(
  { dictionary, postings }: Segment,
  fewest: number,
  onTerm: () => void,
): Generator<number> {
  const documents = new Uint32Array(BLOCK_SIZE);
  const frequencies = new Uint32Array(BLOCK_SIZE);
  const cursor = dictionary.cursor();
  while (cursor.next()) {
    const entry = cursor.entry();
    if (entry.documentFrequency < fewest) continue;
    onTerm();
    for (let block = 0; block < postings.blockCount(entry); block++) {
      const count = postings.read(entry, block, documents, frequencies);
      for (let i = 0; i < count; i++) yield documents[i] as number;
    }
  }
}

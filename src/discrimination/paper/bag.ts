/** Bags of words as numbers: the columns of the matrix S of term frequencies. */

/** The terms of a text with their counts. Term numbers are ascending and distinct. */
export interface Bag {
  readonly terms: Uint32Array;
  readonly counts: Float64Array;
  /** For a query: its number of words, including those that the collection lacks. */
  readonly words?: number;
}

/** Makes a bag from counts by term number. */
export function createBag(counts: ReadonlyMap<number, number>): Bag {
  const terms = Uint32Array.from(counts.keys()).sort();
  return { terms, counts: Float64Array.from(terms, (term) => counts.get(term) as number) };
}

/** The count of a term in a bag. */
export function getCount({ terms, counts }: Bag, term: number): number {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((terms[middle] as number) < term) low = middle + 1;
    else high = middle;
  }
  return terms[low] === term ? (counts[low] as number) : 0;
}

/** Bags of words as numbers: the columns of the matrix S of term frequencies. */

/** Which terms stand in a text and how often. Term numbers ascend and are all different. */
export interface Bag {
  readonly terms: Uint32Array;
  readonly counts: Float64Array;
  /** Of a query: its words, those that the collection lacks among them. */
  readonly words?: number;
}

/** Makes a bag from counts by term number. */
export function createBag(counts: ReadonlyMap<number, number>): Bag {
  const terms = Uint32Array.from(counts.keys()).sort();
  return { terms, counts: Float64Array.from(terms, (term) => counts.get(term) as number) };
}

/** How often a term stands in a bag. */
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

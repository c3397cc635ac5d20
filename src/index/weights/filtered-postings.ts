/** Removes rejected postings from one posting list. */

/** A list as the terms writer accepts it; `positions` holds those of all postings, concatenated. */
export interface PostingList {
  readonly documents: Uint32Array;
  readonly frequencies: Uint32Array;
  readonly count: number;
  readonly positions: Uint32Array | undefined;
}

/** Moves the remaining postings to the front of the same arrays. */
export function filterPostings(
  { documents, frequencies, count, positions }: PostingList,
  predicate: ((document: number, frequency: number) => boolean) | undefined,
): PostingList {
  if (predicate === undefined) return { documents, frequencies, count, positions };
  let [remaining, from, to] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [document, frequency] = [documents[i] as number, frequencies[i] as number];
    if (predicate(document, frequency)) {
      documents[remaining] = document;
      frequencies[remaining++] = frequency;
      positions?.copyWithin(to, from, from + frequency);
      to += frequency;
    }
    from += frequency;
  }
  return { documents, frequencies, count: remaining, positions: positions?.subarray(0, to) };
}

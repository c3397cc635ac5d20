/** One posting list without the postings that a filter drops. */

/** A list as the writer of terms takes it; `positions` are those of all postings one after another. */
export interface PostingList {
  readonly documents: Uint32Array;
  readonly frequencies: Uint32Array;
  readonly count: number;
  readonly positions: Uint32Array | undefined;
}

/** Moves what is kept to the front of the same arrays. */
export function filterPostings(
  { documents, frequencies, count, positions }: PostingList,
  predicate: ((document: number, frequency: number) => boolean) | undefined,
): PostingList {
  if (predicate === undefined) return { documents, frequencies, count, positions };
  let [keptCount, from, to] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [document, frequency] = [documents[i] as number, frequencies[i] as number];
    if (predicate(document, frequency)) {
      documents[keptCount] = document;
      frequencies[keptCount++] = frequency;
      positions?.copyWithin(to, from, from + frequency);
      to += frequency;
    }
    from += frequency;
  }
  return { documents, frequencies, count: keptCount, positions: positions?.subarray(0, to) };
}

/**
 * Inverts documents into posting lists with a counting sort by term, in two passes over plain
 * arrays. The first pass counts the occurrences of each term, which determines where its list
 * starts. The second pass places each occurrence. Because documents are read in order, every list
 * is in order.
 */

/** Used instead of a term: the form is not indexed. */
export const NO_TERM = 0xffffffff;

/** The occurrences of all terms; those of term t are in `starts[t]` to `starts[t + 1]`. */
export interface InvertedLists {
  readonly starts: Uint32Array;
  /** The document of each occurrence, ascending within a term. */
  readonly documents: Uint32Array;
  /** The position of each occurrence among the tokens of its document. */
  readonly positions: Uint32Array | undefined;
}

/**
 * Inverts documents, given as the concatenated forms of their tokens. `ends` holds the end of each
 * document; `termOfForm` maps a form to its term or NO_TERM.
 */
export function invert(
  tokens: Uint32Array,
  ends: Uint32Array,
  termOfForm: Uint32Array,
  { terms, positions: withPositions }: { readonly terms: number; readonly positions: boolean },
): InvertedLists {
  const starts = computeStarts(tokens, termOfForm, terms);
  const next = starts.slice();
  const documents = new Uint32Array(starts[terms] as number);
  const positions = withPositions ? new Uint32Array(documents.length) : undefined;
  let at = 0;
  for (let document = 0; document < ends.length; document++) {
    const first = at;
    for (const end = ends[document] as number; at < end; at++) {
      const term = termOfForm[tokens[at] as number] as number;
      if (term === NO_TERM) continue;
      const slot = next[term] as number;
      next[term] = slot + 1;
      documents[slot] = document;
      if (positions !== undefined) positions[slot] = at - first;
    }
  }
  return { starts, documents, positions };
}

function computeStarts(tokens: Uint32Array, termOfForm: Uint32Array, terms: number): Uint32Array {
  const starts = new Uint32Array(terms + 1);
  for (let i = 0; i < tokens.length; i++) {
    const term = termOfForm[tokens[i] as number] as number;
    if (term !== NO_TERM) starts[term + 1] = (starts[term + 1] as number) + 1;
  }
  for (let term = 0; term < terms; term++) {
    starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
  }
  return starts;
}

/**
 * Inverts documents into posting lists with a counting sort by term over plain arrays. The counts
 * of the forms determine where the list of each term starts. Then each occurrence is placed.
 * Because documents are read in order, every list is in order.
 */

import { selectByForm, type TokenBatch } from "./token-batch.ts";

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

/** What is known of the forms and terms of a segment. */
export interface FormTerms {
  /** The term of each form, or NO_TERM. */
  readonly termOfForm: Uint32Array;
  /** The occurrences of each form. */
  readonly counts: Uint32Array;
  /** The number of terms. */
  readonly terms: number;
}

/** Inverts documents, given in batches. */
export function invert(
  batches: readonly TokenBatch[],
  formTerms: FormTerms,
  { positions: withPositions }: { readonly positions: boolean },
): InvertedLists {
  const starts = computeStarts(formTerms);
  const next = starts.slice();
  const documents = new Uint32Array(starts[formTerms.terms] as number);
  const positions = withPositions ? new Uint32Array(documents.length) : undefined;
  let firstDocument = 0;
  for (const batch of batches) {
    const terms = selectByForm(batch, formTerms.termOfForm);
    place(batch, terms, firstDocument, next, documents, positions);
    firstDocument += batch.ends.length;
  }
  return { starts, documents, positions };
}

/** Places the occurrences of a batch; `terms` are those of its forms. */
function place(
  { tokens, ends }: TokenBatch,
  terms: Uint32Array,
  firstDocument: number,
  next: Uint32Array,
  documents: Uint32Array,
  positions: Uint32Array | undefined,
): void {
  let at = 0;
  for (let i = 0; i < ends.length; i++) {
    const first = at;
    for (const end = ends[i] as number; at < end; at++) {
      const term = terms[tokens[at] as number] as number;
      if (term === NO_TERM) continue;
      const slot = next[term] as number;
      next[term] = slot + 1;
      documents[slot] = firstDocument + i;
      if (positions !== undefined) positions[slot] = at - first;
    }
  }
}

function computeStarts({ termOfForm, counts, terms }: FormTerms): Uint32Array {
  const starts = new Uint32Array(terms + 1);
  for (let form = 0; form < termOfForm.length; form++) {
    const term = termOfForm[form] as number;
    if (term === NO_TERM) continue;
    starts[term + 1] = (starts[term + 1] as number) + (counts[form] as number);
  }
  for (let term = 0; term < terms; term++) {
    starts[term + 1] = (starts[term + 1] as number) + (starts[term] as number);
  }
  return starts;
}

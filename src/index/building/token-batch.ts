/**
 * The tokens of a segment under construction: one part per batch of documents, as numbers of the
 * forms of that batch. Those take two bytes instead of four, and what is known of a form is in a
 * small table while a batch is read.
 */

/** The tokens of some documents. */
export interface TokenBatch {
  /** Of all documents, concatenated: indexes of `forms`. */
  readonly tokens: Uint16Array | Uint32Array;
  /** The end of each document in `tokens`. */
  readonly ends: Uint32Array;
  /** The number in the segment of each form. */
  readonly forms: Uint32Array;
}

/** Tokens below `limit`, in two bytes each if they fit. A copy. */
export function narrowTokens(tokens: Uint32Array, limit: number): Uint16Array | Uint32Array {
  return limit <= 1 << 16 ? Uint16Array.from(tokens) : tokens.slice();
}

/** Adds the occurrences of each form of a batch to `counts`. */
export function countTokens({ tokens, forms }: TokenBatch, counts: Uint32Array): void {
  const inBatch = new Uint32Array(forms.length);
  for (let i = 0; i < tokens.length; i++) {
    const form = tokens[i] as number;
    inBatch[form] = (inBatch[form] as number) + 1;
  }
  for (let i = 0; i < forms.length; i++) {
    const form = forms[i] as number;
    counts[form] = (counts[form] as number) + (inBatch[i] as number);
  }
}

/** The values of a batch's forms, from those of the segment's forms. */
export function selectByForm({ forms }: TokenBatch, values: Uint32Array): Uint32Array {
  const selected = new Uint32Array(forms.length);
  for (let i = 0; i < forms.length; i++) selected[i] = values[forms[i] as number] as number;
  return selected;
}

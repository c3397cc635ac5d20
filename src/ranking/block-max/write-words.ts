/**
 * Writes to the kernels' state which lists belong to one word, for scores of fields
 * that do not add up (kernels/retrieval/joint-fields.ts).
 */

import type { KernelQuery } from "./kernel-query.ts";
import { NO_WORD, ROW_SHIFT, ROWS } from "./layout.generated.ts";
import type { SegmentLists } from "./list-opener.ts";
import type { SearchArena } from "./search-arena.ts";

/** A word with this many lists is a union of terms: more than a few fields have. */
const MIN_UNION_LISTS = 8;

/** The score tables of a query. */
export interface ClauseTables {
  /** The address of the table of each clause, and the largest frequency in it. */
  readonly addresses: readonly number[];
  readonly largest: readonly number[];
  /** Units of fixed point per unit of score. */
  readonly scale: number;
}

/**
 * Writes the words of a query to the state of its search; none where the scores of
 * lists add up.
 */
export function writeWords(
  { search, words: memory }: SearchArena,
  words: NonNullable<KernelQuery["words"]>,
  { addresses, largest, scale }: ClauseTables,
  lists: readonly SegmentLists[],
): void {
  search.wordCount = words.length;
  if (words.length === 0) return;
  const { wordEnds, wordTags, wordWeights, clauseTables, clauseRows, tagBits } = search;
  const weights = new Float64Array(memory.buffer, wordWeights, words.length);
  let end = 0;
  for (const [word, { clauses, weight }] of words.entries()) {
    const first = end;
    end += clauses;
    memory[(wordEnds >>> 2) + word] = end;
    weights[word] = weight * scale;
    let tags = 0;
    if (tagBits > 0) for (let i = first; i < end; i++) tags |= 1 << (tagBits * i);
    memory[(wordTags >>> 2) + word] = tags;
    for (const segmentLists of lists) {
      const own = segmentLists.slice(first, end);
      const postings = own.reduce((sum, list) => sum + (list?.state.postings ?? 0), 0);
      for (const list of own) {
        if (list === undefined) continue;
        list.state.word = clauses === 1 ? NO_WORD : word;
        if (clauses >= MIN_UNION_LISTS) list.state.unionPostings = postings;
      }
    }
  }
  for (const [clause, address] of addresses.entries()) {
    memory[(clauseTables >>> 2) + clause] = address;
    const rows = Math.max(1, Math.min(ROWS, largest[clause] as number));
    memory[(clauseRows >>> 2) + clause] = address + ((rows - 1) << ROW_SHIFT);
  }
}

/**
 * The candidates of each query with everything that a score depends on, in flat arrays: scoring
 * under any weights is one pass over them.
 *
 * A *slot* is one term of one query; a *row* is one candidate of one query; an *entry* is one
 * slot's term in one row's document. Threads can share the arrays.
 */

import { shareableBytes } from "../common/bytes/index.ts";
import type { PostingMatrix } from "./posting-matrix.ts";
import type { TrainingQuery } from "./training-queries.ts";

export interface QueryPools {
  readonly queryCount: number;
  /** The rows of query `q` are from `rowStarts[q]` to `rowStarts[q + 1]`; its slots likewise. */
  readonly rowStarts: Uint32Array;
  readonly slotStarts: Uint32Array;
  /** The term of a slot, by its position among the distinct terms of all queries. */
  readonly slotTerms: Uint32Array;
  /** Its count in the query. */
  readonly slotCounts: Float64Array;
  readonly rowDocuments: Uint32Array;
  /** Grades; 0 for a document that is not relevant. */
  readonly rowGrades: Float64Array;
  /** Lengths over the mean length. */
  readonly rowLengths: Float64Array;
  /** The entries of row `r` are from `entryStarts[r]` to `entryStarts[r + 1]`. */
  readonly entryStarts: Uint32Array;
  readonly entrySlots: Uint32Array;
  readonly entryFrequencies: Float32Array;
  /** Discounted gain of the ideal ranking, by query. */
  readonly idealGains: Float64Array;
}

/** The distinct terms of queries, and a map from a term's number to its position among them. */
export interface QueryTerms {
  readonly terms: Uint32Array;
  readonly ordinals: ReadonlyMap<number, number>;
}

export function collectQueryTerms(queries: readonly TrainingQuery[]): QueryTerms {
  const distinct = new Set<number>();
  for (const { terms } of queries) for (const term of terms) distinct.add(term);
  const terms = Uint32Array.from(distinct).sort();
  return { terms, ordinals: new Map(Array.from(terms, (term, ordinal) => [term, ordinal])) };
}

/** `candidates` are the documents of each query, without duplicates. */
export function createQueryPools(
  matrix: PostingMatrix,
  queries: readonly TrainingQuery[],
  { ordinals }: QueryTerms,
  candidates: readonly Uint32Array[],
): QueryPools {
  const sorted = candidates.map((documents) => documents.slice().sort());
  const rowStarts = computeStarts(sorted.map((documents) => documents.length));
  const slotStarts = computeStarts(queries.map(({ terms }) => terms.length));
  const rows = rowStarts[queries.length] as number;
  const slots = slotStarts[queries.length] as number;
  const slotTerms = allocateUint32(slots);
  const slotCounts = allocateFloat64(slots);
  const rowDocuments = allocateUint32(rows);
  const rowGrades = allocateFloat64(rows);
  const rowLengths = allocateFloat64(rows);
  const sizes = new Uint32Array(rows);
  const queryMatches = queries.map((query, q) =>
    findMatches(matrix, query, sorted[q] as Uint32Array),
  );
  for (const [q, { terms, counts, grades }] of queries.entries()) {
    const documents = sorted[q] as Uint32Array;
    const firstRow = rowStarts[q] as number;
    const firstSlot = slotStarts[q] as number;
    for (const [slotIndex, term] of terms.entries()) {
      slotTerms[firstSlot + slotIndex] = ordinals.get(term) as number;
      slotCounts[firstSlot + slotIndex] = counts[slotIndex] as number;
    }
    for (const [i, document] of documents.entries()) {
      rowDocuments[firstRow + i] = document;
      rowGrades[firstRow + i] = grades.get(document) ?? 0;
      rowLengths[firstRow + i] = (matrix.lengths[document] as number) / matrix.averageLength;
    }
    for (const row of (queryMatches[q] as Matches).rows) {
      sizes[firstRow + row] = (sizes[firstRow + row] as number) + 1;
    }
  }
  const entryStarts = computeStarts(sizes);
  const entries = entryStarts[rows] as number;
  const entrySlots = allocateUint32(entries);
  const entryFrequencies = new Float32Array(shareableBytes(4 * entries).buffer);
  const next = entryStarts.slice();
  for (const [q, { rows: matched, slots: ofSlots, frequencies }] of queryMatches.entries()) {
    for (let i = 0; i < matched.length; i++) {
      const row = (rowStarts[q] as number) + (matched[i] as number);
      const at = next[row] as number;
      next[row] = at + 1;
      entrySlots[at] = (slotStarts[q] as number) + (ofSlots[i] as number);
      entryFrequencies[at] = frequencies[i] as number;
    }
  }
  const idealGains = allocateFloat64(queries.length);
  idealGains.set(queries.map(({ idealGain }) => idealGain));
  return {
    queryCount: queries.length,
    ...{ rowStarts, slotStarts, slotTerms, slotCounts, rowDocuments, rowGrades, rowLengths },
    ...{ entryStarts, entrySlots, entryFrequencies, idealGains },
  };
}

/** The terms of a query in each of its documents; all slots of a row in order. */
interface Matches {
  readonly rows: readonly number[];
  readonly slots: readonly number[];
  readonly frequencies: readonly number[];
}

function findMatches(
  matrix: PostingMatrix,
  { terms }: TrainingQuery,
  sorted: Uint32Array,
): Matches {
  const [rows, slots, matchFrequencies]: [number[], number[], number[]] = [[], [], []];
  const { starts, documents, frequencies } = matrix;
  for (const [slot, term] of terms.entries()) {
    let at = starts[term] as number;
    const end = starts[term + 1] as number;
    for (let row = 0; row < sorted.length && at < end; row++) {
      const document = sorted[row] as number;
      at = lowerBound(documents, at, end, document);
      if (at < end && documents[at] === document) {
        rows.push(row);
        slots.push(slot);
        matchFrequencies.push(frequencies[at] as number);
      }
    }
  }
  return { rows, slots, frequencies: matchFrequencies };
}

/** The first position from `low` on whose value is not below `target`; `high` if there is none. */
function lowerBound(values: Uint32Array, low: number, high: number, target: number): number {
  let step = 1;
  while (low + step < high && (values[low + step] as number) < target) step *= 2;
  let end = Math.min(high, low + step + 1);
  while (low < end) {
    const middle = (low + end) >>> 1;
    if ((values[middle] as number) < target) low = middle + 1;
    else end = middle;
  }
  return low;
}

function computeStarts(sizes: ArrayLike<number>): Uint32Array {
  const starts = allocateUint32(sizes.length + 1);
  for (let i = 0; i < sizes.length; i++) {
    starts[i + 1] = (starts[i] as number) + (sizes[i] as number);
  }
  return starts;
}

function allocateUint32(count: number): Uint32Array {
  return new Uint32Array(shareableBytes(4 * count).buffer);
}

function allocateFloat64(count: number): Float64Array {
  return new Float64Array(shareableBytes(8 * count).buffer);
}

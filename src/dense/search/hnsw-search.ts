/**
 * The documents of a segment near a query, by the graph of its vectors.
 *
 * Deleted documents and those that a filter leaves out are walked through and
 * not found. Where few may be found a walk becomes long, and looking at each is quicker and exact.
 */

import type { SnapshotPart } from "../../index/index.ts";
import type { DocumentSet } from "../../ranking/document-set.ts";
import type { VectorScan } from "./vector-scan.ts";

/** Rows that a walk keeps in view by default. */
const DEFAULT_EF = 100;

/**
 * Of n vectors with a share p that may be found, a walk costs about as much as looking at those single ones where
 * p² · n is this many times ef: an estimate, from a step of a walk at the price of some single rows.
 */
const HNSW_SEARCH_COST = 5;

/** The vectors of a segment, where those of each document end, and which documents are gone. */
export interface HnswSegment {
  readonly scan: VectorScan;
  readonly ends: Uint32Array;
  readonly part: SnapshotPart;
}

/** What is looked for. */
export interface HnswSearchOptions {
  readonly top: number;
  readonly filter?: DocumentSet | undefined;
  readonly ef?: number | undefined;
}

/**
 * The documents, in no order, that have any of the nearest rows: `top` at least, where there are so many. Undefined where
 * all documents that may be found must be looked at instead.
 */
export function searchHnswSegment(
  { scan, ends, part }: HnswSegment,
  unit: Float64Array,
  { top, filter, ef = DEFAULT_EF }: HnswSearchOptions,
): ReadonlySet<number> | undefined {
  const { base, deletions } = part;
  if (!scan.hasHnswGraph) return undefined;
  const limit = base + ends.length;
  let possible = ends.length - (deletions?.count ?? 0);
  if (filter !== undefined) {
    possible = 0;
    filter.forEachBetween(base, limit, () => {
      possible++;
    });
  }
  if (possible < top) return undefined;
  const share = possible / ends.length;
  const isAll = filter === undefined && (deletions?.count ?? 0) === 0;
  const allow = (bits: Uint8Array): void => {
    if (filter === undefined) {
      for (let document = 0; document < ends.length; document++) {
        if (deletions?.has(document) !== true) allowRows(bits, ends, document);
      }
      return;
    }
    filter.forEachBetween(base, limit, (document) => {
      if (deletions?.has(document - base) !== true) allowRows(bits, ends, document - base);
    });
  };
  for (let width = Math.max(ef, 2 * top); width < scan.count; width *= 2) {
    if (share * share * scan.count < HNSW_SEARCH_COST * width && !isAll) return undefined;
    const rows = scan.searchHnsw(unit, width, isAll ? undefined : allow);
    const documents = new Set(Array.from(rows, (row) => findDocument(ends, row)));
    if (documents.size >= top) return documents;
  }
  return undefined;
}

function allowRows(bits: Uint8Array, ends: Uint32Array, document: number): void {
  const end = ends[document] as number;
  for (let row = document === 0 ? 0 : (ends[document - 1] as number); row < end; row++) {
    bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
  }
}

/** Whose row it is: the first document that ends after it. */
function findDocument(ends: Uint32Array, row: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] as number) > row) high = middle;
    else low = middle + 1;
  }
  return low;
}

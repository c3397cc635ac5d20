/**
 * HNSW search in one segment.
 *
 * Documents that are deleted or filtered out are traversed but not returned. If
 * few documents pass, an exact scan of those is faster.
 */

import type { SnapshotPart } from "../../index/index.ts";
import type { DocumentSet } from "../../ranking/document-set.ts";
import type { VectorScan } from "./vector-scan.ts";

/** Default number of candidates. */
const DEFAULT_EF = 100;

/**
 * If a share p of n vectors passes the filter, an HNSW search costs about as much as scoring those vectors one by one
 * where p² · n is this many times ef. Estimated from the cost of an expansion in single rows.
 */
const HNSW_SEARCH_COST = 5;

/** The vectors of a segment, the end of each document's rows, and the deletions. */
export interface HnswSegment {
  readonly scan: VectorScan;
  readonly ends: Uint32Array;
  readonly part: SnapshotPart;
}

/** Options of the search in a segment. */
export interface HnswSearchOptions {
  readonly top: number;
  readonly filter?: DocumentSet | undefined;
  readonly ef?: number | undefined;
}

/**
 * The documents of the nearest rows, at least `top` of them, in no order. Undefined where an exact scan is needed: without
 * a graph, for a narrow filter, or if too few documents pass.
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

/** The document of a row: the first whose end is after it. */
function findDocument(ends: Uint32Array, row: number): number {
  let [low, high] = [0, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ends[middle] as number) > row) high = middle;
    else low = middle + 1;
  }
  return low;
}

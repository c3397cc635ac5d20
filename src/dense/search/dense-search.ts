/**
 * Dense search: ranks documents by the cosine of their vectors with the query
 * vector. Segments without an HNSW graph are scanned exactly; in those with one
 * the search is approximate. The score of a document is that of its nearest
 * vector. Documents without a vector are not returned.
 *
 * The vectors of a segment are read with its first search, and stay in memory
 * while the segment is open, across commits.
 */

import { badArgument } from "../../common/errors.ts";
import type { IndexSnapshot, SnapshotPart } from "../../index/index.ts";
import type { Segment } from "../../index/segments/index.ts";
import type { DocumentSet } from "../../ranking/document-set.ts";
import { createTopK, type Hits, TimeLimit, takeHits } from "../../ranking/traversal/index.ts";
import { checkVector, type InputVector, toUnitVector } from "../vectors/index.ts";
import { searchHnswSegment } from "./hnsw-search.ts";
import { VectorScan } from "./vector-scan.ts";

/** Which documents are returned, and how many. */
export interface DenseSearchOptions {
  readonly top: number;
  /** The only documents that may be returned. */
  readonly filter?: DocumentSet | undefined;
  /**
   * Candidates of an HNSW search: more give a higher recall. At least twice `top`; 100 by default. From the number of
   * vectors of a segment on, the search is exact.
   */
  readonly ef?: number | undefined;
  /** When to stop; the hits found by then are returned with `isPartial`. */
  readonly limit?: TimeLimit | undefined;
}

/** The vectors of a segment in the memory of the kernels, and the end of each document's rows. */
interface SegmentScan {
  readonly scan: VectorScan;
  readonly ends: Uint32Array;
}

interface PartScan extends SegmentScan {
  readonly part: SnapshotPart;
}

const scanCache = new WeakMap<Segment, Promise<SegmentScan>>();

/** Cost of scoring a single row, relative to a row of a scan. */
const SINGLE_ROW_COST = 8;

/** Dense search over one snapshot. */
export class DenseSearch {
  readonly dimensions: number;
  readonly #snapshot: IndexSnapshot;
  readonly #parts: readonly PartScan[];

  private constructor(snapshot: IndexSnapshot, dimensions: number, parts: readonly PartScan[]) {
    this.dimensions = dimensions;
    this.#snapshot = snapshot;
    this.#parts = parts;
  }

  /** Reads the vectors of segments that were not searched before. `BAD_ARGUMENT` for an index without vectors. */
  static async open(snapshot: IndexSnapshot): Promise<DenseSearch> {
    const { vectors } = snapshot.settings;
    if (vectors === undefined) throw badArgument("the index was made without vectors");
    const parts: PartScan[] = [];
    for (const part of snapshot.parts) {
      parts.push({ part, ...(await openSegmentScan(part.segment, vectors.dimensions)) });
    }
    return new DenseSearch(snapshot, vectors.dimensions, parts);
  }

  /** The nearest documents, best first; equal cosines by the larger id. */
  rank(
    query: InputVector,
    { top, filter, ef, limit = TimeLimit.none() }: DenseSearchOptions,
  ): Hits {
    const unit = this.#toUnitVector(query);
    const best = createTopK(this.#snapshot, top);
    const size = filter?.size ?? Number.POSITIVE_INFINITY;
    for (const partScan of this.#parts) {
      if (limit.checkClock()) break;
      const { part, scan, ends } = partScan;
      const { base, deletions } = part;
      const hnswDocuments = searchHnswSegment(partScan, unit, { top, filter, ef });
      if (hnswDocuments !== undefined) {
        for (const document of hnswDocuments) {
          best.push(base + document, findNearestRow(scan, ends, unit, document)[0] as number);
        }
        continue;
      }
      const isAllowed = (document: number): boolean =>
        deletions?.has(document) !== true && (filter?.has(base + document) ?? true);
      if (filter !== undefined && SINGLE_ROW_COST * size < ends.length) {
        filter.forEachBetween(base, base + ends.length, (document) => {
          if (limit.count()) return;
          const [nearest] = findNearestRow(scan, ends, unit, document - base);
          if (nearest !== undefined && isAllowed(document - base)) best.push(document, nearest);
        });
        continue;
      }
      let [document, nearest] = [0, Number.NEGATIVE_INFINITY];
      const settle = (): void => {
        if (nearest > Number.NEGATIVE_INFINITY && isAllowed(document)) {
          best.push(base + document, nearest);
        }
        nearest = Number.NEGATIVE_INFINITY;
      };
      scan.scan(
        unit,
        () => best.threshold,
        (row, score) => {
          if (row >= (ends[document] as number)) {
            settle();
            while (row >= (ends[document] as number)) document++;
          }
          if (score > nearest) nearest = score;
        },
        limit,
      );
      settle();
    }
    return takeHits(best, limit);
  }

  /**
   * The cosines of documents with the query, in their order: those that `rank` gives, 0 without a vector. `OutOfTime`
   * when time is up before all are computed.
   */
  score(
    query: InputVector,
    documents: ArrayLike<number>,
    limit: TimeLimit = TimeLimit.none(),
  ): Float64Array {
    const unit = this.#toUnitVector(query);
    const nearest = new Float64Array(documents.length);
    for (const { scan, ends, part } of this.#parts) {
      const { base } = part;
      const slots: number[] = [];
      const rows: number[] = [];
      for (let slot = 0; slot < documents.length; slot++) {
        const document = (documents[slot] as number) - base;
        if (document < 0 || document >= ends.length) continue;
        const start = document === 0 ? 0 : (ends[document - 1] as number);
        if (start < (ends[document] as number)) nearest[slot] = Number.NEGATIVE_INFINITY;
        for (let row = start; row < (ends[document] as number); row++) {
          slots.push(slot);
          rows.push(row);
        }
      }
      const scores = scan.scores(unit, rows, limit);
      for (let i = 0; i < rows.length; i++) {
        const slot = slots[i] as number;
        nearest[slot] = Math.max(nearest[slot] as number, scores[i] as number);
      }
    }
    return nearest;
  }

  /** The sum of a document's vectors, for similar documents; undefined without a vector. */
  computeDocumentVector(document: number): Float32Array | undefined {
    const { scan, ends, part } = this.#findPart(document);
    const segmentDocument = document - part.base;
    const start = segmentDocument === 0 ? 0 : (ends[segmentDocument - 1] as number);
    const end = ends[segmentDocument] as number;
    if (start === end) return undefined;
    const sum = new Float32Array(this.dimensions);
    for (let row = start; row < end; row++) {
      for (const [i, value] of scan.row(row).entries()) sum[i] = (sum[i] as number) + value;
    }
    return sum;
  }

  /** The number of the document's nearest vector to the query, from 0; undefined without a vector. */
  findNearestVector(query: InputVector, document: number): number | undefined {
    const { scan, ends, part } = this.#findPart(document);
    return findNearestRow(scan, ends, this.#toUnitVector(query), document - part.base)[1];
  }

  #findPart(document: number): PartScan {
    const partScan = this.#parts.findLast(({ part }) => part.base <= document);
    if (partScan === undefined) throw badArgument(`document ${document} is not in the index`);
    return partScan;
  }

  #toUnitVector(query: InputVector): Float64Array {
    checkVector("the query", query, this.dimensions);
    return toUnitVector(query);
  }
}

/** The best score of a document's rows, and the number of the row among them; the first of equal ones. */
function findNearestRow(
  scan: VectorScan,
  ends: Uint32Array,
  query: Float64Array,
  document: number,
): [score?: number, position?: number] {
  const start = document === 0 ? 0 : (ends[document - 1] as number);
  const count = (ends[document] as number) - start;
  if (count === 0) return [];
  const scores = scan.scores(
    query,
    Array.from({ length: count }, (_, i) => start + i),
  );
  const best = scores.reduce((a, b) => Math.max(a, b));
  return [best, scores.indexOf(best)];
}

function openSegmentScan(segment: Segment, dimensions: number): Promise<SegmentScan> {
  let cached = scanCache.get(segment);
  if (cached === undefined) {
    cached = readSegmentScan(segment, dimensions);
    scanCache.set(segment, cached);
    cached.catch(() => scanCache.delete(segment)); // this caller gets the error; the next one tries again
  }
  return cached;
}

async function readSegmentScan(segment: Segment, dimensions: number): Promise<SegmentScan> {
  const vectors = await segment.readVectors(dimensions);
  if (vectors === undefined) throw badArgument(`${segment.record.name} has no vectors`);
  const graph = await segment.readHnswGraph(vectors.scales.length);
  // The kernels have a copy of the vectors.
  return { scan: new VectorScan(vectors, graph), ends: vectors.ends };
}

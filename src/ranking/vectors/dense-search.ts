/**
 * Ranks the documents of an index by the cosine of their vectors with that of a
 * query. Exact: every vector is looked at, but in segments with a graph, where
 * few are and nearly all of the nearest are found. Of a document with several vectors
 * the nearest counts; one without a vector is never among the best.
 *
 * The vectors of a segment are read when it is first searched, and stay in
 * memory for as long as the segment is open, whatever commits come meanwhile.
 */

import { badArgument } from "../../common/errors.ts";
import type { IndexSnapshot, SnapshotPart } from "../../index/index.ts";
import type { Segment } from "../../index/segments/index.ts";
import { checkVector, type GivenVector, unitVector } from "../../index/vectors/index.ts";
import type { DocumentSet } from "../document-set.ts";
import { bestDocuments, type Hits } from "../traversal/index.ts";
import { VectorScan } from "./vector-scan.ts";
import { walkedDocuments } from "./walked-documents.ts";

/** Which documents are returned, and how many. */
export interface NearOptions {
  readonly top: number;
  /** The only documents that may be returned. */
  readonly filter?: DocumentSet | undefined;
  /**
   * In segments with a graph, how many vectors the walk keeps in view: more find more of the nearest. At least twice
   * `top`; 100 by default. As many as a segment has, or more, make the search exact.
   */
  readonly ef?: number | undefined;
}

/** The vectors of a segment, ready to be scanned, and where those of each document end. */
interface ScannedSegment {
  readonly scan: VectorScan;
  readonly ends: Uint32Array;
}

interface ScannedPart extends ScannedSegment {
  readonly part: SnapshotPart;
}

const scanned = new WeakMap<Segment, Promise<ScannedSegment>>();

/** Looking at single rows costs about eight times as much for each as going through all. */
const SINGLE_ROW_COST = 8;

/** Search by meaning over one snapshot. */
export class DenseSearch {
  readonly dimensions: number;
  readonly #snapshot: IndexSnapshot;
  readonly #parts: readonly ScannedPart[];

  private constructor(snapshot: IndexSnapshot, dimensions: number, parts: readonly ScannedPart[]) {
    this.dimensions = dimensions;
    this.#snapshot = snapshot;
    this.#parts = parts;
  }

  /** Reads the vectors of segments that were not searched before. `BAD_ARGUMENT` for an index without vectors. */
  static async open(snapshot: IndexSnapshot): Promise<DenseSearch> {
    const { vectors } = snapshot.settings;
    if (vectors === undefined) throw badArgument("the index was made without vectors");
    const parts: ScannedPart[] = [];
    for (const part of snapshot.parts) {
      parts.push({ part, ...(await scannedSegment(part.segment, vectors.dimensions)) });
    }
    return new DenseSearch(snapshot, vectors.dimensions, parts);
  }

  /** The nearest documents, best first; equal cosines by the larger id. */
  rank(query: GivenVector, { top, filter, ef }: NearOptions): Hits {
    const unit = this.#unit(query);
    const best = bestDocuments(this.#snapshot, top);
    const size = filter?.size ?? Number.POSITIVE_INFINITY;
    for (const scanned of this.#parts) {
      const { part, scan, ends } = scanned;
      const { base, deletions } = part;
      const walked = walkedDocuments(scanned, unit, { top, filter, ef });
      if (walked !== undefined) {
        for (const document of walked) {
          best.push(base + document, nearestRow(scan, ends, unit, document)[0] as number);
        }
        continue;
      }
      const isAllowed = (document: number): boolean =>
        deletions?.has(document) !== true && (filter?.has(base + document) ?? true);
      if (filter !== undefined && SINGLE_ROW_COST * size < ends.length) {
        filter.forEachBetween(base, base + ends.length, (document) => {
          const [nearest] = nearestRow(scan, ends, unit, document - base);
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
      );
      settle();
    }
    const { items, scores } = best.drain();
    return { documents: items, scores, isPartial: false };
  }

  /** The cosines of documents with the query, in their order: those that `rank` gives, 0 without a vector. */
  score(query: GivenVector, documents: ArrayLike<number>): Float64Array {
    const unit = this.#unit(query);
    const nearest = new Float64Array(documents.length);
    for (const { scan, ends, part } of this.#parts) {
      const { base } = part;
      const places: number[] = [];
      const rows: number[] = [];
      for (let place = 0; place < documents.length; place++) {
        const document = (documents[place] as number) - base;
        if (document < 0 || document >= ends.length) continue;
        const start = document === 0 ? 0 : (ends[document - 1] as number);
        if (start < (ends[document] as number)) nearest[place] = Number.NEGATIVE_INFINITY;
        for (let row = start; row < (ends[document] as number); row++) {
          places.push(place);
          rows.push(row);
        }
      }
      const scores = scan.scores(unit, rows);
      for (let i = 0; i < rows.length; i++) {
        const place = places[i] as number;
        nearest[place] = Math.max(nearest[place] as number, scores[i] as number);
      }
    }
    return nearest;
  }

  /** The sum of a document's vectors, which points between them; undefined where it has none. */
  direction(document: number): Float32Array | undefined {
    const { scan, ends, part } = this.#part(document);
    const place = document - part.base;
    const start = place === 0 ? 0 : (ends[place - 1] as number);
    const end = ends[place] as number;
    if (start === end) return undefined;
    const sum = new Float32Array(this.dimensions);
    for (let row = start; row < end; row++) {
      for (const [i, value] of scan.row(row).entries()) sum[i] = (sum[i] as number) + value;
    }
    return sum;
  }

  /** Which vector of a document is nearest to the query, counted from 0; undefined where it has none. */
  nearest(query: GivenVector, document: number): number | undefined {
    const { scan, ends, part } = this.#part(document);
    return nearestRow(scan, ends, this.#unit(query), document - part.base)[1];
  }

  #part(document: number): ScannedPart {
    const found = this.#parts.findLast(({ part }) => part.base <= document);
    if (found === undefined) throw badArgument(`document ${document} is not in the index`);
    return found;
  }

  #unit(query: GivenVector): Float64Array {
    checkVector("the query", query, this.dimensions);
    return unitVector(query);
  }
}

/** The best score of a document's rows, and its place among them; of equal ones the first. */
function nearestRow(
  scan: VectorScan,
  ends: Uint32Array,
  query: Float64Array,
  document: number,
): [score?: number, place?: number] {
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

function scannedSegment(segment: Segment, dimensions: number): Promise<ScannedSegment> {
  let known = scanned.get(segment);
  if (known === undefined) {
    known = readSegment(segment, dimensions);
    scanned.set(segment, known);
    known.catch(() => scanned.delete(segment)); // told to whoever asked; the next one tries again
  }
  return known;
}

async function readSegment(segment: Segment, dimensions: number): Promise<ScannedSegment> {
  const vectors = await segment.readVectors(dimensions);
  if (vectors === undefined) throw badArgument(`${segment.record.name} has no vectors`);
  const graph = await segment.readGraph(vectors.scales.length);
  // The kernels have a copy of what was read, which is let go.
  return { scan: new VectorScan(vectors, graph), ends: vectors.ends };
}

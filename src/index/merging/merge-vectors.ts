/** The vectors of a merged or reordered segment. */

import { GrowingWords } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import type { HnswGraph } from "../../dense/hnsw/hnsw-graph.ts";
import type { RowRange } from "../../dense/vectors/vectors-file.ts";
import type { Segment } from "../segments/segment.ts";
import type { VectorRows } from "../segments/write-vector-files.ts";

/** A segment, and its documents that the new segment keeps, in the new order. */
export interface VectorsInput {
  readonly segment: Segment;
  readonly documents: Uint32Array;
}

/**
 * The vectors of the documents of all inputs. Codes are copied unchanged. The HNSW graph of the first segment is
 * reused if the segment keeps all its vectors in their order.
 */
export async function mergeVectors(
  dimensions: number,
  inputs: readonly VectorsInput[],
): Promise<VectorRows> {
  const ends = new GrowingWords();
  const ranges: RowRange[] = [];
  let rows = 0;
  let first: Segment | undefined;
  for (const { segment, documents } of inputs) {
    const vectors = await segment.readVectors(dimensions);
    if (vectors === undefined) throw badArgument(`${segment.record.name} has no vectors`);
    let last: { start: number; end: number } | undefined;
    for (const document of documents) {
      const [start, end] = [vectors.start(document), vectors.end(document)];
      rows += end - start;
      ends.push(rows);
      if (start === end) continue;
      // Adjacent rows are written together.
      if (last?.end === start) last.end = end;
      else {
        last = { start, end };
        first ??= segment;
        ranges.push(Object.assign(last, { vectors }));
      }
    }
  }
  const readInitialGraph = async (): Promise<HnswGraph | undefined> => {
    const [range] = ranges;
    const rowCount = range?.vectors.scales.length;
    const isEntireSegment = range !== undefined && range.start === 0 && range.end === rowCount;
    return isEntireSegment ? first?.readHnswGraph(rowCount) : undefined;
  };
  return { ends: ends.view(), ranges, readInitialGraph };
}

/** The vectors of a segment that is made of others. */

import { GrowingWords } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import type { Segment } from "../segments/segment.ts";
import type { WrittenVectors } from "./vector-files.ts";
import type { VectorGraph } from "./vector-graph.ts";
import type { RowRange } from "./vectors-file.ts";

/** A segment and those of its documents that the new one has, in the new order. */
export interface VectorsInput {
  readonly segment: Segment;
  readonly documents: Uint32Array;
}

/**
 * The vectors of the documents of all inputs. Their bytes stay as they are, and so does the graph of the first
 * segment where it keeps all its vectors in their order.
 */
export async function mergedVectors(
  dimensions: number,
  inputs: readonly VectorsInput[],
): Promise<WrittenVectors> {
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
      // Rows of documents that stay neighbours are written at once.
      if (last?.end === start) last.end = end;
      else {
        last = { start, end };
        first ??= segment;
        ranges.push(Object.assign(last, { vectors }));
      }
    }
  }
  const begun = async (): Promise<VectorGraph | undefined> => {
    const [range] = ranges;
    const known = range?.vectors.scales.length;
    const isWhole = range !== undefined && range.start === 0 && range.end === known;
    return isWhole ? first?.readGraph(known) : undefined;
  };
  return { ends: ends.view(), ranges, begun };
}

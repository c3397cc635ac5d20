/** Writes the vector files of a segment: its vectors and, from the configured size on, their HNSW graph. */

import type { HnswGraph } from "../../dense/hnsw/hnsw-graph.ts";
import { SegmentVectors } from "../../dense/vectors/segment-vectors.ts";
import type { VectorPart } from "../../dense/vectors/vector-builder.ts";
import type { VectorSettings } from "../../dense/vectors/vector-settings.ts";
import { type RowRange, writeVectors } from "../../dense/vectors/vectors-file.ts";
import type { SegmentFiles } from "../commits/segment-record.ts";
import { type SegmentTarget, writeSegmentFile } from "./segment-target.ts";

/** The vector rows of a new segment, and the end of each document's rows. */
export interface VectorRows {
  readonly ends: Uint32Array;
  readonly ranges: readonly RowRange[];
  /** Reads the HNSW graph of a prefix of the rows, if there may be one. */
  readonly readInitialGraph?: () => Promise<HnswGraph | undefined>;
}

/** The rows of a builder. */
export function toVectorRows(dimensions: number, part: VectorPart): VectorRows {
  const vectors = new SegmentVectors({ dimensions, ...part });
  return { ends: part.ends, ranges: [{ vectors, start: 0, end: part.scales.length }] };
}

/** Writes the vectors and, if there are at least `graph.from` of them, the HNSW graph. */
export async function writeVectorFiles(
  target: SegmentTarget,
  { dimensions, graph }: VectorSettings,
  { ends, ranges, readInitialGraph }: VectorRows,
): Promise<Pick<SegmentFiles, "vectors" | "graph">> {
  const vectors = await writeSegmentFile(target, "vectors", (file) =>
    writeVectors(file, dimensions, ends, ranges),
  );
  if (graph === undefined || (ends.at(-1) ?? 0) < graph.from) return { vectors };
  const [{ buildHnswGraph }, { writeHnswGraph }] = await Promise.all([
    import("../../dense/hnsw/hnsw-builder.ts"),
    import("../../dense/hnsw/hnsw-file.ts"),
  ]);
  const built = await buildHnswGraph(dimensions, ranges, graph, await readInitialGraph?.());
  return {
    vectors,
    graph: await writeSegmentFile(target, "graph", (file) => writeHnswGraph(file, built)),
  };
}

/** Writes the files of a segment that are about meaning: its vectors, and their graph where it gets one. */

import type { HnswGraph } from "../../dense/hnsw/hnsw-graph.ts";
import { SegmentVectors } from "../../dense/vectors/segment-vectors.ts";
import type { VectorPart } from "../../dense/vectors/vector-builder.ts";
import type { VectorSettings } from "../../dense/vectors/vector-settings.ts";
import { type RowRange, writeVectors } from "../../dense/vectors/vectors-file.ts";
import type { SegmentFiles } from "../commits/segment-record.ts";
import { type SegmentTarget, writeSegmentFile } from "./segment-target.ts";

/** The rows of a new segment, and where those of each document end. */
export interface VectorRows {
  readonly ends: Uint32Array;
  readonly ranges: readonly RowRange[];
  /** Reads the graph that the first rows have already, where there may be one. */
  readonly readInitialGraph?: () => Promise<HnswGraph | undefined>;
}

/** The vectors of documents that a builder gathered. */
export function toVectorRows(dimensions: number, part: VectorPart): VectorRows {
  const vectors = new SegmentVectors({ dimensions, ...part });
  return { ends: part.ends, ranges: [{ vectors, start: 0, end: part.scales.length }] };
}

/** Writes the vectors, and, of as many as its settings say or more, the graph. */
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

/**
 * Caches the HNSW graphs of bench/vectors.ts: a million vectors take minutes to build, and only
 * searches are compared.
 */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { HnswGraph } from "../src/dense/hnsw/index.ts";

/** A graph and the processor seconds of its construction. */
export interface GraphBuild {
  readonly graph: HnswGraph;
  readonly seconds: number;
}

/** The graph of an earlier run at `path`, or the result of `build`. */
export async function openCachedGraph(
  path: string,
  build: () => Promise<GraphBuild>,
): Promise<GraphBuild> {
  const head = `${path}.json`;
  if (existsSync(head)) {
    const { m, levels, degrees, seconds } = JSON.parse(readFileSync(head, "utf8"));
    const bytes = new Uint8Array(readFileSync(path));
    const neighbours = new Uint32Array(bytes.buffer, levels + degrees);
    const graph = {
      m,
      levels: bytes.subarray(0, levels),
      degrees: bytes.subarray(levels, levels + degrees),
      neighbours,
    };
    return { graph, seconds };
  }
  const built = await build();
  const { m, levels, degrees, neighbours } = built.graph;
  const links = new Uint8Array(neighbours.buffer, neighbours.byteOffset, neighbours.byteLength);
  const padding = new Uint8Array(-(levels.length + degrees.length) & 3);
  writeFileSync(path, Buffer.concat([levels, degrees, padding, links]));
  const lengths = { levels: levels.length, degrees: degrees.length + padding.length };
  writeFileSync(head, JSON.stringify({ m, ...lengths, seconds: built.seconds }));
  return built;
}

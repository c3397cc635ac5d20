/** A graph of bench/vectors.ts that is built once: a million vectors take minutes, and only searches are compared. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { HnswGraph } from "../src/dense/hnsw/index.ts";

/** A graph and the seconds of processor time that it took. */
export interface GraphBuild {
  readonly graph: HnswGraph;
  readonly seconds: number;
}

/** The graph that an earlier run left at `path`, or the one that `build` makes. */
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

/**
 * The file of a segment's HNSW graph:
 *
 *   section 0  JSON: the number of rows, and m
 *   section 1  the level of each row, a byte each
 *   section 2  the number of neighbours in each list, a byte each
 *   section 3  the neighbours of all lists, as packed numbers
 *
 * The order of lists is that of hnsw-graph.ts.
 */

import { decodeText, encodeText } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { packNumbers } from "../../index/encoding/pack-numbers.ts";
import { unpackNumbers } from "../../index/encoding/packed-numbers.ts";
import type { Frame, Section } from "../../index/files/file-frame.ts";
import { checkSections } from "../../index/files/file-section.ts";
import type { FrameWriter } from "../../index/files/frame-writer.ts";
import { countLists, type HnswGraph, MAX_LEVEL } from "./hnsw-graph.ts";

/** Writes an HNSW graph. */
export async function writeHnswGraph(
  frame: FrameWriter,
  { m, levels, degrees, neighbours }: HnswGraph,
): Promise<void> {
  await frame.section(encodeText(JSON.stringify({ rows: levels.length, m })));
  await frame.section(levels);
  await frame.section(degrees);
  await frame.section(packNumbers(neighbours));
}

/** Reads the graph of this number of rows. `CORRUPT_INDEX` for a neighbour that does not exist on its level. */
export function readHnswGraph(file: string, frame: Frame, rows: number): HnswGraph {
  const sections = checkSections(file, frame, 4) as [Section, Section, Section, Section];
  const [head, levelSection, degreeSection, neighbourSection] = sections;
  const m = readMaxDegree(head, rows);
  const levels = readBytes(levelSection, rows);
  if (levels.some((level) => level > MAX_LEVEL)) {
    throw corrupt(file, levelSection.start, `a level above ${MAX_LEVEL}`);
  }
  const degrees = readBytes(degreeSection, countLists(levels));
  const size = degrees.reduce((sum, degree) => sum + degree, 0);
  const neighbours = unpackNumbers(neighbourSection, size, {
    allocate: (bytes) => new Uint8Array(bytes),
  });
  const graph = { m, levels, degrees, neighbours };
  checkNeighbours(graph, (offset, reason) =>
    corrupt(file, [degreeSection, neighbourSection][offset]?.start ?? 0, reason),
  );
  return graph;
}

/** Lists are within their maximum length; their rows ascend, exist, and have a list on the same level. */
function checkNeighbours(
  { m, levels, degrees, neighbours }: HnswGraph,
  toError: (section: 0 | 1, reason: string) => Error,
): void {
  let [list, at] = [0, 0];
  const check = (row: number, level: number): void => {
    const degree = degrees[list++] as number;
    if (degree > (level === 0 ? 2 * m : m)) throw toError(0, `row ${row} has ${degree} neighbours`);
    let before = -1;
    for (const end = at + degree; at < end; at++) {
      const neighbour = neighbours[at] as number;
      const isValid = neighbour > before && neighbour < levels.length && neighbour !== row;
      if (!isValid || (levels[neighbour] as number) < level) {
        throw toError(1, `row ${row} cannot have the neighbour ${neighbour} on level ${level}`);
      }
      before = neighbour;
    }
  };
  for (let row = 0; row < levels.length; row++) check(row, 0);
  for (const [row, top] of levels.entries()) {
    for (let level = 1; level <= top; level++) check(row, level);
  }
}

function readBytes({ file, start, bytes }: Section, count: number): Uint8Array {
  if (bytes.length === count) return bytes.slice();
  throw corrupt(file, start, `a section of ${bytes.length} bytes instead of ${count}`);
}

/** The m in the header of a graph of this number of rows. */
function readMaxDegree({ file, start, bytes }: Section, rows: number): number {
  try {
    const header = JSON.parse(decodeText(bytes.slice())) as Record<string, unknown> | null;
    if (header?.rows !== rows) throw new Error(`not for ${rows} rows`);
    const { m } = header;
    if (!Number.isInteger(m) || (m as number) < 2 || (m as number) > 64)
      throw new Error(`m is ${m}`);
    return m as number;
  } catch (error) {
    throw corrupt(file, start, `not a header of a graph: ${(error as Error).message}`);
  }
}

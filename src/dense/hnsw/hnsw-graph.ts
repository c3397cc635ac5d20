/**
 * An HNSW graph as plain data: the neighbours of each row, on each level.
 *
 * Every row has a list on level 0 and one on each level up to its own. The
 * lists follow one another: those of level 0 by row, then, by row, those of
 * the levels above.
 */

/** An HNSW graph without its vectors. */
export interface HnswGraph {
  readonly m: number;
  /** The level of each row. */
  readonly levels: Uint8Array;
  /** How many rows each list has. */
  readonly degrees: Uint8Array;
  /** The rows of all lists, ascending in each. */
  readonly neighbours: Uint32Array;
}

/** Maximum level: one row in m^15 would exceed it. */
export const MAX_LEVEL = 15;

/** How many lists a graph of these levels has. */
export function countLists(levels: Uint8Array): number {
  return levels.length + levels.reduce((sum, level) => sum + level, 0);
}

/** The entry point of every search: the first of the rows with the highest level. */
export function findEntryPoint(levels: Uint8Array): {
  readonly entry: number;
  readonly top: number;
} {
  const top = levels.reduce((a, b) => Math.max(a, b), 0);
  return { entry: levels.indexOf(top), top };
}

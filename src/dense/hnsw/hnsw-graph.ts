/**
 * A graph of near vectors as plain data: who is whose neighbour, on each level.
 *
 * Every row has a list on the ground level and one on each level up to its own.
 * Lists follow one another: those of the ground by row, then, by row, those of the
 * levels above it.
 */

/** How a graph is made. Fixed once the index exists. */
export interface HnswSettings {
  /** Neighbours that a new row gets on each level; the ground has room for twice as many. */
  readonly m: number;
  /** Rows that are looked at to find them: more give a better graph, and take longer. */
  readonly efConstruction: number;
  /** Vectors that a segment needs to get a graph; fewer are looked through, exactly. */
  readonly from: number;
}

/** A graph without its vectors. */
export interface HnswGraph {
  readonly m: number;
  /** The level of each row. */
  readonly levels: Uint8Array;
  /** How many rows each list has. */
  readonly degrees: Uint8Array;
  /** The rows of all lists, ascending in each. */
  readonly neighbours: Uint32Array;
}

/** Levels at most: one row in m^15 would have another. */
export const MAX_LEVEL = 15;

/** How many lists a graph of these levels has. */
export function countLists(levels: Uint8Array): number {
  return levels.length + levels.reduce((sum, level) => sum + level, 0);
}

/** Where every search begins: the first of the rows with the highest level. */
export function findEntryPoint(levels: Uint8Array): {
  readonly entry: number;
  readonly top: number;
} {
  const top = levels.reduce((a, b) => Math.max(a, b), 0);
  return { entry: levels.indexOf(top), top };
}

/** The graph of near vectors in plain TypeScript, for tests of the kernels: slow, and word for word what kernels/vectors does. */

import { entryOf, listCount, type VectorGraph } from "./vector-graph.ts";

/** Rows as numbers: codes, and a scale each. */
export interface PlainRows {
  readonly codes: readonly (readonly number[])[];
  readonly scales: Float32Array;
}

/** A row and how near it is. */
interface Near {
  readonly row: number;
  readonly similarity: number;
}

/** Nearer first; of equal ones the first row. */
const byNearness = (a: Near, b: Near): number => b.similarity - a.similarity || a.row - b.row;

/** A graph that rows are inserted into one after the other. */
export class PlainGraph {
  readonly #rows: PlainRows;
  readonly #m: number;
  readonly #levels: Uint8Array;
  /** By row and level. */
  readonly #lists: number[][][];

  constructor(rows: PlainRows, m: number, levels: Uint8Array) {
    this.#rows = rows;
    this.#m = m;
    this.#levels = levels;
    this.#lists = Array.from(levels, (level) => Array.from({ length: level + 1 }, () => []));
  }

  insertAll(efConstruction: number): void {
    for (let row = 1; row < this.#levels.length; row++) this.#insert(row, efConstruction);
  }

  search(query: readonly number[], ef: number, isAllowed = (_row: number) => true): number[] {
    const { entry, top } = entryOf(this.#levels);
    let nearest = this.#near(query, entry);
    for (let level = top; level > 0; level--) nearest = this.#descend(query, nearest, level);
    return this.#searchLevel(query, nearest, ef, 0, isAllowed).map(({ row }) => row);
  }

  /** As plain data. */
  graph(): VectorGraph {
    const lists = [
      ...this.#lists.map(([ground = []]) => ground),
      ...this.#lists.flatMap(([, ...upper]) => upper),
    ].map((list) => list.toSorted((a, b) => a - b));
    if (lists.length !== listCount(this.#levels)) throw new Error("lists are missing");
    return {
      m: this.#m,
      levels: this.#levels,
      degrees: Uint8Array.from(lists, ({ length }) => length),
      neighbours: Uint32Array.from(lists.flat()),
    };
  }

  #list(row: number, level: number): number[] {
    return this.#lists[row]?.[level] as number[];
  }

  #near(query: readonly number[], row: number): Near {
    const codes = this.#rows.codes[row] as readonly number[];
    const dot = codes.reduce((sum, code, i) => sum + code * (query[i] as number), 0);
    return { row, similarity: Math.fround(Math.fround(dot) * (this.#rows.scales[row] as number)) };
  }

  #insert(row: number, ef: number): void {
    const query = this.#rows.codes[row] as readonly number[];
    const level = this.#levels[row] as number;
    const { entry, top } = entryOf(this.#levels.subarray(0, row));
    let nearest = this.#near(query, entry);
    for (let above = top; above > level; above--) nearest = this.#descend(query, nearest, above);
    for (let at = Math.min(level, top); at >= 0; at--) {
      const found = this.#searchLevel(query, nearest, ef, at, () => true);
      nearest = found[0] as Near;
      const chosen = this.#choose(row, found, this.#m);
      this.#list(row, at).push(...chosen);
      for (const neighbour of chosen) this.#link(neighbour, row, at);
    }
  }

  #descend(query: readonly number[], from: Near, level: number): Near {
    const near = this.#list(from.row, level).map((row) => this.#near(query, row));
    const best = [from, ...near].toSorted(byNearness)[0] as Near;
    return best.row === from.row ? best : this.#descend(query, best, level);
  }

  #searchLevel(
    query: readonly number[],
    first: Near,
    ef: number,
    level: number,
    isAllowed: (row: number) => boolean,
  ): Near[] {
    const seen = new Set([first.row]);
    const waiting = [first];
    let found = isAllowed(first.row) ? [first] : [];
    for (;;) {
      const nearest = waiting.sort(byNearness).shift();
      const farthest = found[ef - 1];
      if (nearest === undefined) return found;
      if (farthest !== undefined && byNearness(nearest, farthest) > 0) return found;
      for (const row of this.#list(nearest.row, level)) {
        if (seen.has(row)) continue;
        seen.add(row);
        const near = this.#near(query, row);
        const last = found[ef - 1];
        if (last !== undefined && byNearness(near, last) > 0) continue;
        waiting.push(near);
        if (isAllowed(row)) found = [...found, near].sort(byNearness).slice(0, ef);
      }
    }
  }

  #choose(row: number, found: readonly Near[], most: number): number[] {
    const { codes, scales } = this.#rows;
    const chosen: number[] = [];
    for (const { row: candidate, similarity } of found) {
      if (chosen.length === most) break;
      const near = Math.fround(similarity * (scales[row] as number));
      const query = codes[candidate] as readonly number[];
      const isNew = chosen.every((other) => {
        const between = this.#near(query, other).similarity * (scales[candidate] as number);
        return Math.fround(between) <= near;
      });
      if (isNew) chosen.push(candidate);
    }
    return chosen;
  }

  #link(neighbour: number, row: number, level: number): void {
    const list = this.#list(neighbour, level);
    list.push(row);
    if (list.length <= (level === 0 ? 2 * this.#m : this.#m)) return;
    const query = this.#rows.codes[neighbour] as readonly number[];
    const near = list.map((other) => this.#near(query, other)).sort(byNearness);
    list.splice(
      0,
      list.length,
      ...this.#choose(neighbour, near, level === 0 ? 2 * this.#m : this.#m),
    );
  }
}

/** The graph of near vectors in plain TypeScript, for tests of the kernels: slow, and word for word what kernels/vectors does. */

import { countLists, findEntryPoint, type HnswGraph } from "./hnsw-graph.ts";

/** Rows as numbers: codes, and a scale each. */
export interface PlainRows {
  readonly codes: readonly (readonly number[])[];
  readonly scales: Float32Array;
}

/** A row and how near it is. */
interface Neighbour {
  readonly row: number;
  readonly similarity: number;
}

/** Nearer first; of equal ones the first row. */
const compareSimilarity = (a: Neighbour, b: Neighbour): number =>
  b.similarity - a.similarity || a.row - b.row;

/** A graph that rows are inserted into one after the other. */
export class PlainHnsw {
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
    const { entry, top } = findEntryPoint(this.#levels);
    let nearest = this.#score(query, entry);
    for (let level = top; level > 0; level--) nearest = this.#descend(query, nearest, level);
    return this.#searchLevel(query, nearest, ef, 0, isAllowed).map(({ row }) => row);
  }

  /** As plain data. */
  toGraph(): HnswGraph {
    const lists = [
      ...this.#lists.map(([ground = []]) => ground),
      ...this.#lists.flatMap(([, ...upper]) => upper),
    ].map((list) => list.toSorted((a, b) => a - b));
    if (lists.length !== countLists(this.#levels)) throw new Error("lists are missing");
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

  #score(query: readonly number[], row: number): Neighbour {
    const codes = this.#rows.codes[row] as readonly number[];
    const dot = codes.reduce((sum, code, i) => sum + code * (query[i] as number), 0);
    return { row, similarity: Math.fround(Math.fround(dot) * (this.#rows.scales[row] as number)) };
  }

  #insert(row: number, ef: number): void {
    const query = this.#rows.codes[row] as readonly number[];
    const level = this.#levels[row] as number;
    const { entry, top } = findEntryPoint(this.#levels.subarray(0, row));
    let nearest = this.#score(query, entry);
    for (let above = top; above > level; above--) nearest = this.#descend(query, nearest, above);
    for (let at = Math.min(level, top); at >= 0; at--) {
      const candidates = this.#searchLevel(query, nearest, ef, at, () => true);
      nearest = candidates[0] as Neighbour;
      const chosen = this.#selectNeighbours(row, candidates, this.#m);
      this.#list(row, at).push(...chosen);
      for (const neighbour of chosen) this.#link(neighbour, row, at);
    }
  }

  #descend(query: readonly number[], from: Neighbour, level: number): Neighbour {
    const neighbours = this.#list(from.row, level).map((row) => this.#score(query, row));
    const best = [from, ...neighbours].toSorted(compareSimilarity)[0] as Neighbour;
    return best.row === from.row ? best : this.#descend(query, best, level);
  }

  #searchLevel(
    query: readonly number[],
    first: Neighbour,
    ef: number,
    level: number,
    isAllowed: (row: number) => boolean,
  ): Neighbour[] {
    const seen = new Set([first.row]);
    const waiting = [first];
    let results = isAllowed(first.row) ? [first] : [];
    for (;;) {
      const nearest = waiting.sort(compareSimilarity).shift();
      const farthest = results[ef - 1];
      if (nearest === undefined) return results;
      if (farthest !== undefined && compareSimilarity(nearest, farthest) > 0) return results;
      for (const row of this.#list(nearest.row, level)) {
        if (seen.has(row)) continue;
        seen.add(row);
        const scored = this.#score(query, row);
        const last = results[ef - 1];
        if (last !== undefined && compareSimilarity(scored, last) > 0) continue;
        waiting.push(scored);
        if (isAllowed(row)) results = [...results, scored].sort(compareSimilarity).slice(0, ef);
      }
    }
  }

  #selectNeighbours(row: number, candidates: readonly Neighbour[], maxCount: number): number[] {
    const { codes, scales } = this.#rows;
    const chosen: number[] = [];
    for (const { row: candidate, similarity } of candidates) {
      if (chosen.length === maxCount) break;
      const toRow = Math.fround(similarity * (scales[row] as number));
      const query = codes[candidate] as readonly number[];
      const isNew = chosen.every((other) => {
        const between = this.#score(query, other).similarity * (scales[candidate] as number);
        return Math.fround(between) <= toRow;
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
    const scored = list.map((other) => this.#score(query, other)).sort(compareSimilarity);
    list.splice(
      0,
      list.length,
      ...this.#selectNeighbours(neighbour, scored, level === 0 ? 2 * this.#m : this.#m),
    );
  }
}

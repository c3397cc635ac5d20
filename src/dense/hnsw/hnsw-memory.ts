/**
 * An HNSW graph in the memory of the WASM kernels, beside its rows. Lists have
 * fixed addresses: a length, then space for the maximum number of neighbours.
 */

import { type VectorKernels, VectorMemory } from "../vectors/vector-memory.ts";
import { countLists, findEntryPoint, type HnswGraph } from "./hnsw-graph.ts";

/** The shape of a graph, which decides its memory layout. */
export interface HnswShape {
  readonly dimensions: number;
  readonly m: number;
  /** The level of each row. */
  readonly levels: Uint8Array;
  /** Candidates per insertion; 1 if no row will be inserted. */
  readonly efConstruction?: number;
}

/** The parts of a graph in memory, behind the rows. */
type Part =
  | "scales"
  | "level0"
  | "upper"
  | "upperOffsetTable"
  | "visited"
  | "candidates"
  | "results"
  | "sorted"
  | "lists"
  | "out"
  | "allowed";

/** Rows, their scales, and an HNSW graph over them. */
export class HnswMemory {
  readonly memory: VectorMemory;
  readonly scales: Float32Array;
  readonly #kernels: VectorKernels | undefined;
  readonly #m: number;
  readonly #levels: Uint8Array;
  readonly #ef: number;
  readonly #entry: number;
  readonly #top: number;
  readonly #level0: Uint32Array;
  readonly #upper: Uint32Array;
  readonly #allowed: Uint8Array;
  readonly #outOffset: number;

  /** Reserves memory. The caller fills in `memory.rows` and `scales`. Without WASM there is no graph. */
  constructor({ dimensions, m, levels, efConstruction: ef = 1 }: HnswShape) {
    const count = levels.length;
    const lists = countLists(levels);
    const sizes: Record<Part, number> = {
      scales: 4 * count,
      level0: 4 * count * (2 * m + 1),
      upper: 4 * (lists - count) * (m + 1),
      upperOffsetTable: 4 * count,
      visited: count,
      candidates: 8 * count,
      results: 8 * count,
      sorted: 8 * Math.max(ef, 2 * m + 1),
      lists: 32 * (m + 1),
      out: 4 * count,
      allowed: Math.ceil(count / 8),
    };
    const offsets = {} as Record<Part, number>;
    let bytesTotal = 0;
    for (const [part, bytes] of Object.entries(sizes) as [Part, number][]) {
      offsets[part] = bytesTotal;
      bytesTotal += 16 * Math.ceil(bytes / 16);
    }
    const memory = new VectorMemory(dimensions, count, { extraBytes: bytesTotal });
    this.memory = memory;
    this.#kernels = memory.kernels;
    this.#m = m;
    this.#levels = levels;
    this.#ef = ef;
    ({ entry: this.#entry, top: this.#top } = findEntryPoint(levels));
    const { buffer, extraOffset } = memory;
    this.#outOffset = extraOffset + offsets.out;
    if (this.#kernels === undefined) {
      this.scales = new Float32Array(count);
      this.#level0 = this.#upper = new Uint32Array(0);
      this.#allowed = new Uint8Array(0);
      return;
    }
    const words = (part: Part): Uint32Array =>
      new Uint32Array(buffer, extraOffset + offsets[part], sizes[part] / 4);
    this.scales = new Float32Array(buffer, extraOffset + offsets.scales, count);
    this.#level0 = words("level0");
    this.#upper = words("upper");
    this.#allowed = new Uint8Array(buffer, extraOffset + offsets.allowed, sizes.allowed);
    let before = 0;
    const upperOffsets = words("upperOffsetTable");
    for (const [row, level] of levels.entries()) {
      upperOffsets[row] = before;
      before += level;
    }
    const at = (part: Part): number => extraOffset + offsets[part];
    this.#kernels.setLayout(
      ...[memory.rows.byteOffset, memory.length, count, at("scales"), memory.query.byteOffset, m],
      ...[at("level0"), at("upper"), at("upperOffsetTable"), at("visited"), at("candidates")],
      ...[at("results"), at("sorted"), at("lists")],
    );
  }

  /** Whether WASM is available and there are rows. */
  get canSearch(): boolean {
    return this.#kernels !== undefined && this.#levels.length > 0;
  }

  /** Inserts a row into the graph of the rows before it; `entry` is the first of them with the highest level, `top`. */
  insert(row: number, { entry, top }: { readonly entry: number; readonly top: number }): void {
    this.#kernels?.insert(row, this.#levels[row] as number, entry, top, this.#ef);
  }

  /**
   * The `ef` rows nearest to the query in `memory.query`, nearest first, or fewer. `allow` sets the bits of the rows
   * that may be returned. The result is valid until the next search.
   */
  search(ef: number, allow?: (bits: Uint8Array) => void): Uint32Array {
    if (this.#kernels === undefined) return new Uint32Array(0);
    if (allow !== undefined) {
      this.#allowed.fill(0);
      allow(this.#allowed);
    }
    const allowed = allow === undefined ? 0 : this.#allowed.byteOffset;
    const maxRows = Math.min(ef, this.#levels.length);
    const count = this.#kernels.search(this.#entry, this.#top, maxRows, allowed, this.#outOffset);
    return new Uint32Array(this.memory.buffer, this.#outOffset, count);
  }

  /** Copies the lists of a graph of the same shape, or of a prefix of the rows. */
  load({ levels, degrees, neighbours }: HnswGraph): void {
    if (this.#kernels === undefined) return;
    let from = 0;
    let list = 0;
    for (const slots of this.#lists(levels)) {
      const degree = degrees[list++] as number;
      slots[0] = degree;
      slots.set(neighbours.subarray(from, from + degree), 1);
      from += degree;
    }
  }

  /** The lists as plain data. */
  toGraph(): HnswGraph {
    const degrees = new Uint8Array(countLists(this.#levels));
    let [list, size] = [0, 0];
    for (const slots of this.#lists()) {
      degrees[list++] = slots[0] as number;
      size += slots[0] as number;
    }
    const neighbours = new Uint32Array(size);
    let at = 0;
    for (const slots of this.#lists()) {
      const degree = slots[0] as number;
      neighbours.set(slots.slice(1, 1 + degree).sort(), at);
      at += degree;
    }
    return { m: this.#m, levels: this.#levels, degrees, neighbours };
  }

  /** The memory of each list of a prefix of the rows, in the order of `HnswGraph`. */
  *#lists(levels: Uint8Array = this.#levels): Generator<Uint32Array> {
    const [wide, narrow] = [2 * this.#m + 1, this.#m + 1];
    for (let row = 0; row < levels.length; row++) {
      yield this.#level0.subarray(row * wide, (row + 1) * wide);
    }
    for (let list = 0; list < countLists(levels) - levels.length; list++) {
      yield this.#upper.subarray(list * narrow, (list + 1) * narrow);
    }
  }
}

/**
 * A graph where the kernels read and write it, beside the rows that it links.
 * Lists have fixed places there: a length and room for all neighbours that a row may have.
 */

import { type VectorKernels, VectorMemory } from "../vectors/vector-memory.ts";
import { countLists, findEntryPoint, type HnswGraph } from "./hnsw-graph.ts";

/** What a graph needs to be placed. */
export interface HnswShape {
  readonly dimensions: number;
  readonly m: number;
  /** The level of each row. */
  readonly levels: Uint8Array;
  /** Rows that an insertion looks at; 1 where none will be inserted. */
  readonly efConstruction?: number;
}

/** The places of a graph's parts, in bytes from the end of the rows on. */
type Part =
  | "scales"
  | "ground"
  | "upper"
  | "upperPlaces"
  | "seen"
  | "candidates"
  | "found"
  | "sorted"
  | "lists"
  | "out"
  | "allowed";

/** Rows, their scales and a graph over them. */
export class HnswMemory {
  readonly memory: VectorMemory;
  readonly scales: Float32Array;
  readonly #kernels: VectorKernels | undefined;
  readonly #m: number;
  readonly #levels: Uint8Array;
  readonly #ef: number;
  readonly #entry: number;
  readonly #top: number;
  readonly #ground: Uint32Array;
  readonly #upper: Uint32Array;
  readonly #allowed: Uint8Array;
  readonly #outAt: number;

  /** Takes empty memory; who made it fills in `memory.rows` and `scales`. Without kernels there is no graph. */
  constructor({ dimensions, m, levels, efConstruction: ef = 1 }: HnswShape) {
    const count = levels.length;
    const lists = countLists(levels);
    const sizes: Record<Part, number> = {
      scales: 4 * count,
      ground: 4 * count * (2 * m + 1),
      upper: 4 * (lists - count) * (m + 1),
      upperPlaces: 4 * count,
      seen: count,
      candidates: 8 * count,
      found: 8 * count,
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
    this.#outAt = extraOffset + offsets.out;
    if (this.#kernels === undefined) {
      this.scales = new Float32Array(count);
      this.#ground = this.#upper = new Uint32Array(0);
      this.#allowed = new Uint8Array(0);
      return;
    }
    const words = (part: Part): Uint32Array =>
      new Uint32Array(buffer, extraOffset + offsets[part], sizes[part] / 4);
    this.scales = new Float32Array(buffer, extraOffset + offsets.scales, count);
    this.#ground = words("ground");
    this.#upper = words("upper");
    this.#allowed = new Uint8Array(buffer, extraOffset + offsets.allowed, sizes.allowed);
    let before = 0;
    const upperOffsets = words("upperPlaces");
    for (const [row, level] of levels.entries()) {
      upperOffsets[row] = before;
      before += level;
    }
    const at = (part: Part): number => extraOffset + offsets[part];
    this.#kernels.place(
      ...[memory.rows.byteOffset, memory.length, count, at("scales"), memory.query.byteOffset, m],
      ...[at("ground"), at("upper"), at("upperPlaces"), at("seen"), at("candidates")],
      ...[at("found"), at("sorted"), at("lists")],
    );
  }

  /** Whether there are kernels to walk with. */
  get canSearch(): boolean {
    return this.#kernels !== undefined && this.#levels.length > 0;
  }

  /** Links a row to those before it; `entry` is the first of them with the highest level, which is `top`. */
  insert(row: number, { entry, top }: { readonly entry: number; readonly top: number }): void {
    this.#kernels?.insert(row, this.#levels[row] as number, entry, top, this.#ef);
  }

  /**
   * The `ef` rows nearest to the query in `memory.query`, nearest first, or few less than there are. Where `allow` is given,
   * it sets the bits of rows that may be found. The result holds until the next search.
   */
  search(ef: number, allow?: (bits: Uint8Array) => void): Uint32Array {
    if (this.#kernels === undefined) return new Uint32Array(0);
    if (allow !== undefined) {
      this.#allowed.fill(0);
      allow(this.#allowed);
    }
    const allowed = allow === undefined ? 0 : this.#allowed.byteOffset;
    const maxRows = Math.min(ef, this.#levels.length);
    const count = this.#kernels.search(this.#entry, this.#top, maxRows, allowed, this.#outAt);
    return new Uint32Array(this.memory.buffer, this.#outAt, count);
  }

  /** Takes the lists of a graph of the same shape, or of the first rows. */
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

  /** The place of each list of the rows of these levels, which are the first, in the order of plain data. */
  *#lists(levels: Uint8Array = this.#levels): Generator<Uint32Array> {
    const [wide, narrow] = [2 * this.#m + 1, this.#m + 1];
    for (let row = 0; row < levels.length; row++) {
      yield this.#ground.subarray(row * wide, (row + 1) * wide);
    }
    for (let list = 0; list < countLists(levels) - levels.length; list++) {
      yield this.#upper.subarray(list * narrow, (list + 1) * narrow);
    }
  }
}

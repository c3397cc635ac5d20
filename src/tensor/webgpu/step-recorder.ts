/**
 * Records one step: the dispatches with their arguments, the indexes of the batch, and
 * where each value is in the heap. Recording computes nothing on the GPU.
 */

import type { Binding } from "../binding.ts";
import type { Index, Node, Segments } from "../node.ts";
import type { Order } from "../program.ts";
import type { Arena } from "../wasm/arena.ts";
import { MAX_WORKGROUPS } from "./gpu-device.ts";
import { type Kernel, listArguments, MAX_ARGUMENTS, type Place, THREADS } from "./kernel.ts";

/** Bytes between the arguments of two dispatches: what every GPU aligns offsets to. */
export const ARGUMENT_STRIDE = 256;

/** The arguments of a dispatch by name. */
export interface DispatchArguments {
  readonly places?: Readonly<Record<string, Place>>;
  readonly counts?: Readonly<Record<string, number>>;
  readonly numbers?: Readonly<Record<string, number>>;
}

export interface KernelCall {
  readonly kernel: Kernel;
  readonly buffers: readonly Place["buffer"][];
  readonly x: number;
  readonly y: number;
}

/** Chunks of the elements that name each row; see `StepRecorder.chunks`. */
export interface RowChunks {
  /** Offset in the batch of the first element of each chunk, with an end. */
  readonly starts: number;
  /** Offset in the batch of the row of each chunk. */
  readonly rows: number;
  /** Offset in the batch of the first chunk of each row, with an end. */
  readonly rowChunks: number;
  /** Offset in the batch of the elements. */
  readonly elements: number;
  readonly count: number;
  /** Whether every row has one chunk. */
  readonly isSingle: boolean;
}

/** Elements in a chunk: enough for few partial sums, few enough for many threads. */
const CHUNK_ELEMENTS = 32;

export class StepRecorder {
  readonly binding: Binding;
  readonly dispatches: KernelCall[] = [];
  readonly #order: Order;
  readonly #arena: Arena;
  #released: number[] = [];
  #arguments = new Uint32Array(MAX_ARGUMENTS * 64);
  #floats = new Float32Array(this.#arguments.buffer);
  #batch = new Int32Array(1024);
  #entries = 0;
  readonly #uploaded = new Map<string, number>();
  readonly #chunks = new Map<number, RowChunks>();
  readonly #names = new WeakMap<Kernel, readonly string[]>();

  constructor(binding: Binding, order: Order, arena: Arena) {
    this.binding = binding;
    this.#order = order;
    this.#arena = arena;
  }

  /** The arguments of all dispatches, one every ARGUMENT_STRIDE bytes. */
  get arguments(): Uint32Array<ArrayBuffer> {
    return this.#arguments.subarray(0, this.dispatches.length * MAX_ARGUMENTS);
  }

  /** The indexes and offsets of the batch. */
  get batch(): Int32Array<ArrayBuffer> {
    return this.#batch.subarray(0, this.#entries);
  }

  /** Records a dispatch with a thread for each of `count` values. */
  byValues(kernel: Kernel, count: number, args: DispatchArguments): void {
    this.byGroups(kernel, Math.ceil(count / (kernel.threads ?? THREADS)), args);
  }

  /** Records a dispatch of workgroups; none is left out. */
  byGroups(
    kernel: Kernel,
    groups: number,
    { places = {}, counts = {}, numbers = {} }: DispatchArguments,
  ): void {
    if (groups === 0) return;
    const names = this.#names.get(kernel) ?? listArguments(kernel);
    this.#names.set(kernel, names);
    const start = this.dispatches.length * MAX_ARGUMENTS;
    this.#ensureArguments(start + MAX_ARGUMENTS);
    const buffers: Place["buffer"][] = [];
    for (let i = 0; i < names.length; i++) {
      const name = names[i] as string;
      const place = places[name];
      if (place !== undefined) {
        buffers.push(place.buffer);
        this.#arguments[start + i] = place.at;
      } else if (name in counts) this.#arguments[start + i] = counts[name] as number;
      else this.#floats[start + i] = numbers[name] as number;
    }
    const y = Math.ceil(groups / MAX_WORKGROUPS);
    this.dispatches.push({ kernel, buffers, x: Math.ceil(groups / y), y });
  }

  /** Memory for `count` floats that the step computes. */
  floats(count: number): Place {
    return { buffer: "heap", at: this.#arena.allocate(4 * count) / 4 };
  }

  /** Frees memory: dispatches recorded later may write to it. */
  release({ at }: Place): void {
    this.#released.push(4 * at);
  }

  /** Makes released memory available. */
  endNode(): void {
    for (const address of this.#released.splice(0)) this.#arena.release(address);
  }

  /** Adds entries to the batch; returns their offset in it. */
  upload(entries: ArrayLike<number>): number {
    const at = this.#entries;
    this.#entries += entries.length;
    if (this.#entries > this.#batch.length) {
      const larger = new Int32Array(Math.max(this.#entries, 2 * this.#batch.length));
      larger.set(this.#batch.subarray(0, at));
      this.#batch = larger;
    }
    this.#batch.set(entries, at);
    return at;
  }

  index(node: Node): number {
    return this.#once(node, "index", () => this.binding.index(node));
  }

  offsets(node: Node): number {
    return this.#once(node, "offsets", () => this.binding.segments(node));
  }

  /** For each element of a segmented axis, the group it is in. */
  groups(node: Segments): number {
    return this.#once(node, "groups", () => {
      const offsets = this.binding.segments(node);
      const groups = new Int32Array(offsets.at(-1) as number);
      for (let group = 0; group + 1 < offsets.length; group++) {
        groups.fill(group, offsets[group], offsets[group + 1]);
      }
      return groups;
    });
  }

  /** The number of each pair's first cell, with an end. */
  firstCells(left: Node, right: Node): number {
    return this.#once(left, `first cells ${this.#order.getPosition(right)}`, () => {
      const a = this.binding.segments(left);
      const b = this.binding.segments(right);
      const first = new Int32Array(a.length);
      for (let pair = 0; pair + 1 < a.length; pair++) {
        const rows = (a[pair + 1] as number) - (a[pair] as number);
        const columns = (b[pair + 1] as number) - (b[pair] as number);
        first[pair + 1] = (first[pair] as number) + rows * columns;
      }
      return first;
    });
  }

  /**
   * Tiles of the interaction matrices: for each its pair, first row and first column. Returns
   * their offset in the batch, and their number.
   */
  tiles(left: Node, right: Node, height: number, width: number): readonly [number, number] {
    const a = this.binding.segments(left);
    const b = this.binding.segments(right);
    const at = this.#once(
      left,
      `tiles ${this.#order.getPosition(right)} ${height} ${width}`,
      () => {
        const tiles: number[] = [0];
        for (let pair = 0; pair + 1 < a.length; pair++) {
          const rows = (a[pair + 1] as number) - (a[pair] as number);
          const columns = (b[pair + 1] as number) - (b[pair] as number);
          for (let i = 0; i < rows; i += height) {
            for (let j = 0; j < columns; j += width) tiles.push(pair, i, j);
          }
        }
        tiles[0] = (tiles.length - 1) / 3;
        return tiles;
      },
    );
    return [at + 1, this.#batch[at] as number];
  }

  /**
   * The elements that name each row of an index, in ascending order and in chunks of bounded
   * length, so that threads share the work of a frequent row; a row without elements has one
   * empty chunk.
   */
  chunks(node: Index): RowChunks {
    const known = this.#chunks.get(this.#order.getPosition(node));
    if (known !== undefined) return known;
    const { offsets, elements } = this.binding.inverse(node);
    const rows = offsets.length - 1;
    const rowChunks = new Int32Array(rows + 1);
    for (let row = 0; row < rows; row++) {
      const length = (offsets[row + 1] as number) - (offsets[row] as number);
      const chunks = Math.max(1, Math.ceil(length / CHUNK_ELEMENTS));
      rowChunks[row + 1] = (rowChunks[row] as number) + chunks;
    }
    const count = rowChunks[rows] as number;
    const starts = new Int32Array(count + 1);
    const owners = new Int32Array(count);
    for (let row = 0; row < rows; row++) {
      const first = rowChunks[row] as number;
      for (let chunk = first; chunk < (rowChunks[row + 1] as number); chunk++) {
        starts[chunk] = (offsets[row] as number) + (chunk - first) * CHUNK_ELEMENTS;
        owners[chunk] = row;
      }
    }
    starts[count] = elements.length;
    const chunks = {
      starts: this.upload(starts),
      rows: this.upload(owners),
      rowChunks: this.upload(rowChunks),
      elements: this.upload(elements),
      count,
      isSingle: count === rows,
    };
    this.#chunks.set(this.#order.getPosition(node), chunks);
    return chunks;
  }

  #once(node: Node, label: string, create: () => ArrayLike<number>): number {
    const key = `${this.#order.getPosition(node)} ${label}`;
    const at = this.#uploaded.get(key) ?? this.upload(create());
    this.#uploaded.set(key, at);
    return at;
  }

  #ensureArguments(count: number): void {
    if (count <= this.#arguments.length) return;
    const larger = new Uint32Array(2 * count);
    larger.set(this.#arguments);
    this.#arguments = larger;
    this.#floats = new Float32Array(larger.buffer);
  }
}

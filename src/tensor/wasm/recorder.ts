/**
 * Writes one step into memory: the batch, the arguments of every kernel call, and
 * the list of calls. Calls of one level run in parallel. Buffers whose last reader
 * is in a level are freed at its end, for later values.
 */

import { TermwiseError } from "../../common/errors.ts";
import type { Binding } from "../binding.ts";
import type { Index, Node, Segments } from "../node.ts";
import type { Arena } from "./arena.ts";
import { BARRIER, FOLLOWERS, SCRATCH_BYTES, STOP_IF, WORDS } from "./execute.ts";
import { ARGUMENT_WORDS, CHUNK, type KernelArguments, ROWS } from "./layout.generated.ts";
import type { Machine } from "./machine.ts";

export type KernelName = keyof KernelArguments;

export class Recorder {
  readonly binding: Binding;
  readonly #machine: Machine;
  readonly #arena: Arena;
  readonly #calls: number[] = [];
  /** Calls of the current level: those that prepare data for the others, and the others. */
  #first: number[] = [];
  #then: number[] = [];
  /**
   * The index in `#then` of the last call that follows no other, and whether calls
   * follow it now.
   */
  #head = 0;
  #follows = false;
  #released: number[] = [];
  readonly #uploaded = new Map<string, number>();
  readonly #numbers = new Map<Node, number>();

  constructor(machine: Machine, arena: Arena, binding: Binding) {
    this.#machine = machine;
    this.#arena = arena;
    this.binding = binding;
  }

  /**
   * Records a call with this many tasks; a call without tasks is left out. `more`
   * are words that the kernel reads after its arguments.
   */
  call<K extends KernelName>(
    kernel: K,
    tasks: number,
    args: KernelArguments[K],
    more: readonly number[] = [],
  ): void {
    if (tasks === 0) return;
    if (this.#follows) (this.#then[this.#head + FOLLOWERS] as number)++;
    else this.#head = this.#then.length;
    const words = ARGUMENT_WORDS[kernel](args);
    if (more.length > 0) words.push(...more);
    this.#then.push(...this.#instruction(kernel, tasks, words));
  }

  /**
   * Whether the next calls follow the last one task by task; they have the same
   * number of tasks.
   */
  set follows(follows: boolean) {
    this.#follows = follows;
  }

  /** Records a call that runs before the other calls of its level. */
  callFirst<K extends KernelName>(kernel: K, tasks: number, args: KernelArguments[K]): void {
    if (tasks === 0) return;
    this.#first.push(...this.#instruction(kernel, tasks, ARGUMENT_WORDS[kernel](args)));
  }

  /** Ends a level: later calls start when everything before is done. */
  endLevel(): void {
    for (const calls of [this.#first, this.#then]) {
      if (calls.length > 0) this.#calls.push(...calls, BARRIER, 0, 0, 0, 0);
    }
    this.#first = [];
    this.#then = [];
    for (const address of this.#released.splice(0)) this.#arena.release(address);
  }

  /** Records a call of an elementwise kernel. */
  byValues<K extends KernelName>(kernel: K, count: number, args: KernelArguments[K]): void {
    this.call(kernel, Math.ceil(count / CHUNK), args);
  }

  /** Records a call of a row-wise kernel. */
  byRows<K extends KernelName>(
    kernel: K,
    rows: number,
    args: KernelArguments[K],
    more: readonly number[] = [],
  ): void {
    this.call(kernel, countTasks(rows), args, more);
  }

  /** Records that the step ends here if a word from `flags` on is set. */
  stopIf(flags: number, count: number): void {
    this.#calls.push(STOP_IF, flags, count, 0, 0);
  }

  /** Memory for `count` floats that the step computes. */
  floats(count: number): number {
    return this.#arena.allocate(4 * count);
  }

  /** Checks that scratch of this many floats is available to a kernel. */
  needScratch(floats: number): void {
    if (4 * floats <= SCRATCH_BYTES) return;
    const message = `a row of ${floats} values is wider than the maximum of ${SCRATCH_BYTES / 4}`;
    throw new TermwiseError("LIMIT_EXCEEDED", message, { floats });
  }

  /** Frees memory at the end of the current level. */
  release(address: number): void {
    this.#released.push(address);
  }

  /** Writes words to memory now, before the step starts. */
  upload(words: ArrayLike<number>): number {
    const at = this.#arena.allocateUnzeroed(4 * words.length);
    this.#machine.words.set(words, at / 4);
    return at;
  }

  /** Writes floats to memory now, before the step starts. */
  uploadFloats(values: ArrayLike<number>): number {
    const at = this.#arena.allocateUnzeroed(4 * values.length);
    this.#machine.floats.set(values, at / 4);
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

  /** Addresses of the two parts of an inverse index. */
  inverse(node: Index): { readonly inverseOffsets: number; readonly inverseElements: number } {
    const { binding } = this;
    return {
      inverseOffsets: this.#once(node, "inverse offsets", () => binding.inverse(node).offsets),
      inverseElements: this.#once(node, "inverse elements", () => binding.inverse(node).elements),
    };
  }

  /** The number of each pair's first cell. */
  firstCells(left: Node, right: Node): number {
    return this.#once(left, `first cells ${this.#number(right)}`, () => {
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

  /** Writes the list of calls; returns its address and length. */
  finish(): { readonly program: number; readonly instructions: number } {
    const program = this.upload(this.#calls);
    return { program, instructions: this.#calls.length / WORDS };
  }

  #instruction(kernel: KernelName, tasks: number, words: readonly number[]): readonly number[] {
    const number = this.#machine.numbers.get(kernel) as number;
    return [number, this.upload(words), tasks, 0, 0];
  }

  #once(node: Node, label: string, create: () => Int32Array): number {
    const key = `${this.#number(node)} ${label}`;
    const at = this.#uploaded.get(key) ?? this.upload(create());
    this.#uploaded.set(key, at);
    return at;
  }

  #number(node: Node): number {
    const number = this.#numbers.get(node) ?? this.#numbers.size;
    this.#numbers.set(node, number);
    return number;
  }
}

/** The number of tasks of a row-wise kernel. */
export function countTasks(rows: number): number {
  return Math.ceil(rows / ROWS);
}

/**
 * The wasm backend: SIMD kernels on several threads over shared memory, with the
 * same bytes for any number of threads and on every platform.
 */

import { badArgument, TermwiseError } from "../../common/errors.ts";
import { Binding } from "../binding.ts";
import { getNodeName, type Index, isVariable, type Node, type Tensor } from "../node.ts";
import {
  type Backend,
  type Batch,
  createOrder,
  type Program,
  type Session,
  type Step,
  type StepResult,
  type Update,
} from "../program.ts";
import { Arena } from "./arena.ts";
import { type ChainedOrder, chainNodes } from "./chains.ts";
import { DENSE_ENCODERS } from "./dense-operations.ts";
import { fuseMixes } from "./fuse-mixes.ts";
import { GRID_ENCODERS } from "./grid-encoders.ts";
import { computeLifetimes, type Lifetimes } from "./lifetimes.ts";
import { Machine } from "./machine.ts";
import type { Encode } from "./node-encoding.ts";
import { RAGGED_ENCODERS } from "./ragged-encoders.ts";
import { Recorder } from "./recorder.ts";

/** Threads and instructions of the WASM backend. */
export interface WasmOptions {
  /** Threads to compute with; 1 computes on the calling thread. */
  readonly threads?: number;
  /**
   * Fused multiply-add in matrix products: faster, but its rounding, and so the
   * bytes of a result, differ between machines.
   */
  readonly relaxed?: boolean;
}

/** Runs graphs with fused WASM kernels; the default. */
export function wasmBackend({ threads = 1, relaxed = false }: WasmOptions = {}): Backend {
  if (!Number.isInteger(threads) || threads < 1 || threads > 64) {
    throw badArgument(`threads must be a whole number from 1 to 64, got ${threads}`);
  }
  return {
    name: "wasm",
    open: async (variables) => new WasmSession(await Machine.open(threads, relaxed), variables),
  };
}

const ENCODERS: Readonly<Record<string, Encode>> = {
  ...DENSE_ENCODERS,
  ...RAGGED_ENCODERS,
  ...GRID_ENCODERS,
};

/** Operations whose kernels may overwrite an input, and which input that is. */
const IN_PLACE: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "step relu exp log sqrt reciprocal square tanh sigmoid softplus erf affine clampMin add subtract multiply divide reluGradient"
      .split(" ")
      .map((name) => [name, 0]),
  ),
  unitRowsGradient: 1,
};

interface Variable {
  readonly at: number;
  readonly length: number;
}

/** Addresses have 32 bits. */
const MAX_BYTES = 2 ** 32;

/** Refuses variables that no memory can hold, before any of them is placed. */
function refuseOversized(variables: readonly Tensor[]): void {
  const bytes = variables.reduce((sum, variable) => sum + 4 * countValues(variable), 0);
  if (bytes < MAX_BYTES) return;
  const [largest] = [...variables].sort((a, b) => countValues(b) - countValues(a));
  const name = largest === undefined ? "" : `; the largest is ${getNodeName(largest)}`;
  const message = `the variables need ${(bytes / 2 ** 30).toFixed(2)} GiB of memory, and WebAssembly has 4 GiB${name}. A smaller vocabulary (--vocabulary), fewer dimensions or frozen vectors need less`;
  throw new TermwiseError("LIMIT_EXCEEDED", message, { bytes, limit: MAX_BYTES });
}

function countValues({ shape }: Tensor): number {
  return (shape as readonly number[]).reduce((product, size) => product * size, 1);
}

class WasmSession implements Session {
  readonly #machine: Machine;
  readonly #arena: Arena;
  readonly #variables: ReadonlyMap<string, Variable>;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(machine: Machine, variables: readonly Tensor[]) {
    this.#machine = machine;
    refuseOversized(variables);
    this.#variables = new Map(
      variables.map((variable) => {
        const length = countValues(variable);
        return [getNodeName(variable), { at: machine.reserve(4 * length), length }];
      }),
    );
    this.#arena = new Arena(machine);
  }

  get bytes(): number {
    return this.#machine.bytes;
  }

  async prepare(source: Program): Promise<Step> {
    const program = fuseMixes(source);
    const order = chainNodes(createOrder(program));
    for (const node of order.nodes) if (isVariable(node)) this.#variable(node);
    const lifetimes = computeLifetimes(program, order);
    return { run: (batch) => this.#enqueue(() => this.#run(program, order, lifetimes, batch)) };
  }

  async read(variable: Tensor): Promise<Float32Array> {
    const { at, length } = this.#variable(variable);
    return this.#enqueue(async () => this.#copy(at, length));
  }

  async write(variable: Tensor, values: ArrayLike<number>): Promise<void> {
    const { at, length } = this.#variable(variable);
    if (values.length !== length) {
      throw badArgument(
        `variable "${getNodeName(variable)}" has ${length} values, got ${values.length}`,
      );
    }
    await this.#enqueue(async () => this.#machine.floats.set(values, at / 4));
  }

  async close(): Promise<void> {
    await this.#machine.close();
  }

  /** Runs work after all earlier work: memory holds one step at a time. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  #variable(node: Node): Variable {
    const variable = this.#variables.get(getNodeName(node));
    if (variable === undefined)
      throw badArgument(`the session has no variable "${getNodeName(node)}"`);
    return variable;
  }

  /** A copy that stays valid when the arena is reused. */
  #copy(at: number, length: number): Float32Array {
    return new Float32Array(this.#machine.floats.subarray(at / 4, at / 4 + length));
  }

  async #run(
    program: Program,
    order: ChainedOrder,
    lifetimes: Lifetimes,
    batch: Batch,
  ): Promise<StepResult> {
    const binding = new Binding(program, order, batch);
    this.#arena.clear();
    const record = new Recorder(this.#machine, this.#arena, binding);
    const addresses = this.#recordNodes(record, order, lifetimes);
    const getAddress = (node: Node): number => addresses[order.getPosition(node)] as number;

    const guards = Object.entries(program.guards ?? {});
    const flags = record.upload(new Int32Array(guards.length));
    for (const [i, [, node]] of guards.entries()) {
      const count = binding.volume(node.shape);
      record.byValues("guard", count, { x: getAddress(node), count, flag: flags + 4 * i });
    }
    record.endLevel();
    record.stopIf(flags, guards.length);
    for (const update of program.updates ?? []) this.#recordUpdate(record, update, getAddress);
    record.endLevel();

    const { program: at, instructions } = record.finish();
    await this.#machine.run(at, instructions);
    const raised = this.#machine.words.subarray(flags / 4, flags / 4 + guards.length);
    return {
      outputs: Object.fromEntries(
        Object.entries(program.outputs).map(([name, node]) => [
          name,
          this.#copy(getAddress(node), binding.volume(node.shape)),
        ]),
      ),
      notFinite: guards.flatMap(([name], i) => (raised[i] === 0 ? [] : [name])),
    };
  }

  /** Records the computation of every node; returns the address of each value. */
  #recordNodes(record: Recorder, order: ChainedOrder, lifetimes: Lifetimes): readonly number[] {
    const addresses = order.nodes.map(() => 0);
    const read = new Set<number>();
    for (const [position, node] of order.nodes.entries()) {
      const level = order.levels[position];
      if (node.kind === "tensor" && !lifetimes.isReadInPlace(position)) {
        const sources = node.inputs.map((source) => order.getPosition(source));
        record.follows = order.follows(position);
        const at = this.#recordNode(
          record,
          node as Tensor,
          position,
          sources,
          addresses,
          lifetimes,
        );
        addresses[position] = at;
        // Memory that this node overwrites has passed to it and is not free.
        const reusedAddress = lifetimes.getHolder(position) === position ? at : 0;
        for (const holder of sources.map((source) => lifetimes.getHolder(source))) {
          if (lifetimes.getLastLevel(holder) === level && addresses[holder] !== reusedAddress)
            read.add(holder);
        }
      }
      if (order.levels[position + 1] === level) continue;
      for (const holder of read) {
        const at = addresses[holder] as number;
        if (at !== 0) record.release(at);
      }
      read.clear();
      record.follows = false;
      record.endLevel();
    }
    return addresses;
  }

  #recordNode(
    record: Recorder,
    node: Tensor,
    position: number,
    sources: readonly number[],
    addresses: readonly number[],
    lifetimes: Lifetimes,
  ): number {
    if (isVariable(node)) return this.#variable(node).at;
    const { name } = node.operation;
    const [first = 0] = sources;
    if (name === "reshape") return addresses[first] as number;
    if (name === "constant") return record.uploadFloats([node.attributes.value as number]);
    if (name === "input") return record.uploadFloats(record.binding.floats(node));
    const inputs = sources.map((source) => addresses[source] as number);
    const overwritten = sources[IN_PLACE[name] ?? -1];
    const isOver =
      overwritten !== undefined &&
      lifetimes.isLastReader(position, lifetimes.getHolder(overwritten));
    const out = isOver
      ? (addresses[overwritten] as number)
      : record.floats(record.binding.volume(node.shape));
    if (lifetimes.isReadInPlace(first)) {
      const [table, rows] = (node.inputs[0] as Tensor).inputs as readonly [Tensor, Index];
      inputs[0] = this.#variable(table).at;
      (ENCODERS[name] as Encode)({ node, inputs, out, record, rows });
    } else (ENCODERS[name] as Encode)({ node, inputs, out, record });
    return out;
  }

  #recordUpdate(record: Recorder, update: Update, getAddress: (node: Node) => number): void {
    const { variable, gradient, rows, moments = [], pace, beta1, beta2, epsilon } = update;
    const width = (variable.shape.at(-1) ?? 1) as number;
    const count = record.binding.volume(gradient.shape) / width;
    const args = {
      gradient: getAddress(gradient),
      variable: this.#variable(variable).at,
      rows: count,
      width,
      index: rows === undefined ? 0 : record.index(rows),
      pace: getAddress(pace),
    };
    if (update.rule === "sgd") {
      record.byRows("sgd", count, args);
      return;
    }
    const [firstMoment = 0, secondMoment = 0] = moments.map((each) => this.#variable(each).at);
    record.byRows("adam", count, {
      ...args,
      firstMoment,
      secondMoment,
      beta1,
      beta2,
      rest1: 1 - beta1,
      rest2: 1 - beta2,
      epsilon,
    });
  }
}

/**
 * A program: the outputs, guards and updates of one step. And the interface of the
 * backends that run it.
 *
 * A backend may be an asynchronous device: variables are opaque to the caller, a
 * step is recorded once and replayed, values are read back only on request. All
 * backends compute the same results up to rounding, which one contract suite tests.
 */

import { sortTopologically } from "./gradient.ts";
import type { Index, Node, Tensor } from "./node.ts";

/** How a variable changes after the gradients are computed. */
export interface Update {
  readonly rule: "sgd" | "adam";
  readonly variable: Tensor;
  readonly gradient: Tensor;
  /** The rows of the variable that `gradient` covers; absent for all of it. */
  readonly rows?: Index;
  /** For adam: the two moments, variables of the same shape. */
  readonly moments?: readonly [Tensor, Tensor];
  /**
   * An input of three numbers (k, a, s) that changes from step to step.
   * sgd: v ← k·v - a·g. adam: v ← k·v - a·m / (s·√u + ε), m and u the moments.
   */
  readonly pace: Tensor;
  readonly beta1: number;
  readonly beta2: number;
  readonly epsilon: number;
}

/** The outputs, guards and updates of a step. */
export interface Program {
  /** Tensors that are read back, by name. */
  readonly outputs: Readonly<Record<string, Tensor>>;
  /** Tensors that must be finite, by name; if one is not, nothing is updated. */
  readonly guards?: Readonly<Record<string, Tensor>>;
  readonly updates?: readonly Update[];
}

/** The values of a batch, by the names of the program's inputs. */
export type Batch = Readonly<Record<string, ArrayLike<number>>>;

/** The result of a step. */
export interface StepResult {
  readonly outputs: Readonly<Record<string, Float32Array | Float64Array>>;
  /** Names of guards with a NaN or an infinity; if there are any, updates were left out. */
  readonly notFinite: readonly string[];
}

/** A compiled program that can run any number of times. Overlapping runs are queued. */
export interface Step {
  run(batch: Batch): Promise<StepResult>;
}

/** Variables on a device, and the programs that work on them. */
export interface Session {
  prepare(program: Program): Promise<Step>;
  /** A copy of a variable's values. Variables are zero until written. */
  read(variable: Tensor): Promise<Float32Array | Float64Array>;
  write(variable: Tensor, values: ArrayLike<number>): Promise<void>;
  /** Bytes in use, variables and scratch. */
  readonly bytes: number;
  /** Runs that may overlap with profit, because a device works ahead of its answers. Default 1. */
  readonly depth?: number;
  close(): Promise<void>;
}

/** Runs graphs: opens sessions that hold variables. */
export interface Backend {
  readonly name: string;
  open(variables: readonly Tensor[]): Promise<Session>;
}

/**
 * The nodes of a program in the order of computation, equal ones merged. They are
 * ordered by levels: a node depends only on nodes of lower levels, so those of one
 * level can run in parallel.
 */
export interface Order {
  readonly nodes: readonly Node[];
  /** The level of each node; never decreases. */
  readonly levels: readonly number[];
  /** The index in `nodes` of a node or of the one it was merged with. */
  getPosition(node: Node): number;
}

/** Orders a program's nodes and merges those that compute the same thing. */
export function createOrder(program: Program): Order {
  const merged: { readonly node: Node; readonly level: number }[] = [];
  const numbers = new Map<Node, number>();
  const numberByKey = new Map<string, number>();
  for (const node of sortTopologically(listRoots(program))) {
    const inputs = node.inputs.map((source) => numbers.get(source) as number);
    const { kind, operation, attributes, shape } = node;
    const key = JSON.stringify([kind, operation.name, inputs, attributes, shape]);
    const level = Math.max(-1, ...inputs.map((i) => merged[i]?.level ?? -1)) + 1;
    const number = numberByKey.get(key) ?? merged.push({ node, level }) - 1;
    numberByKey.set(key, number);
    numbers.set(node, number);
  }
  const byLevel = merged.map((_, number) => number);
  byLevel.sort((a, b) => (merged[a]?.level ?? 0) - (merged[b]?.level ?? 0) || a - b);
  const positions = new Map(byLevel.map((number, position) => [number, position]));
  return {
    nodes: byLevel.map((number) => merged[number]?.node as Node),
    levels: byLevel.map((number) => merged[number]?.level as number),
    getPosition: (node) => positions.get(numbers.get(node) as number) as number,
  };
}

/** All nodes that a program names. */
export function listRoots({ outputs, guards = {}, updates = [] }: Program): readonly Node[] {
  const updated = updates.flatMap(({ variable, gradient, rows, moments = [], pace }) => [
    variable,
    gradient,
    pace,
    ...moments,
    ...(rows === undefined ? [] : [rows]),
  ]);
  return [...Object.values(outputs), ...Object.values(guards), ...updated];
}

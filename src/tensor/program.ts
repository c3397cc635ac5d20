/**
 * A program: what one step computes, reads back and changes. And the interface
 * of the backends that run it.
 *
 * A backend may be an asynchronous device: variables are opaque to the caller,
 * a step is recorded once and replayed, values come back only where asked for.
 * All backends give the same results up to rounding; one contract suite holds
 * them to that.
 */

import { topological } from "./gradient.ts";
import type { Index, Node, Tensor } from "./node.ts";

/** How a variable changes once the gradients are known. */
export interface Update {
  readonly rule: "sgd" | "adam";
  readonly variable: Tensor;
  readonly gradient: Tensor;
  /** The rows of the variable that `gradient` is about; absent for all of it. */
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

export interface Program {
  /** What is read back, by name. */
  readonly outputs: Readonly<Record<string, Tensor>>;
  /** Tensors that must be finite, by name; when one is not, nothing is updated. */
  readonly guards?: Readonly<Record<string, Tensor>>;
  readonly updates?: readonly Update[];
}

/** The values of a batch, by the names of the program's inputs. */
export type Batch = Readonly<Record<string, ArrayLike<number>>>;

export interface StepResult {
  readonly outputs: Readonly<Record<string, Float32Array | Float64Array>>;
  /** Names of guards that held a NaN or an infinity; updates were left out if there are any. */
  readonly notFinite: readonly string[];
}

/** A program made ready to run any number of times. One run at a time. */
export interface Step {
  run(batch: Batch): Promise<StepResult>;
}

/** Variables on a device, and the programs that work on them. */
export interface Session {
  prepare(program: Program): Promise<Step>;
  /** A copy of a variable's values. Variables are zero until written. */
  read(variable: Tensor): Promise<Float32Array | Float64Array>;
  write(variable: Tensor, values: ArrayLike<number>): Promise<void>;
  /** Bytes held now, variables and scratch. */
  readonly bytes: number;
  close(): Promise<void>;
}

export interface Backend {
  readonly name: string;
  open(variables: readonly Tensor[]): Promise<Session>;
}

/** The nodes of a program in the order of computation, equal ones merged. */
export interface Order {
  readonly nodes: readonly Node[];
  /** The place in `nodes` of a node or of the one it was merged with. */
  place(node: Node): number;
}

/** Puts a program's nodes in order and merges those that compute the same thing. */
export function orderOf(program: Program): Order {
  const updates = (program.updates ?? []).flatMap(
    ({ variable, gradient, rows, moments = [], pace }) => [
      variable,
      gradient,
      pace,
      ...moments,
      ...(rows === undefined ? [] : [rows]),
    ],
  );
  const roots = [
    ...Object.values(program.outputs),
    ...Object.values(program.guards ?? {}),
    ...updates,
  ];
  const nodes: Node[] = [];
  const places = new Map<Node, number>();
  const known = new Map<string, number>();
  for (const node of topological(roots)) {
    const inputs = node.inputs.map((source) => places.get(source));
    const key = JSON.stringify([
      node.kind,
      node.operation.name,
      inputs,
      node.attributes,
      node.shape,
    ]);
    const place = known.get(key) ?? nodes.push(node) - 1;
    known.set(key, place);
    places.set(node, place);
  }
  return { nodes, place: (node) => places.get(node) as number };
}

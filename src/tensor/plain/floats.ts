/** The arrays of the plain backend, in either precision, and the type of its evaluators. */

import type { Binding } from "../binding.ts";
import type { Node, Tensor } from "../node.ts";

/** Values in float32, or in float64 for gradient checks. */
export type Floats = Float32Array | Float64Array;

/** Fills `out`, which is all zeros, from the values of the node's tensor inputs. */
export type Evaluate = (call: OperationCall) => void;

export interface OperationCall {
  readonly node: Tensor;
  /** Values of the inputs, by position; empty where the input is an index or segments. */
  readonly inputs: readonly Floats[];
  readonly out: Floats;
  readonly binding: Binding;
}

/** The value at an index that exists. */
export function at(values: ArrayLike<number>, index: number): number {
  return values[index] as number;
}

/** The input of a node at a position that its operation guarantees. */
export function getInput<T extends Node = Node>(node: Node, position: number): T {
  return node.inputs[position] as T;
}

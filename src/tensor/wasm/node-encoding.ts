/** Shared parts of the encoders: the node to encode, its sizes and addresses. */

import type { Index, Node, Tensor } from "../node.ts";
import type { Shape } from "../shape.ts";
import type { Recorder } from "./recorder.ts";

/** The input of an encoder: the node, the addresses of its tensors, the recorder. */
export interface NodeEncoding {
  readonly node: Tensor;
  /** Addresses of the inputs, by position; 0 for those that are not tensors. */
  readonly inputs: readonly number[];
  readonly out: number;
  readonly record: Recorder;
  /** If the first input is a gather that is not written out: the index of its rows. */
  readonly rows?: Index;
}

export type Encode = (encoding: NodeEncoding) => void;

/** Values in the result. */
export function computeVolume({ record, node }: NodeEncoding): number {
  return record.binding.volume(node.shape);
}

/** The address of an input. */
export function getAddress({ inputs }: NodeEncoding, position: number): number {
  return inputs[position] as number;
}

/** An input that the operation guarantees. */
export function getInput<T extends Node = Node>({ node }: NodeEncoding, position: number): T {
  return node.inputs[position] as T;
}

/** All sizes but the last multiplied, and the last. */
export function computeRows(
  { record: { binding } }: NodeEncoding,
  shape: Shape,
): readonly [number, number] {
  return [binding.span(shape, 0, shape.length - 1), binding.size(shape.at(-1) ?? 1)];
}

/** Values in a row of the result. */
export function computeRowWidth({ record, node: { shape } }: NodeEncoding): number {
  return record.binding.span(shape, 1, shape.length);
}

/** The last size of the result, which is fixed. */
export function getLastSize({ node }: NodeEncoding): number {
  return node.shape.at(-1) as number;
}

/** The last size of the first input, which is fixed. */
export function getInputLastSize(e: NodeEncoding): number {
  return getInput(e, 0).shape.at(-1) as number;
}

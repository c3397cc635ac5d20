/** Shared parts of the encoders: the node to encode, its sizes and the places of its values. */

import type { Index, Node, Tensor } from "../node.ts";
import { findBroadcastSpan, type Shape } from "../shape.ts";
import type { Place } from "./kernel.ts";
import type { StepRecorder } from "./step-recorder.ts";

/** The input of an encoder. */
export interface KernelEncoding {
  readonly node: Tensor;
  /** Places of the inputs, by position; nowhere for those that are not tensors. */
  readonly inputs: readonly Place[];
  readonly out: Place;
  readonly record: StepRecorder;
  /** If the first input is a gather that is not written out: the index of its rows. */
  readonly rows?: Index;
}

/** Records the dispatches that compute a node. */
export type EncodeKernels = (encoding: KernelEncoding) => void;

/** Encoders by the names of operations. */
export type Encoders = Readonly<Record<string, EncodeKernels>>;

/** Values in the result. */
export function computeVolume({ record, node }: KernelEncoding): number {
  return record.binding.volume(node.shape);
}

/** The place of an input that the operation guarantees. */
export function getPlace({ inputs }: KernelEncoding, position: number): Place {
  return inputs[position] as Place;
}

/** An input that the operation guarantees. */
export function getInput<T extends Node = Node>({ node }: KernelEncoding, position: number): T {
  return node.inputs[position] as T;
}

/** All sizes but the last multiplied, and the last. */
export function computeRows(
  { record: { binding } }: KernelEncoding,
  shape: Shape,
): readonly [number, number] {
  return [binding.span(shape, 0, shape.length - 1), binding.size(shape.at(-1) ?? 1)];
}

/** Values in a row of the result. */
export function computeRowWidth({ record, node: { shape } }: KernelEncoding): number {
  return record.binding.span(shape, 1, shape.length);
}

/** The last size of the first input, which is fixed. */
export function getInputLastSize(e: KernelEncoding): number {
  return getInput(e, 0).shape.at(-1) as number;
}

/** A tensor as outer × middle × inner. */
export interface Extents {
  readonly outer: number;
  readonly middle: number;
  readonly inner: number;
}

/** Sizes before, inside and after the part of `large` that `small` covers. */
export function computeBroadcast(
  { record: { binding } }: KernelEncoding,
  small: Shape,
  large: Shape,
): Extents {
  const { start, end } = findBroadcastSpan(small, large) as { start: number; end: number };
  return {
    outer: binding.span(large, 0, start),
    middle: binding.span(large, start, end),
    inner: binding.span(large, end, large.length),
  };
}

/** Sizes before, of and after the axis of an operation. */
export function computeAxis({ record: { binding }, node }: KernelEncoding, shape: Shape): Extents {
  const axis = node.attributes.axis as number;
  return {
    outer: binding.span(shape, 0, axis),
    middle: binding.size(shape[axis] as number),
    inner: binding.span(shape, axis + 1, shape.length),
  };
}

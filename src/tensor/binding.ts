/**
 * Binds a batch to a program: sizes of the named axes, checked indexes and segments,
 * and what can be derived from them. A batch is validated here; kernels read without
 * checks.
 */

import { badArgument } from "../common/errors.ts";
import { DROPOUT_SEED, getDropoutRate, sampleDropoutMask } from "./dropout.ts";
import { getNodeName, type Index, type Node, type Segments, type Tensor } from "./node.ts";
import type { Batch, Order, Program } from "./program.ts";
import {
  computeRowOffsets,
  concatIndex,
  createMultiples,
  getGroupLength,
  type Inverse,
  invertIndex,
  padIndex,
  selectElements,
} from "./segment-indexes.ts";
import { formatShape, type Shape, type Size } from "./shape.ts";

export class Binding {
  readonly #sizes = new Map<string, { readonly size: number; readonly by: string }>();
  /** Values of inputs, by position: Float64Array for tensors, Int32Array otherwise. */
  readonly #values = new Map<number, ArrayLike<number>>();
  readonly #inverses = new Map<number, Inverse>();
  readonly #order: Order;

  constructor(program: Program, order: Order, batch: Batch) {
    this.#order = order;
    const inputs = order.nodes.flatMap((node, position) =>
      node.operation.name === "input" && getDropoutRate(node) === undefined
        ? [{ node, place: position, given: readInput(batch, node) }]
        : [],
    );
    for (const { node, place: position, given: values } of inputs) {
      if (node.kind === "index") this.#setSize(node.shape[0], values.length, getNodeName(node));
      if (node.kind === "segments") {
        const offsets = checkOffsets(getNodeName(node), values);
        this.#setSize(node.shape[0], offsets.length - 1, getNodeName(node));
        this.#setSize((node as Segments).over, offsets.at(-1) as number, getNodeName(node));
        this.#values.set(position, offsets);
      }
    }
    for (const node of order.nodes) this.#setDerivedSizes(node);
    for (const { node, place: position, given: values } of inputs) {
      if (node.kind === "tensor") this.#values.set(position, this.#checkValues(node, values));
    }
    // Last, because an index may refer to an axis whose size only a tensor determines.
    for (const { node, place: position, given: values } of inputs) {
      if (node.kind === "index")
        this.#values.set(position, this.#checkIndex(node as Index, values));
    }
    for (const [position, node] of order.nodes.entries()) {
      const share = getDropoutRate(node);
      if (share !== undefined) this.#values.set(position, this.#createMask(node, share, batch));
    }
    for (const { rows } of program.updates ?? []) if (rows !== undefined) this.#checkDistinct(rows);
  }

  size(size: Size): number {
    if (typeof size === "number") return size;
    const axis = this.#sizes.get(size);
    if (axis === undefined)
      throw badArgument(`no input of the batch determines the size of [${size}]`);
    return axis.size;
  }

  volume(shape: Shape): number {
    return shape.reduce<number>((product, size) => product * this.size(size), 1);
  }

  /** The product of the sizes from `start` to `end` - 1. */
  span(shape: Shape, start: number, end: number): number {
    return this.volume(shape.slice(start, end));
  }

  /** The values of an input tensor. */
  floats(node: Tensor): ArrayLike<number> {
    return this.#values.get(this.#order.getPosition(node)) as ArrayLike<number>;
  }

  index(node: Node): Int32Array {
    const position = this.#order.getPosition(node);
    const cached = this.#values.get(position);
    if (cached !== undefined) return cached as Int32Array;
    const derived = this.#deriveIndex(node);
    this.#values.set(position, derived);
    return derived;
  }

  #deriveIndex({ operation, inputs, attributes, shape }: Node): Int32Array {
    const [left = [], right = []] = inputs.map((segments) =>
      this.segments(segments),
    ) as Int32Array[];
    switch (operation.name) {
      case "segmentElement":
        return selectElements(left as Int32Array, attributes.place as number);
      case "segmentPlaces":
        return padIndex(left as Int32Array, attributes.places as number);
      case "joined":
        return concatIndex(left as Int32Array, right as Int32Array, attributes);
      default:
        return createMultiples(this.size(shape[0] as Size), 1);
    }
  }

  /**
   * Offsets of groups: those of the batch, of rows of cells, of concatenated sides,
   * of groups of one size.
   */
  segments(node: Node): Int32Array {
    const position = this.#order.getPosition(node);
    const cached = this.#values.get(position);
    if (cached !== undefined) return cached as Int32Array;
    const offsets = this.#deriveSegments(node);
    this.#values.set(position, offsets);
    return offsets;
  }

  #deriveSegments({ operation, inputs, attributes, shape }: Node): Int32Array {
    const [left, right] = inputs.map((segments) => this.segments(segments));
    if (left === undefined || right === undefined) {
      return createMultiples(this.size(shape[0] as Size) + 1, attributes.size as number);
    }
    if (operation.name !== "joinedSegments") return computeRowOffsets(left, right);
    return left.map((offset, group) => offset + (right[group] as number));
  }

  /** The positions of each row in an index, in ascending order. */
  inverse(node: Index): Inverse {
    const position = this.#order.getPosition(node);
    const rowInverse =
      this.#inverses.get(position) ?? invertIndex(this.index(node), this.size(node.into));
    this.#inverses.set(position, rowInverse);
    return rowInverse;
  }

  #setSize(axis: Size | undefined, size: number, by: string): void {
    if (typeof axis === "number") {
      if (axis !== size) throw badArgument(`"${by}" must have ${axis} entries, got ${size}`);
      return;
    }
    const name = axis as string;
    const previous = this.#sizes.get(name);
    if (previous !== undefined && previous.size !== size) {
      throw badArgument(
        `[${name}] has size ${previous.size} by "${previous.by}" but ${size} by "${by}"`,
        { axis: name },
      );
    }
    this.#sizes.set(name, { size, by });
  }

  /**
   * Derived sizes: of even groups, of concatenated sides, and of the cells of pairs,
   * Σ left · right.
   */
  #setDerivedSizes(node: Node): void {
    if (node.operation.name === "evenSegments") {
      this.#setSize((node as Segments).over, this.segments(node).at(-1) as number, "the groups");
    }
    const segmentInputs = node.inputs.filter(({ kind }) => kind === "segments") as Segments[];
    const [left, right] = segmentInputs;
    if (left !== undefined && node.operation.name === "segmentPlaces") {
      const groups = this.segments(left).length - 1;
      this.#setSize(node.shape[0], groups * (node.attributes.places as number), "the groups");
    }
    if (left === undefined || right === undefined) return;
    const a = this.segments(left);
    const b = this.segments(right);
    if (node.operation.name === "joinedSegments" || node.operation.name === "joined") {
      const total = (a.at(-1) as number) + (b.at(-1) as number);
      this.#setSize(`${left.over}+${right.over}`, total, "the pairs");
      return;
    }
    let total = 0;
    for (let pair = 0; pair + 1 < a.length; pair++)
      total += getGroupLength(a, pair) * getGroupLength(b, pair);
    this.#setSize(`${left.over}×${right.over}`, total, "the pairs");
  }

  #checkValues(node: Node, values: ArrayLike<number>): ArrayLike<number> {
    const open = node.shape.filter((size) => typeof size === "string" && !this.#sizes.has(size));
    const [axis] = open;
    if (open.length === 1 && axis !== undefined) {
      const rest = this.volume(node.shape.filter((size) => size !== axis));
      this.#setSize(axis, rest === 0 ? 0 : Math.floor(values.length / rest), getNodeName(node));
    }
    const expected = this.volume(node.shape);
    if (values.length !== expected) {
      throw badArgument(
        `input "${getNodeName(node)}" of shape ${formatShape(node.shape)} needs ${expected} values, got ${values.length}`,
      );
    }
    return values;
  }

  /** The dropout mask of this step. */
  #createMask(node: Node, share: number, batch: Batch): Float32Array {
    const seed = batch[DROPOUT_SEED]?.[0];
    if (seed === undefined) throw badArgument(`the batch lacks "${DROPOUT_SEED}" for dropout`);
    return sampleDropoutMask(this.volume(node.shape), getNodeName(node), share, seed);
  }

  #checkIndex(node: Index, values: ArrayLike<number>): Int32Array {
    const rows = this.size(node.into);
    const entries = new Int32Array(values);
    for (let i = 0; i < entries.length; i++) {
      const row = values[i] as number;
      if (row !== entries[i] || row < -1 || row >= rows) {
        throw badArgument(
          `index "${getNodeName(node)}" must name one of the ${rows} rows of [${node.into}] or be -1, got ${row} at element ${i}`,
          { index: getNodeName(node), element: i },
        );
      }
    }
    return entries;
  }

  #checkDistinct(node: Index): void {
    const bitmap = new Int32Array((this.size(node.into) + 31) >> 5); // one bit per row
    for (const row of this.index(node)) {
      const bit = 1 << (row & 31);
      if (row < 0 || ((bitmap[row >> 5] as number) & bit) !== 0) {
        throw badArgument(
          `index "${getNodeName(node)}" is updated by rows and must name each once, got ${row} ${row < 0 ? "" : "twice"}`.trim(),
        );
      }
      bitmap[row >> 5] = (bitmap[row >> 5] as number) | bit;
    }
  }
}

function readInput(batch: Batch, node: Node): ArrayLike<number> {
  const values = batch[getNodeName(node)];
  if (values === undefined) {
    throw badArgument(`the batch lacks "${getNodeName(node)}" of shape ${formatShape(node.shape)}`);
  }
  return values;
}

function checkOffsets(name: string, values: ArrayLike<number>): Int32Array {
  const offsets = new Int32Array(values);
  const rises = offsets.every(
    (at, i) => at === values[i] && at >= (i === 0 ? 0 : (offsets[i - 1] ?? 0)),
  );
  if (offsets[0] !== 0 || !rises) {
    throw badArgument(
      `segments "${name}" must be whole offsets that start at 0 and never decrease`,
    );
  }
  return offsets;
}

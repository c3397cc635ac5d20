/**
 * The graph: nodes that describe a computation without running it.
 *
 * A model is a function that takes nodes and returns a node. There are three kinds:
 * tensors of float32 values; indexes, which name a row of another axis for every
 * element (-1 for "no row": it reads as zeros and receives nothing); and segments,
 * which divide an axis into consecutive groups. Every node stores the line of the
 * model that created it, so that errors can refer to it.
 */

import { badArgument, type TermwiseError } from "../common/errors.ts";
import { formatShape, type Shape, type Size } from "./shape.ts";

export type Attribute = number | string | boolean | readonly number[];
export type Attributes = Readonly<Record<string, Attribute>>;

/**
 * The operation of a node. Backends look operations up by name; the gradient is
 * defined with the operation.
 */
export interface Operation {
  readonly name: string;
  /** One gradient for each input, undefined where none flows. Absent: there is no gradient. */
  readonly gradient?: (node: Tensor, upstream: Tensor) => readonly (Tensor | undefined)[];
}

export interface Node {
  readonly kind: "tensor" | "index" | "segments";
  readonly operation: Operation;
  readonly inputs: readonly Node[];
  readonly attributes: Attributes;
  readonly shape: Shape;
  /** The line of the model that created this node, as `folder/file:line`. */
  readonly line: string;
}

/** A node of the graph whose value is floating-point numbers. */
export interface Tensor extends Node {
  readonly kind: "tensor";
}

/** For every element of an axis, a row of the axis `into`, or -1. */
export interface Index extends Node {
  readonly kind: "index";
  readonly into: Size;
}

/** Divides the axis `over` into the groups of its own axis, in order and without gaps. */
export interface Segments extends Node {
  readonly kind: "segments";
  readonly over: Size;
}

/** Two axes divided into the same groups: the tokens of queries and of documents, pair by pair. */
export interface Pairs {
  readonly left: Segments;
  readonly right: Segments;
}

const VARIABLE: Operation = { name: "variable" };
const INPUT: Operation = { name: "input" };
const CONSTANT: Operation = { name: "constant" };

/** Values that live as long as the session and can be updated. All sizes are fixed. */
export function variable(name: string, shape: readonly number[]): Tensor {
  if (shape.some((size) => !Number.isInteger(size) || size < 1)) {
    throw badArgument(
      `variable "${name}" needs sizes that are whole numbers ≥ 1, got ${formatShape(shape)}`,
    );
  }
  return tensor(VARIABLE, [], shape, { name });
}

/** Values that every batch provides. */
export function input(name: string, shape: Shape): Tensor {
  return tensor(INPUT, [], shape, { name });
}

/** An index that every batch provides, one entry for each element of `over`. */
export function indexInput(name: string, over: string, into: Size): Index {
  return { ...createSource("index", name, [over]), kind: "index", into };
}

/** Segments that every batch provides, as offsets: group g is elements o[g] to o[g + 1] - 1. */
export function segmentsInput(name: string, groups: string, over: string): Segments {
  return { ...createSource("segments", name, [groups]), kind: "segments", over };
}

/** One number, the same in every batch. */
export function constant(value: number): Tensor {
  return tensor(CONSTANT, [], [], { value });
}

/** Creates a node of an operation; for the files that define operations. */
export function tensor(
  operation: Operation,
  inputs: readonly Node[],
  shape: Shape,
  attributes: Attributes = {},
): Tensor {
  return { kind: "tensor", operation, inputs, attributes, shape, line: findModelLine() };
}

/** Creates a derived index; for the files that define operations. */
export function createDerivedIndex(
  operation: Operation,
  over: Size,
  into: Size,
  inputs: readonly Segments[] = [],
  attributes: Attributes = {},
): Index {
  return {
    ...createDerivedNode("index", operation, inputs, [over], attributes),
    kind: "index",
    into,
  };
}

/** Creates derived segments; for the files that define operations. */
export function createDerivedSegments(
  operation: Operation,
  inputs: readonly Segments[],
  groups: Size,
  over: Size,
  attributes: Attributes = {},
): Segments {
  const node = createDerivedNode("segments", operation, inputs, [groups], attributes);
  return { ...node, kind: "segments", over };
}

function createDerivedNode(
  kind: Node["kind"],
  operation: Operation,
  inputs: readonly Node[],
  shape: Shape,
  attributes: Attributes,
): Node {
  return { kind, operation, inputs, attributes, shape, line: findModelLine() };
}

function createSource(kind: Node["kind"], name: string, shape: Shape): Node {
  return { kind, operation: INPUT, inputs: [], attributes: { name }, shape, line: findModelLine() };
}

/** Whether values come from outside: a variable, an input or a constant. */
export function isSource(node: Node): boolean {
  return node.inputs.length === 0;
}

/** The name of a variable or an input. */
export function getNodeName(node: Node): string {
  return String(node.attributes.name);
}

export function isVariable(node: Node): boolean {
  return node.operation === VARIABLE;
}

/**
 * The error for shapes that an operation cannot take. Names operation, rule, shapes
 * and model line.
 */
export function createShapeError(operation: string, rule: string, ...nodes: Node[]): TermwiseError {
  const shapes = nodes.map(({ shape }) => formatShape(shape)).join(" and ");
  const line = findModelLine();
  return badArgument(`${operation}: ${rule}, got ${shapes} (${line})`, { operation, line });
}

const MODULE_PATH = new URL(".", import.meta.url).pathname;

/** The innermost line of the call stack outside of this module. */
function findModelLine(): string {
  const frames = (new Error().stack ?? "").split("\n").slice(1);
  const frame = frames.find((text) => !text.includes(MODULE_PATH) || text.includes(".test."));
  const location = /([^/\\\s(]+[/\\][^/\\\s(]+?:\d+)(?::\d+)?\)?$/.exec(frame ?? "");
  return location?.[1] ?? "unknown line";
}

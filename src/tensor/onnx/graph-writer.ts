/**
 * Writes one ONNX graph (https://onnx.ai/onnx/repo-docs/IR.html), node by node.
 * Field numbers are those of onnx.proto3.
 */

import type { Shape } from "../shape.ts";
import { Message } from "./protobuf.ts";

/** The operator set, and the corresponding version of the file format. */
const OPERATOR_SET = 18;
const IR_VERSION = 8;

const FLOAT = 1;
const INT64 = 7;

export type ElementType = "float" | "int64";
export type OnnxAttribute = number | string | readonly number[];

export class GraphWriter {
  readonly #nodes: Message[] = [];
  readonly #initialisers: Message[] = [];
  readonly #inputs: Message[] = [];
  readonly #outputs: Message[] = [];
  readonly #constants = new Map<string, string>();
  #names = 0;

  input(name: string, type: ElementType, shape: Shape): string {
    this.#inputs.push(encodeValueInfo(name, type, shape));
    return name;
  }

  /** Makes a value an output under a separate name. */
  output(name: string, value: string, shape: Shape): void {
    this.#nodes.push(encodeNode("Identity", [value], [name], {}));
    this.#outputs.push(encodeValueInfo(name, "float", shape));
  }

  /** A named tensor whose values are part of the file. */
  initialiser(name: string, shape: readonly number[], values: Float32Array): string {
    const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.#initialisers.push(encodeTensor(name, FLOAT, shape, bytes));
    return name;
  }

  /** Adds a node and returns the name of its result. */
  node(
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
  ): string {
    return this.nodes(operator, inputs, 1, attributes)[0] as string;
  }

  /** Adds a node with several results and returns their names. */
  nodes(
    operator: string,
    inputs: readonly string[],
    results: number,
    attributes: Readonly<Record<string, OnnxAttribute>> = {},
  ): readonly string[] {
    const names = Array.from({ length: results }, () => this.#createName());
    this.#nodes.push(encodeNode(operator, inputs, names, attributes));
    return names;
  }

  /** A constant list of whole numbers. */
  integers(...values: readonly number[]): string {
    const bytes = new Uint8Array(BigInt64Array.from(values, BigInt).buffer);
    return this.#constant(INT64, [values.length], bytes);
  }

  /** A constant whole number without axes. */
  integer(value: number): string {
    return this.#constant(INT64, [], new Uint8Array(BigInt64Array.of(BigInt(value)).buffer));
  }

  /** A constant float without axes. */
  float(value: number): string {
    return this.#constant(FLOAT, [], new Uint8Array(Float32Array.of(value).buffer));
  }

  /** A constant list of floats. */
  floats(values: readonly number[]): string {
    return this.#constant(FLOAT, [values.length], new Uint8Array(Float32Array.from(values).buffer));
  }

  /** The whole file. */
  finish(name: string): Uint8Array {
    const graph = new Message();
    for (const node of this.#nodes) graph.message(1, node);
    graph.text(2, name);
    for (const tensor of this.#initialisers) graph.message(5, tensor);
    for (const input of this.#inputs) graph.message(11, input);
    for (const output of this.#outputs) graph.message(12, output);
    return new Message()
      .integer(1, IR_VERSION)
      .text(2, "termwise")
      .message(7, graph)
      .message(8, new Message().text(1, "").integer(2, OPERATOR_SET))
      .finish();
  }

  #constant(type: number, shape: readonly number[], bytes: Uint8Array): string {
    const key = `${type} ${shape} ${bytes}`;
    const existing = this.#constants.get(key);
    if (existing !== undefined) return existing;
    const name = this.#createName();
    this.#initialisers.push(encodeTensor(name, type, shape, bytes));
    this.#constants.set(key, name);
    return name;
  }

  /** A name for a value inside the graph; names of inputs and outputs start with a letter. */
  #createName(): string {
    return `_${this.#names++}`;
  }
}

function encodeNode(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: Readonly<Record<string, OnnxAttribute>>,
): Message {
  const node = new Message();
  for (const input of inputs) node.text(1, input);
  for (const output of outputs) node.text(2, output);
  node.text(4, operator);
  for (const [name, value] of Object.entries(attributes)) {
    node.message(5, encodeAttribute(name, value));
  }
  return node;
}

/** Numbers are written as integers; no operator that we use has a float attribute. */
function encodeAttribute(name: string, value: OnnxAttribute): Message {
  const message = new Message().text(1, name);
  if (typeof value === "number") return message.integer(3, value).integer(20, 2);
  if (typeof value === "string") return message.text(4, value).integer(20, 3);
  for (const item of value) message.integer(8, item);
  return message.integer(20, 7);
}

function encodeTensor(
  name: string,
  type: number,
  shape: readonly number[],
  bytes: Uint8Array,
): Message {
  const message = new Message();
  for (const size of shape) message.integer(1, size);
  return message.integer(2, type).text(8, name).bytes(9, bytes);
}

function encodeValueInfo(name: string, type: ElementType, shape: Shape): Message {
  const sizes = new Message();
  for (const size of shape) {
    const one = new Message();
    sizes.message(1, typeof size === "number" ? one.integer(1, size) : one.text(2, size));
  }
  const tensor = new Message().integer(1, type === "float" ? FLOAT : INT64).message(2, sizes);
  return new Message().text(1, name).message(2, new Message().message(1, tensor));
}

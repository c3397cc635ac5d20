/**
 * The plain backend: every operation written the obvious way, one value after the
 * other. The fast backends are tested against it, and gradients are tested with it
 * in float64. It is not meant to be fast.
 */

import { badArgument } from "../../common/errors.ts";
import { Binding } from "../binding.ts";
import { getNodeName, isVariable, type Node, type Tensor } from "../node.ts";
import {
  type Backend,
  type Batch,
  createOrder,
  type Order,
  type Program,
  type Session,
  type Step,
  type StepResult,
} from "../program.ts";
import { CONVOLUTION } from "./convolution.ts";
import { ELEMENTWISE } from "./elementwise.ts";
import type { Evaluate, Floats } from "./floats.ts";
import { MATRICES } from "./matrices.ts";
import { PAIRS } from "./pairs.ts";
import { RAGGED } from "./ragged.ts";
import { applyUpdate } from "./updates.ts";

const EVALUATORS: Readonly<Record<string, Evaluate>> = {
  ...ELEMENTWISE,
  ...MATRICES,
  ...RAGGED,
  ...PAIRS,
  ...CONVOLUTION,
};

/** The precision of the plain backend. */
export interface PlainOptions {
  /** float64 is for gradient checks. */
  readonly precision?: "float32" | "float64";
}

/** Runs graphs in plain TypeScript, the reference for the other backends. */
export function plainBackend({ precision = "float32" }: PlainOptions = {}): Backend {
  const allocate = (length: number): Floats =>
    precision === "float64" ? new Float64Array(length) : new Float32Array(length);
  return {
    name: "plain",
    open: async (variables) => new PlainSession(variables, allocate),
  };
}

type Allocate = (length: number) => Floats;

class PlainSession implements Session {
  readonly #variables: ReadonlyMap<string, Floats>;
  readonly #allocate: Allocate;

  constructor(variables: readonly Tensor[], allocate: Allocate) {
    this.#allocate = allocate;
    this.#variables = new Map(
      variables.map((variable) => [
        getNodeName(variable),
        allocate((variable.shape as readonly number[]).reduce((a, b) => a * b, 1)),
      ]),
    );
  }

  get bytes(): number {
    return [...this.#variables.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  async prepare(program: Program): Promise<Step> {
    const order = createOrder(program);
    for (const node of order.nodes) if (isVariable(node)) this.#variable(node);
    return { run: async (batch) => this.#run(program, order, batch) };
  }

  async read(variable: Tensor): Promise<Floats> {
    return this.#variable(variable).slice();
  }

  async write(variable: Tensor, values: ArrayLike<number>): Promise<void> {
    const variableValues = this.#variable(variable);
    if (values.length !== variableValues.length) {
      throw badArgument(
        `variable "${getNodeName(variable)}" has ${variableValues.length} values, got ${values.length}`,
      );
    }
    variableValues.set(values);
  }

  async close(): Promise<void> {}

  #variable(node: Node): Floats {
    const variableValues = this.#variables.get(getNodeName(node));
    if (variableValues === undefined)
      throw badArgument(`the session has no variable "${getNodeName(node)}"`);
    return variableValues;
  }

  #run(program: Program, order: Order, batch: Batch): StepResult {
    const binding = new Binding(program, order, batch);
    const values = new Map<number, Floats>();
    const computed = (node: Node): Floats => values.get(order.getPosition(node)) as Floats;
    for (const [position, node] of order.nodes.entries()) {
      if (node.kind === "tensor")
        values.set(position, this.#evaluate(node as Tensor, binding, computed));
    }
    const notFinite = Object.entries(program.guards ?? {}).flatMap(([name, node]) =>
      computed(node).every(Number.isFinite) ? [] : [name],
    );
    if (notFinite.length === 0) {
      for (const update of program.updates ?? []) {
        applyUpdate(update, {
          variable: this.#variable(update.variable),
          gradient: computed(update.gradient),
          pace: computed(update.pace),
          moments: (update.moments ?? []).map((moment) => this.#variable(moment)),
          rows: update.rows && binding.index(update.rows),
        });
      }
    }
    const outputs = Object.fromEntries(
      Object.entries(program.outputs).map(([name, node]) => [name, computed(node).slice()]),
    );
    return { outputs, notFinite };
  }

  #evaluate(node: Tensor, binding: Binding, computed: (node: Node) => Floats): Floats {
    if (isVariable(node)) return this.#variable(node);
    const out = this.#allocate(binding.volume(node.shape));
    const { name } = node.operation;
    if (name === "constant") out[0] = node.attributes.value as number;
    else if (name === "input") out.set(binding.floats(node));
    else {
      const inputs = node.inputs.map((input) => computed(input) ?? this.#allocate(0));
      (EVALUATORS[name] as Evaluate)({ node, inputs, out, binding });
    }
    return out;
  }
}

/**
 * The onnx backend: writes each program as one ONNX graph and runs it on ONNX
 * Runtime, if the user has installed it. Gradients are outputs of the graph;
 * variables stay on this side, where updates change them.
 *
 * ONNX Runtime adds with several threads in no fixed order, and its ScatterND with
 * `add` has a race on more than one (seen in 1.30), so it runs on one thread.
 */

import { badArgument, TermwiseError } from "../../common/errors.ts";
import { Binding } from "../binding.ts";
import { getNodeName, isVariable, type Node, type Tensor } from "../node.ts";
import { applyUpdate } from "../plain/updates.ts";
import {
  type Backend,
  createOrder,
  type Program,
  type Session,
  type Step,
  type StepResult,
} from "../program.ts";
import { writeOnnx } from "./model.ts";

/** The part of ONNX Runtime's JavaScript interface that is used here. */
export interface OnnxRuntime {
  readonly InferenceSession: {
    create(model: Uint8Array, options: Readonly<Record<string, unknown>>): Promise<RuntimeSession>;
  };
  readonly Tensor: new (
    type: "float32" | "int64",
    data: Float32Array | BigInt64Array,
    dimensions: readonly number[],
  ) => unknown;
}

interface RuntimeSession {
  run(feeds: Readonly<Record<string, unknown>>): Promise<Record<string, { data: Float32Array }>>;
  release(): Promise<void>;
}

/** The source of ONNX Runtime. */
export interface OnnxOptions {
  /** The runtime, or the name of its package. */
  readonly runtime?: OnnxRuntime | string;
}

/** Runs graphs with ONNX Runtime, an optional package. */
export function onnxBackend({ runtime = "onnxruntime-node" }: OnnxOptions = {}): Backend {
  return {
    name: "onnx",
    async open(variables) {
      const loaded = typeof runtime === "string" ? await importRuntime(runtime) : runtime;
      return new OnnxSession(loaded, variables);
    },
  };
}

/** Imports an installed runtime; the error describes how to install it. */
export async function importRuntime(name: string): Promise<OnnxRuntime> {
  try {
    const module = (await import(/* @vite-ignore */ name)) as OnnxRuntime & {
      default?: OnnxRuntime;
    };
    return module.default ?? module;
  } catch (cause) {
    const command = `npm install ${name} --onnxruntime-node-install=skip`;
    const message = `the onnx backend needs ${name}, which is not installed: run "${command}"`;
    throw new TermwiseError("UNAVAILABLE", message, {}, { cause });
  }
}

class OnnxSession implements Session {
  readonly #runtime: OnnxRuntime;
  readonly #variables: ReadonlyMap<string, Float32Array>;
  readonly #sessions: RuntimeSession[] = [];
  #queue: Promise<unknown> = Promise.resolve();

  constructor(runtime: OnnxRuntime, variables: readonly Tensor[]) {
    this.#runtime = runtime;
    this.#variables = new Map(
      variables.map((variable) => {
        const length = (variable.shape as readonly number[]).reduce((a, b) => a * b, 1);
        return [getNodeName(variable), new Float32Array(length)];
      }),
    );
  }

  get bytes(): number {
    return [...this.#variables.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  async prepare(program: Program): Promise<Step> {
    const computed = listGraphOutputs(program);
    const session = await this.#runtime.InferenceSession.create(
      writeOnnx({ outputs: computed.outputs }),
      { intraOpNumThreads: 1, interOpNumThreads: 1 },
    );
    this.#sessions.push(session);
    const order = createOrder(program);
    const fed = createOrder({ outputs: computed.outputs }).nodes;
    return {
      run: (batch) =>
        this.#enqueue(async () => {
          const binding = new Binding(program, order, batch);
          const results = await session.run(this.#feeds(fed, binding));
          const getValues = (node: Tensor): Float32Array =>
            results[computed.nameOf(node)]?.data as Float32Array;
          return this.#finish(program, binding, getValues);
        }),
    };
  }

  async read(variable: Tensor): Promise<Float32Array> {
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

  async close(): Promise<void> {
    for (const session of this.#sessions.splice(0)) await session.release();
  }

  #variable(node: Node): Float32Array {
    const variableValues = this.#variables.get(getNodeName(node));
    if (variableValues === undefined)
      throw badArgument(`the session has no variable "${getNodeName(node)}"`);
    return variableValues;
  }

  /** Runs work after all earlier work. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  #feeds(nodes: readonly Node[], binding: Binding): Readonly<Record<string, unknown>> {
    const feeds: Record<string, unknown> = {};
    for (const node of nodes) {
      if (isVariable(node))
        feeds[getNodeName(node)] = this.#floats(this.#variable(node), node, binding);
      else if (node.operation.name === "input")
        feeds[getNodeName(node)] = this.#feed(node, binding);
    }
    return feeds;
  }

  #finish(
    { outputs, guards = {}, updates = [] }: Program,
    binding: Binding,
    getValues: (node: Tensor) => Float32Array,
  ): StepResult {
    const notFinite = Object.entries(guards).flatMap(([name, node]) =>
      areAllFinite(getValues(node)) ? [] : [name],
    );
    for (const update of notFinite.length === 0 ? updates : []) {
      applyUpdate(update, {
        variable: this.#variable(update.variable),
        gradient: getValues(update.gradient),
        pace: Float64Array.from(binding.floats(update.pace)),
        moments: (update.moments ?? []).map((moment) => this.#variable(moment)),
        rows: update.rows && binding.index(update.rows),
      });
    }
    const namedOutputs = Object.entries(outputs).map(([name, node]) => [
      name,
      getValues(node).slice(),
    ]);
    return { outputs: Object.fromEntries(namedOutputs), notFinite };
  }

  #feed(node: Node, binding: Binding): unknown {
    if (node.kind === "tensor") {
      return this.#floats(Float32Array.from(binding.floats(node as Tensor)), node, binding);
    }
    const entries = node.kind === "index" ? binding.index(node) : binding.segments(node);
    return new this.#runtime.Tensor("int64", BigInt64Array.from(entries, BigInt), [entries.length]);
  }

  #floats(values: Float32Array, { shape }: Node, binding: Binding): unknown {
    return new this.#runtime.Tensor(
      "float32",
      values,
      shape.map((size) => binding.size(size)),
    );
  }
}

/** All outputs of the graph of a program, each tensor once. */
function listGraphOutputs({ outputs, guards = {}, updates = [] }: Program): {
  readonly outputs: Readonly<Record<string, Tensor>>;
  nameOf(node: Tensor): string;
} {
  const nodes = [
    ...Object.values(outputs),
    ...Object.values(guards),
    ...updates.map(({ gradient }) => gradient),
  ];
  const names = new Map([...new Set(nodes)].map((node, i) => [node, `output_${i}`]));
  return {
    outputs: Object.fromEntries([...names].map(([node, name]) => [name, node])),
    nameOf: (node) => names.get(node) as string,
  };
}

function areAllFinite(values: Float32Array): boolean {
  // The sum is finite exactly if all values are, unless it overflows; then values are
  // checked one by one.
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i] as number;
  return Number.isFinite(total) || values.every(Number.isFinite);
}

/**
 * The onnx backend: writes each program as one ONNX graph and runs it on ONNX
 * Runtime, if the user has installed it. It computes outputs; it does not
 * update variables, which is what the wasm backend is for.
 *
 * ONNX Runtime adds with several threads in no fixed order, and its ScatterND
 * with `add` races on more than one (seen in 1.30), so it is given one thread.
 */

import { badArgument, TermwiseError } from "../../common/errors.ts";
import { Binding } from "../binding.ts";
import { isVariable, type Node, nameOf, type Tensor } from "../node.ts";
import {
  type Backend,
  type Order,
  orderOf,
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

export interface OnnxOptions {
  /** The runtime, or the name of the package that it is in. */
  readonly runtime?: OnnxRuntime | string;
}

export function onnxBackend({ runtime = "onnxruntime-node" }: OnnxOptions = {}): Backend {
  return {
    name: "onnx",
    async open(variables) {
      const loaded = typeof runtime === "string" ? await installedRuntime(runtime) : runtime;
      return new OnnxSession(loaded, variables);
    },
  };
}

/** Finds an installed runtime, or says how to get it. */
async function installedRuntime(name: string): Promise<OnnxRuntime> {
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

  constructor(runtime: OnnxRuntime, variables: readonly Tensor[]) {
    this.#runtime = runtime;
    this.#variables = new Map(
      variables.map((variable) => {
        const length = (variable.shape as readonly number[]).reduce((a, b) => a * b, 1);
        return [nameOf(variable), new Float32Array(length)];
      }),
    );
  }

  get bytes(): number {
    return [...this.#variables.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  async prepare(program: Program): Promise<Step> {
    if ((program.updates ?? []).length > 0) {
      throw badArgument("the onnx backend computes outputs and updates no variables; use wasm");
    }
    const guards = Object.entries(program.guards ?? {});
    const guarded = Object.fromEntries(guards.map(([, node], i) => [`guard_${i}`, node]));
    const whole = { outputs: { ...program.outputs, ...guarded } };
    const session = await this.#runtime.InferenceSession.create(writeOnnx(whole), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
    });
    this.#sessions.push(session);
    const order = orderOf(whole);
    return {
      run: async (batch) => this.#run(program, order, session, new Binding(whole, order, batch)),
    };
  }

  async read(variable: Tensor): Promise<Float32Array> {
    return this.#variable(variable).slice();
  }

  async write(variable: Tensor, values: ArrayLike<number>): Promise<void> {
    const stored = this.#variable(variable);
    if (values.length !== stored.length) {
      throw badArgument(
        `variable "${nameOf(variable)}" has ${stored.length} values, got ${values.length}`,
      );
    }
    stored.set(values);
  }

  async close(): Promise<void> {
    for (const session of this.#sessions.splice(0)) await session.release();
  }

  #variable(node: Node): Float32Array {
    const found = this.#variables.get(nameOf(node));
    if (found === undefined) throw badArgument(`the session has no variable "${nameOf(node)}"`);
    return found;
  }

  async #run(
    program: Program,
    order: Order,
    session: RuntimeSession,
    binding: Binding,
  ): Promise<StepResult> {
    const feeds: Record<string, unknown> = {};
    for (const node of order.nodes) {
      if (isVariable(node)) feeds[nameOf(node)] = this.#floats(this.#variable(node), node, binding);
      else if (node.operation.name === "input") feeds[nameOf(node)] = this.#feed(node, binding);
    }
    const results = await session.run(feeds);
    const values = (name: string): Float32Array => results[name]?.data as Float32Array;
    return {
      outputs: Object.fromEntries(
        Object.keys(program.outputs).map((name) => [name, Float32Array.from(values(name))]),
      ),
      notFinite: Object.keys(program.guards ?? {}).filter(
        (_, i) => !values(`guard_${i}`).every(Number.isFinite),
      ),
    };
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

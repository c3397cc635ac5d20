/** Sessions on a GPU: variables in its memory, and the programs that work on them. */

import { badArgument } from "../../common/errors.ts";
import { isVariable, type Tensor } from "../node.ts";
import {
  type Batch,
  createOrder,
  type Program,
  type Session,
  type Step,
  type StepResult,
} from "../program.ts";
import { fuseMixes } from "../wasm/fuse-mixes.ts";
import { computeLifetimes } from "../wasm/lifetimes.ts";
import { GpuDevice, type GpuOptions } from "./gpu-device.ts";
import { TimedKernels } from "./kernel-times.ts";
import { MAX_GUARDS } from "./kernels/updates.ts";
import { type Plan, recordStep } from "./record-step.ts";
import { StepRunner, type StepValues } from "./step-runner.ts";
import { Variables } from "./variables.ts";

/** Opens a session on the GPU of the process. */
export async function openWebgpuSession(
  options: GpuOptions,
  variables: readonly Tensor[],
): Promise<ProfiledSession> {
  const gpu = await GpuDevice.share(options);
  return new WebgpuSession(gpu, await Variables.open(gpu, variables));
}

/** Nanoseconds on the GPU and number of dispatches, by the name of the kernel. */
export type ProfiledKernels = ReadonlyMap<string, { readonly ns: number; readonly runs: number }>;

/** A session that measures its kernels, for benchmarks. */
export interface ProfiledSession extends Session {
  /** The kernels of the one step that `run` runs. */
  profile(run: () => Promise<unknown>): Promise<ProfiledKernels>;
}

class WebgpuSession implements ProfiledSession {
  readonly #gpu: GpuDevice;
  readonly #variables: Variables;
  readonly #runner: StepRunner;
  #queue: Promise<unknown> = Promise.resolve();
  /** Measures the kernels of the next step, if set. */
  #times: TimedKernels | undefined;

  constructor(gpu: GpuDevice, variables: Variables) {
    this.#gpu = gpu;
    this.#variables = variables;
    this.#runner = new StepRunner(gpu, variables.buffers);
  }

  get bytes(): number {
    return this.#variables.bytes + this.#runner.bytes;
  }

  /** Steps that can be submitted before the results of the first are read back. */
  get depth(): number {
    return 8;
  }

  async prepare(source: Program): Promise<Step> {
    const program = fuseMixes(source);
    const order = createOrder(program);
    for (const node of order.nodes) if (isVariable(node)) this.#variables.getPlace(node);
    const guards = Object.keys(program.guards ?? {}).length;
    if (guards > MAX_GUARDS)
      throw badArgument(`a program has at most ${MAX_GUARDS} guards, got ${guards}`);
    const plan = { program, order, lifetimes: computeLifetimes(program, order) };
    return {
      run: async (batch) => {
        const { results } = await this.#enqueue(() => this.#submit(plan, batch));
        return results;
      },
    };
  }

  async read(variable: Tensor): Promise<Float32Array> {
    this.#variables.getPlace(variable);
    return this.#enqueue(() => this.#variables.read(variable));
  }

  async write(variable: Tensor, values: ArrayLike<number>): Promise<void> {
    this.#variables.getPlace(variable);
    await this.#enqueue(async () => this.#variables.write(variable, values));
  }

  async close(): Promise<void> {
    await this.#queue;
    this.#runner.close();
    this.#variables.close();
  }

  async profile(run: () => Promise<unknown>): Promise<ProfiledKernels> {
    const times = new TimedKernels(this.#gpu);
    this.#times = times;
    await run();
    this.#times = undefined;
    return times.read();
  }

  /** Runs work after all earlier work was submitted. */
  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {});
    return result;
  }

  async #submit(plan: Plan, batch: Batch): Promise<{ readonly results: Promise<StepResult> }> {
    const { program } = plan;
    const { record, heapBytes, inputs, getPlace } = recordStep(plan, this.#variables, batch);
    const outputs = Object.entries(program.outputs);
    const readbacks = outputs.map(([, node]) => ({
      place: getPlace(node),
      length: record.binding.volume(node.shape),
    }));
    const { results } = await this.#runner.submit(
      record,
      heapBytes,
      inputs,
      readbacks,
      this.#times,
    );
    return { results: this.#createResult(results, outputs, Object.keys(program.guards ?? {})) };
  }

  async #createResult(
    results: Promise<StepValues>,
    outputs: readonly (readonly [string, Tensor])[],
    guards: readonly string[],
  ): Promise<StepResult> {
    const { values, raised } = await results;
    if (raised.length > 0) this.#runner.clearStatus();
    return {
      outputs: Object.fromEntries(outputs.map(([name], i) => [name, values[i] as Float32Array])),
      notFinite: raised.flatMap((i) => guards[i] ?? []),
    };
  }
}

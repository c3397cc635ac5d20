/**
 * The memory of the kernels, the kernels, and the threads that run them.
 *
 * Memory, from the bottom: words that synchronise threads; scratch for each thread;
 * variables; then the arena, which every step reuses. It grows to the largest batch
 * and then keeps its size.
 */

import { canShareMemory } from "../../common/bytes/index.ts";
import { TermwiseError } from "../../common/errors.ts";
import { openWorkerPool, type ThreadModule, type WorkerPool } from "../../common/threads/index.ts";
import { ALIGNMENT } from "./arena.ts";
import {
  abandon,
  CONTROL,
  CONTROL_WORDS,
  executeAlone,
  type Recording,
  SCRATCH_BYTES,
  type WasmKernel,
} from "./execute.ts";
import { compileKernels, instantiateKernels, type KernelBuild } from "./kernels.ts";
import { KERNEL_NAMES } from "./layout.generated.ts";
import type { StepCall } from "./worker.ts";

const PAGE = 65536;
/** Addresses have 32 bits: 4 GiB. */
const MAX_PAGES = 65536;

const STEP_THREADS: ThreadModule = {
  load: () => import("./worker.ts"),
  worker: () => new Worker(new URL("./worker-thread.js", import.meta.url), { type: "module" }),
  file: "./worker-thread.js",
  base: import.meta.url,
};

export class Machine {
  readonly threads: number;
  /** Kernel numbers by name. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly #memory: WebAssembly.Memory;
  readonly #kernels: readonly WasmKernel[];
  readonly #pool: WorkerPool | undefined;
  readonly #build: KernelBuild;
  #words: Int32Array;
  #floats: Float32Array;
  #top: number;

  private constructor(
    memory: WebAssembly.Memory,
    build: KernelBuild,
    module: WebAssembly.Module,
    pool: WorkerPool | undefined,
  ) {
    this.#memory = memory;
    this.#build = build;
    this.#kernels = instantiateKernels(module, memory);
    this.numbers = new Map(KERNEL_NAMES.map((name, number) => [name, number]));
    this.#pool = pool;
    this.threads = pool?.threads ?? 1;
    this.#words = new Int32Array(memory.buffer);
    this.#floats = new Float32Array(memory.buffer);
    this.#top = this.scratch;
    this.reserve(this.threads * SCRATCH_BYTES);
  }

  /** A machine with as many of the requested threads as the platform allows. */
  static async open(threads: number, relaxed: boolean): Promise<Machine> {
    const share = threads > 1 && canShareMemory();
    const build: KernelBuild = `${share ? "shared" : "single"}${relaxed ? "Relaxed" : ""}`;
    const module = await compileKernels(build);
    const memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: share });
    const pool = share ? await openWorkerPool(STEP_THREADS, threads) : undefined;
    if (pool?.threads === 0) await pool.close();
    return new Machine(memory, build, module, pool?.threads === 0 ? undefined : pool);
  }

  get scratch(): number {
    return PAGE;
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  /** All memory as 32-bit words. Valid until the next `reserve`. */
  get words(): Int32Array {
    return this.#words;
  }

  /** All memory as floats. Valid until the next `reserve`. */
  get floats(): Float32Array {
    return this.#floats;
  }

  /** Allocates memory permanently, and returns its address. */
  reserve(bytes: number): number {
    const at = this.#top;
    this.ensure(at + bytes);
    this.#top = Math.ceil((at + bytes) / ALIGNMENT) * ALIGNMENT;
    return at;
  }

  /** The first address above everything reserved. */
  get top(): number {
    return this.#top;
  }

  /** Grows memory to at least this size. */
  ensure(bytes: number): void {
    // One more page, because kernels may read a whole vector past the end of the last
    // buffer.
    const missing = Math.ceil((bytes + PAGE - this.bytes) / PAGE);
    if (missing <= 0) return;
    try {
      this.#memory.grow(missing);
    } catch (cause) {
      const gigabytes = (bytes / 2 ** 30).toFixed(2);
      const message = `a step needs ${gigabytes} GiB of memory, more than the platform allows`;
      throw new TermwiseError("LIMIT_EXCEEDED", message, { bytes }, { cause });
    }
    this.#words = new Int32Array(this.#memory.buffer);
    this.#floats = new Float32Array(this.#memory.buffer);
  }

  async run(program: number, instructions: number): Promise<void> {
    const { threads, scratch } = this;
    const recording: Recording = { program, instructions, threads, scratch };
    if (this.#pool === undefined) return executeAlone(this.#kernels, this.#words, recording);
    this.#words.fill(0, CONTROL / 4, CONTROL / 4 + CONTROL_WORDS);
    const call: StepCall = { memory: this.#memory, build: this.#build, recording };
    const pool = this.#pool;
    const calls = Array.from({ length: threads }, () =>
      pool.run<void>("run", call).catch((error: unknown) => {
        abandon(this.#words); // otherwise the others would wait for this thread for ever
        throw error;
      }),
    );
    await Promise.allSettled(calls);
    await Promise.all(calls);
  }

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}

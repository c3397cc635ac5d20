/**
 * Where an encoder computes. A GPU that is lost is replaced by the CPU: the batch that it did
 * not finish is encoded again, so that no text lacks its vector.
 */

import { COMPUTE_DEVICES, type ComputeDevice } from "../../common/compute-device.ts";
import { badArgument, TermwiseError } from "../../common/errors.ts";
import type { PretrainedBert } from "../../models/index.ts";
import type { GpuEngineOptions, GpuSentenceEngine } from "./gpu/index.ts";
import type { Pooling } from "./pooling.ts";
import type { SentenceEngine } from "./sentence-encoder.ts";

/** Tokens of the trial that compares GPU and CPU: a fraction of a second on one core. */
const TRIAL_TEXTS = 4;
const TRIAL_LENGTH = 64;

/** Texts at a time: enough for several batches under way. */
const BATCH_SIZE = 4096;

/** Opens the engine of the CPU. */
type OpenCpu = () => Promise<SentenceEngine>;

/**
 * The engine on a device. `gpu` rejects without a GPU that can run the model; `auto` takes the
 * GPU if it is faster than the CPU in a short trial.
 */
export async function openDeviceEngine(
  device: ComputeDevice,
  pretrained: PretrainedBert,
  pooling: Pooling,
  options: GpuEngineOptions,
  openCpu: OpenCpu,
): Promise<SentenceEngine> {
  if (!COMPUTE_DEVICES.includes(device)) {
    throw badArgument(`device must be ${COMPUTE_DEVICES.join(", ")}, got ${String(device)}`);
  }
  if (device === "cpu") return openCpu();
  const { GpuSentenceEngine } = await import("./gpu/index.ts");
  let gpu: GpuSentenceEngine;
  try {
    gpu = await GpuSentenceEngine.open(pretrained, pooling, options);
  } catch (error) {
    if (device === "auto" && isGpuFailure(error)) return openCpu();
    throw error;
  }
  if (device === "gpu") return new DeviceEngine(gpu, openCpu);
  const cpu = gpu.isSoftware ? await openCpu() : await findFasterCpu(gpu, openCpu);
  if (cpu === undefined) return new DeviceEngine(gpu, openCpu);
  await gpu.close();
  return cpu;
}

/** The engine of the CPU, if it encodes more tokens per second than the GPU. */
async function findFasterCpu(
  gpu: GpuSentenceEngine,
  openCpu: OpenCpu,
): Promise<SentenceEngine | undefined> {
  const cpu = await openCpu();
  try {
    const sequence = new Int32Array(TRIAL_LENGTH);
    const trial = Array.from({ length: TRIAL_TEXTS }, () => sequence);
    const measure = async (engine: SentenceEngine, texts: readonly Int32Array[]) => {
      await engine.vectors(texts.slice(0, 1)); // buffers are made, memory is touched
      const start = performance.now();
      await engine.vectors(texts);
      return (performance.now() - start) / texts.length;
    };
    // As much as it computes at a time: small batches do not show what a GPU can do.
    const full = Math.max(1, Math.floor(gpu.tokens / TRIAL_LENGTH));
    const gpuTime = await measure(
      gpu,
      Array.from({ length: full }, () => sequence),
    );
    const cpuTime = (await measure(cpu, trial)) / cpu.threads;
    if (cpuTime <= gpuTime) return cpu;
  } catch (error) {
    if (isGpuFailure(error)) return cpu;
    await cpu.close();
    throw error;
  }
  await cpu.close();
  return undefined;
}

/** A GPU that is missing, lost, too small or out of memory. */
function isGpuFailure(error: unknown): boolean {
  return error instanceof TermwiseError && /^(?:UNAVAILABLE|LIMIT_EXCEEDED)$/.test(error.code);
}

/** A GPU, and the CPU once the GPU has failed. */
class DeviceEngine implements SentenceEngine {
  readonly batchSize: number = BATCH_SIZE;
  readonly #gpu: GpuSentenceEngine;
  readonly #openCpu: OpenCpu;
  #cpu: Promise<SentenceEngine> | undefined;
  #isClosed = false;
  /** The last batch on the CPU. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(gpu: GpuSentenceEngine, openCpu: OpenCpu) {
    this.#gpu = gpu;
    this.#openCpu = openCpu;
  }

  get device(): string | undefined {
    return this.#cpu === undefined ? this.#gpu.device : undefined;
  }

  get tokens(): number {
    return this.#gpu.tokens;
  }

  get threads(): number {
    return this.#gpu.threads;
  }

  get lookahead(): number {
    return this.#gpu.lookahead;
  }

  async vectors(sequences: readonly Int32Array[]): Promise<ArrayLike<number>> {
    if (this.#cpu === undefined) {
      try {
        return await this.#gpu.vectors(sequences);
      } catch (error) {
        if (this.#isClosed || !isGpuFailure(error)) throw error;
        this.#cpu ??= this.#replaceGpu();
      }
    }
    return this.#encodeOnCpu(await this.#cpu, sequences);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#gpu.close();
    await (await this.#cpu?.catch(() => undefined))?.close();
  }

  async #replaceGpu(): Promise<SentenceEngine> {
    await this.#gpu.close().catch(() => {}); // it may be gone
    return this.#openCpu();
  }

  /** The vectors of a batch for the GPU, in smaller ones. Batches of other callers wait. */
  #encodeOnCpu(cpu: SentenceEngine, sequences: readonly Int32Array[]): Promise<ArrayLike<number>> {
    const work = this.#turn.then(() => encodeInParts(cpu, sequences));
    this.#turn = work.catch(() => {});
    return work;
  }
}

/** Vectors of any number of sequences, `threads` batches of at most `tokens` at a time. */
async function encodeInParts(
  engine: SentenceEngine,
  sequences: readonly Int32Array[],
): Promise<Float32Array> {
  const parts: { first: number; end: number; tokens: number }[] = [];
  for (const [at, { length }] of sequences.entries()) {
    const last = parts.at(-1);
    if (last !== undefined && last.tokens + length <= engine.tokens) {
      last.end = at + 1;
      last.tokens += length;
    } else parts.push({ first: at, end: at + 1, tokens: length });
  }
  const encoded: ArrayLike<number>[] = [];
  const queue = parts.entries();
  const work = async (): Promise<void> => {
    for (const [part, { first, end }] of queue) {
      // Copied: an engine may reuse the memory of its answer.
      encoded[part] = Float32Array.from(await engine.vectors(sequences.slice(first, end)));
    }
  };
  await Promise.all(Array.from({ length: engine.threads }, work));
  const length = encoded.reduce((sum, part) => sum + part.length, 0);
  const all = new Float32Array(length);
  let at = 0;
  for (const part of encoded) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * An encoder in a worker. The worker fetches the model and computes without
 * blocking the page. Its vectors have the same bytes as in Node.
 *
 * If no worker can start, because the page's policy forbids it or a bundler has
 * omitted the worker's file, the calling thread encodes.
 */

import type { ComputeDevice } from "../../common/compute-device.ts";
import { badArgument } from "../../common/errors.ts";
import { openWorkerPool, type ThreadModule } from "../../common/threads/index.ts";
import type { WebWorker } from "../../common/web-platform.ts";
import type { InputVector } from "../vectors/index.ts";
import type { EncodedTexts, EncoderTaskOptions, OpenedEncoder } from "./encoder-tasks.ts";
import type { EncoderOptions } from "./sentence-encoder.ts";
import type { VectorEncoder } from "./vector-encoder.ts";

const ENCODER_THREAD: ThreadModule = {
  load: () => import("./encoder-tasks.ts"),
  worker: () =>
    new Worker(new URL("./encoder-tasks-thread.js", import.meta.url), { type: "module" }),
  file: "./encoder-tasks-thread.js",
  base: import.meta.url,
};

/** Options of the encoder and of its worker. */
export interface OpenEncoderWorkerOptions extends EncoderOptions {
  /** The name of the model in the index, such as `minilm`. */
  readonly name: string;
  /** The file of the weights below the address. Default `model.safetensors`. */
  readonly weights?: string | undefined;
  /** Where it computes: `auto` takes the browser's GPU if there is one and it is faster. Default `cpu`. */
  readonly device?: ComputeDevice | undefined;
  /** Starts a worker on `termwise/encoder-thread`, for bundlers that do not detect that file. */
  readonly worker?: (() => WebWorker) | undefined;
}

/** An encoder in a worker. */
export interface WorkerEncoder extends VectorEncoder {
  /** False if no worker could start and the calling thread encodes. */
  readonly isInWorker: boolean;
  close(): Promise<void>;
}

/**
 * Opens the encoder at an address with `config.json`, `tokenizer.json` and the
 * weights. The browser caches these files.
 */
export async function openEncoderInWorker(
  address: string,
  { name, weights = "model.safetensors", worker, ...options }: OpenEncoderWorkerOptions,
): Promise<WorkerEncoder> {
  if (typeof name !== "string" || name === "") {
    throw badArgument("an encoder needs the name of its model, such as minilm");
  }
  const pool = await openWorkerPool(worker ? { ...ENCODER_THREAD, worker } : ENCODER_THREAD, 1);
  const taskOptions: EncoderTaskOptions = { ...options, address: toAbsoluteUrl(address), weights };
  const opened = await pool
    .run<OpenedEncoder>("open", taskOptions)
    .catch(async (error: unknown) => {
      await pool.close();
      throw error;
    });
  const { encoder, dimensions, batchSize } = opened;
  let { device } = opened;
  return {
    name,
    dimensions,
    batchSize,
    get device() {
      return device;
    },
    isInWorker: pool.threads > 0,
    query: (text) => pool.run<InputVector>("query", { encoder, text }),
    documents: async (texts, progress) => {
      const encoded = await pool.run<EncodedTexts>("documents", { encoder, texts });
      const { vectors } = encoded;
      ({ device } = encoded);
      progress?.({ task: "encoding", done: texts.length, total: texts.length, unit: "texts" });
      return vectors;
    },
    close: async () => {
      if (pool.threads === 0) await pool.run<void>("close", { encoder }).catch(() => {}); // closed already
      await pool.close();
    },
  };
}

/** Resolves an address: a worker has another base URL than the page. */
function toAbsoluteUrl(address: string): string {
  try {
    return new URL(address, globalThis.location?.href).href;
  } catch {
    throw badArgument(`an encoder is opened by its address, got ${JSON.stringify(address)}`);
  }
}

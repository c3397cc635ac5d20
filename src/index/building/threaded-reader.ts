/** Parses batches of documents on worker threads, which compress stored fields as well. */

import { canShareMemory } from "../../common/bytes/index.ts";
import { openWorkerPool, type ThreadModule } from "../../common/threads/index.ts";
import type { VectorSettings } from "../../dense/vectors/index.ts";
import type { AnalyzerOptions } from "../../text/index.ts";
import type { Schema } from "../schema/index.ts";
import type { BatchReader } from "./batch-reader.ts";

const BATCH_WORKER: ThreadModule = {
  load: () => import("./batch-worker.ts"),
  worker: () =>
    new Worker(new URL("./batch-worker-thread.js", import.meta.url), { type: "module" }),
  file: "./batch-worker-thread.js",
  base: import.meta.url,
};

/** Opens a reader with this many threads. */
export async function openThreadedReader(
  threads: number,
  {
    schema,
    ...settings
  }: {
    readonly analysis: AnalyzerOptions;
    readonly stored: boolean;
    readonly schema: Schema | undefined;
    readonly vectors: VectorSettings | undefined;
  },
): Promise<BatchReader> {
  const pool = await openWorkerPool(BATCH_WORKER, threads);
  const options = { ...settings, schema: schema?.toJSON() };
  return {
    width: 2 * threads,
    read: (documents) => pool.run("readDocuments", { documents, ...options }),
    ...(canShareMemory() && {
      compressor: {
        width: 4 * threads,
        compress: (piece) => pool.run("compressBlocks", piece),
      },
    }),
    close: () => pool.close(),
  };
}

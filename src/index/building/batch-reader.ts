/** Parses batches of documents, on this thread or on worker threads. */

import { badArgument } from "../../common/errors.ts";
import type { VectorSettings } from "../../dense/vectors/index.ts";
import type { Analyzer } from "../../text/index.ts";
import type { BlockCompressor } from "../files/stored-pieces.ts";
import type { Schema } from "../schema/index.ts";
import type { IndexableDocument } from "./check-document.ts";
import { type DocumentBatch, readBatch } from "./document-batch.ts";
import type { FormKernel } from "./form-kernel.ts";

/** Opening the kernels takes longer than they save on fewer documents. */
const MIN_KERNEL_DOCUMENTS = 512;

export interface BatchReader {
  /** Number of batches to keep in flight. */
  readonly width: number;
  read(documents: readonly IndexableDocument[]): Promise<DocumentBatch>;
  /** Compresses on the same threads; absent if there are none. */
  readonly compressor?: BlockCompressor;
  close(): Promise<void>;
}

/** Parses on this thread when `threads` is 1, otherwise on that many workers. */
export async function openBatchReader(
  analyzer: Analyzer,
  {
    stored,
    threads,
    schema,
    analyzers,
    vectors,
  }: {
    readonly stored: boolean;
    readonly threads: number;
    readonly schema?: Schema | undefined;
    readonly analyzers?: ReadonlyMap<number, Analyzer> | undefined;
    readonly vectors?: VectorSettings | undefined;
  },
): Promise<BatchReader> {
  if (!Number.isInteger(threads) || threads < 1 || threads > 256) {
    throw badArgument(`threads must be a whole number from 1 to 256, got ${threads}`);
  }
  if (threads === 1) {
    let kernel: Promise<FormKernel | undefined> | undefined;
    return {
      width: 0,
      read: async (documents) => {
        if (documents.length >= MIN_KERNEL_DOCUMENTS) kernel ??= openFormKernel();
        const options = { stored, schema, analyzers, vectors, kernel: await kernel };
        return readBatch(documents, analyzer, options);
      },
      close: async () => {},
    };
  }
  const { openThreadedReader } = await (globalThis.TERMWISE_BROWSER
    ? (await import("../../common/bundle-parts.ts")).refusePart("TERMWISE_BROWSER", "threads")
    : import("./threaded-reader.ts"));
  return openThreadedReader(threads, { analysis: analyzer.options, stored, schema, vectors });
}

/** Left out of a bundle in one file, which must be small. */
async function openFormKernel(): Promise<FormKernel | undefined> {
  return globalThis.TERMWISE_BROWSER
    ? undefined
    : (await import("./form-kernel.ts")).FormKernel.open();
}

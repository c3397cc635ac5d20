/**
 * Changes of an index, one call after another, each as one commit or not at all.
 *
 * The writer, and with it the lock of the index, is opened with the first change and
 * kept until `close`. A change that fails leaves the last commit unchanged: the
 * writer is closed, which discards the change, and opened again for the next one.
 */

import type { IndexWriter, WriterOptions } from "../index/index-writer.ts";
import type { SchemaOptions } from "../index/schema/index.ts";
import type { Directory } from "../storage/directory.ts";

export class WriteQueue {
  readonly #directory: Directory;
  readonly #options: WriterOptions;
  #writer: IndexWriter | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(directory: Directory, options: WriterOptions, writer?: IndexWriter) {
    this.#directory = directory;
    this.#options = options;
    this.#writer = writer;
  }

  /** Changes the index after all earlier changes, commits, and then runs `afterwards`. */
  change<T>(
    change: (writer: IndexWriter) => Promise<T>,
    afterwards: () => Promise<unknown>,
  ): Promise<T> {
    const result = this.#queue.then(async () => {
      this.#writer ??= await openWriter(this.#directory, this.#options);
      const writer = this.#writer;
      let changeResult: T;
      try {
        changeResult = await change(writer);
        await writer.commit();
      } catch (error) {
        this.#writer = undefined;
        await writer.close().catch(() => {}); // the first failure is the one to report
        throw error;
      }
      await afterwards();
      return changeResult;
    });
    this.#queue = result.catch(() => {}); // callers receive the error; the queue continues
    return result;
  }

  /** Adds fields to the index, as one commit, after all earlier changes. */
  addFields(fields: SchemaOptions, afterwards: () => Promise<unknown>): Promise<void> {
    const result = this.#queue.then(async () => {
      await this.#writer?.close();
      this.#writer = undefined;
      const writer = await openWriter(this.#directory, { ...this.#options, fields });
      this.#writer = writer;
      await writer.commit();
      await afterwards();
    });
    this.#queue = result.catch(() => {}); // callers receive the error; the queue continues
    return result;
  }

  /** Waits for pending changes and releases the lock. */
  async close(): Promise<void> {
    await this.#queue;
    await this.#writer?.close();
    this.#writer = undefined;
  }
}

/** Loads the writer lazily: most callers that open an index never change it. */
async function openWriter(directory: Directory, options: WriterOptions): Promise<IndexWriter> {
  const { IndexWriter } = await import("../index/index-writer.ts");
  return IndexWriter.open(directory, options);
}

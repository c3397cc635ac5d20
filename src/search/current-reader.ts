/**
 * The reader of the newest commit that this process has opened. A search keeps the
 * reader that it began with; a replaced reader is closed when its last search ends.
 */

import { isSameCommit, readCommit } from "../index/commits/index.ts";
import type { IndexReader } from "./index-reader.ts";

interface ReaderReference {
  readonly reader: IndexReader;
  users: number;
  isReplaced: boolean;
}

export class CurrentReader {
  #current: ReaderReference;
  readonly #onClose: (reader: IndexReader) => Promise<void>;
  /** Replacements run one after another. */
  #queue: Promise<unknown> = Promise.resolve();
  #onIdle: () => void = () => {};

  /** `onClose` is called with every reader before it is closed. */
  constructor(reader: IndexReader, onClose: (reader: IndexReader) => Promise<void>) {
    this.#current = { reader, users: 0, isReplaced: false };
    this.#onClose = onClose;
  }

  /** For work that ends before anything else runs. */
  get reader(): IndexReader {
    return this.#current.reader;
  }

  get generation(): number {
    return this.#current.reader.snapshot.generation;
  }

  /** Runs `work` with the newest reader, which stays open until it ends. */
  async use<T>(work: (reader: IndexReader) => Promise<T>): Promise<T> {
    const reference = this.#current;
    reference.users++;
    try {
      return await work(reference.reader);
    } finally {
      reference.users--;
      await this.#closeIfIdle(reference);
    }
  }

  /** Opens the newest commit, and returns whether it has changed. */
  refresh(): Promise<boolean> {
    return this.#enqueue(async () => {
      const oldReader = this.#current;
      const commit = await readCommit(oldReader.reader.directory);
      if (isSameCommit(oldReader.reader.snapshot.commit, commit)) return false;
      this.#current = { reader: await oldReader.reader.reopen(), users: 0, isReplaced: false };
      oldReader.isReplaced = true;
      await this.#closeIfIdle(oldReader);
      return true;
    });
  }

  /** Closes the reader once nothing uses it. */
  close(): Promise<void> {
    return this.#enqueue(async () => {
      const reference = this.#current;
      const idle = new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
      reference.isReplaced = true;
      await this.#closeIfIdle(reference);
      await idle;
    });
  }

  async #closeIfIdle(reference: ReaderReference): Promise<void> {
    if (!reference.isReplaced || reference.users > 0) return;
    await this.#onClose(reference.reader);
    await reference.reader.close();
    if (reference === this.#current) this.#onIdle();
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {}); // callers receive the error; the queue continues
    return result;
  }
}

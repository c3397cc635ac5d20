/**
 * The reader of the newest commit that this process has seen. Searches hold
 * the reader they began with; one that was replaced is closed when the last of
 * them is done.
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
  /** Replacing one reader waits for the replacing of the one before. */
  #queue: Promise<unknown> = Promise.resolve();
  #onIdle: () => void = () => {};

  /** `onClose` is called with every reader before it is closed. */
  constructor(reader: IndexReader, onClose: (reader: IndexReader) => Promise<void>) {
    this.#current = { reader, users: 0, isReplaced: false };
    this.#onClose = onClose;
  }

  get generation(): number {
    return this.#current.reader.snapshot.generation;
  }

  /** Works with the newest reader, which stays open for as long as that takes. */
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

  /** Opens the newest commit, and returns whether it is another one than before. */
  refresh(): Promise<boolean> {
    return this.#enqueue(async () => {
      const old = this.#current;
      const commit = await readCommit(old.reader.directory);
      if (isSameCommit(old.reader.snapshot.commit, commit)) return false;
      this.#current = { reader: await old.reader.reopen(), users: 0, isReplaced: false };
      old.isReplaced = true;
      await this.#closeIfIdle(old);
      return true;
    });
  }

  /** Closes the reader, when those who use it are done. */
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
    this.#queue = result.catch(() => {}); // told to whoever asked; the next one goes on
    return result;
  }
}

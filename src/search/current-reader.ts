/**
 * The reader of the newest commit that this process has seen. Searches hold
 * the reader they began with; one that was replaced is closed when the last of
 * them is done.
 */

import { isSameCommit, readCommit } from "../index/commits/index.ts";
import type { IndexReader } from "./index-reader.ts";

interface Held {
  readonly reader: IndexReader;
  users: number;
  isReplaced: boolean;
}

export class CurrentReader {
  #held: Held;
  readonly #onClose: (reader: IndexReader) => Promise<void>;
  /** Replacing one reader waits for the replacing of the one before. */
  #queue: Promise<unknown> = Promise.resolve();
  #idle: () => void = () => {};

  /** `onClose` is called with every reader before it is closed. */
  constructor(reader: IndexReader, onClose: (reader: IndexReader) => Promise<void>) {
    this.#held = { reader, users: 0, isReplaced: false };
    this.#onClose = onClose;
  }

  get generation(): number {
    return this.#held.reader.snapshot.generation;
  }

  /** Works with the newest reader, which stays open for as long as that takes. */
  async use<T>(work: (reader: IndexReader) => Promise<T>): Promise<T> {
    const held = this.#held;
    held.users++;
    try {
      return await work(held.reader);
    } finally {
      held.users--;
      await this.#closeIfIdle(held);
    }
  }

  /** Opens the newest commit, and returns whether it is another one than before. */
  refresh(): Promise<boolean> {
    return this.#next(async () => {
      const old = this.#held;
      const commit = await readCommit(old.reader.directory);
      if (isSameCommit(old.reader.snapshot.commit, commit)) return false;
      this.#held = { reader: await old.reader.reopen(), users: 0, isReplaced: false };
      old.isReplaced = true;
      await this.#closeIfIdle(old);
      return true;
    });
  }

  /** Closes the reader, when those who use it are done. */
  close(): Promise<void> {
    return this.#next(async () => {
      const held = this.#held;
      const isIdle = new Promise<void>((resolve) => {
        this.#idle = resolve;
      });
      held.isReplaced = true;
      await this.#closeIfIdle(held);
      await isIdle;
    });
  }

  async #closeIfIdle(held: Held): Promise<void> {
    if (!held.isReplaced || held.users > 0) return;
    await this.#onClose(held.reader);
    await held.reader.close();
    if (held === this.#held) this.#idle();
  }

  #next<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(work);
    this.#queue = result.catch(() => {}); // told to whoever asked; the next one goes on
    return result;
  }
}

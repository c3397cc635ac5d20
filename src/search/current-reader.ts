/**
 * The reader of the newest commit that this process has seen. Searches hold
 * the reader they began with; one that was replaced is closed when the last of
 * them is done.
 */

import { IndexReader } from "./index-reader.ts";

interface Held {
  readonly reader: IndexReader;
  users: number;
  isReplaced: boolean;
}

export class CurrentReader {
  #held: Held;
  readonly #onClose: (reader: IndexReader) => Promise<void>;

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
  async refresh(): Promise<boolean> {
    const { directory, analyzer } = this.#held.reader;
    const reader = await IndexReader.open(directory, { analyzer });
    if (reader.snapshot.generation === this.generation) {
      await reader.close();
      return false;
    }
    const old = this.#held;
    this.#held = { reader, users: 0, isReplaced: false };
    old.isReplaced = true;
    await this.#closeIfIdle(old);
    return true;
  }

  /** Closes the reader as soon as nobody uses it. */
  async close(): Promise<void> {
    this.#held.isReplaced = true;
    await this.#closeIfIdle(this.#held);
  }

  async #closeIfIdle(held: Held): Promise<void> {
    if (!held.isReplaced || held.users > 0) return;
    await this.#onClose(held.reader);
    await held.reader.close();
  }
}

/** A directory that cannot be changed: every operation but reading is refused. */

import { badArgument } from "../common/errors.ts";
import type { Directory, FileWriter, OpenFile } from "./directory.ts";

export abstract class ReadOnlyDirectory implements Directory {
  abstract readonly location: string;
  /** Why it cannot be changed, for the message of a refusal. */
  protected abstract readonly refusal: string;
  abstract read(name: string): Promise<Uint8Array>;
  abstract readShared(name: string): Promise<Uint8Array>;
  abstract openFile(name: string, hint?: { readonly bytes: number }): Promise<OpenFile>;

  write(): Promise<void> {
    return this.#refuse();
  }

  create(): Promise<FileWriter> {
    return this.#refuse();
  }

  sync(): Promise<void> {
    return this.#refuse();
  }

  rename(): Promise<void> {
    return this.#refuse();
  }

  syncNames(): Promise<void> {
    return this.#refuse();
  }

  remove(): Promise<void> {
    return this.#refuse();
  }

  /** Refused as well: an index has the names of its files in its commit. */
  list(): Promise<readonly string[]> {
    return this.#refuse();
  }

  lock(): Promise<() => Promise<void>> {
    return this.#refuse();
  }

  async isLocked(): Promise<boolean> {
    return false;
  }

  async #refuse(): Promise<never> {
    throw badArgument(this.refusal);
  }
}

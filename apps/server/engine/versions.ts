/** Counts the changes of indexes that this process made, so that every reader sees them. */

import { NAME } from "../tasks/index-catalog.ts";
import type { Version } from "../tasks/store.ts";

const NONE: Version = { epoch: 0, changes: 0 };

/** The version of each index. */
export class Versions {
  readonly #versions = new Map<string, Version>();

  get(input: object): Version {
    return this.#versions.get(readIndexName(input)) ?? NONE;
  }

  /** Those of indexes that changed. */
  all(): ReadonlyMap<string, Version> {
    return this.#versions;
  }

  /**
   * Runs a writing task and counts its change, also where it failed. A write to an index that does
   * not exist changes nothing, and leaves nothing: clients may try any number of names.
   */
  async countChange<T>(task: string, input: object, work: () => Promise<T>): Promise<T> {
    try {
      const result = await work();
      this.#recordChange(task, input);
      return result;
    } catch (error) {
      const index = readIndexName(input);
      const isMissing = !NAME.test(index) || (error as { code?: unknown }).code === "NOT_FOUND";
      if (!isMissing || this.#versions.has(index)) this.#recordChange(task, input);
      throw error;
    }
  }

  /** A deleted index is opened anew. */
  #recordChange(task: string, input: object): void {
    const { epoch, changes } = this.get(input);
    const isNew = task === "deleteIndex" || task === "makeIndex";
    this.#versions.set(readIndexName(input), {
      epoch: isNew ? epoch + 1 : epoch,
      changes: changes + 1,
    });
  }
}

function readIndexName(input: object): string {
  return (input as { readonly index?: string }).index ?? "";
}

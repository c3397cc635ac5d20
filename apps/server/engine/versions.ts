/** Counts the changes of indexes that this process made, so that every reader sees them. */

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

  /** After a writing task, done or failed. A deleted index is opened anew. */
  recordChange(task: string, input: object): void {
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

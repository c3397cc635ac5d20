/**
 * Which files of an index folder are whose, as its writer sees them: those of
 * the last commit, those that no commit has synced yet, and those of a commit
 * that cannot be read, which stay until another takes its place.
 */

import type { Directory } from "../../storage/directory.ts";
import { type Commit, namesOf } from "./commit.ts";
import { sharedFiles } from "./shared-files.ts";

/** Files that an index may leave behind; nothing else in the folder is ever touched. */
const OURS = /^(segment-\d+\.|weights$|commit\.pending$)/;

export class FileKeeper {
  readonly #directory: Directory;
  readonly #fresh = new Set<string>();
  /** Files of a commit that could not be read. */
  #leftovers: readonly string[] = [];

  private constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** Removes the files that the commit does not need, unless there is one that cannot be read. */
  static async open(
    directory: Directory,
    commit: Commit | undefined,
    isUnreadable: boolean,
  ): Promise<FileKeeper> {
    const keeper = new FileKeeper(directory);
    const needed = new Set(commit === undefined ? [] : namesOf(commit));
    const names = await directory.list();
    const strays = names.filter((name) => OURS.test(name) && !needed.has(name));
    if (isUnreadable) keeper.#leftovers = strays;
    else await sharedFiles(directory).condemn(strays);
    return keeper;
  }

  /** A number above those of all segments whose files must stay for now. */
  get nextSegment(): number {
    const numbers = this.#leftovers.map((name) => Number(/^segment-(\d+)\./.exec(name)?.[1] ?? 0));
    return 1 + numbers.reduce((most, number) => Math.max(most, number), 0);
  }

  /** Files that no commit has synced. */
  get fresh(): readonly string[] {
    return [...this.#fresh];
  }

  /** Notes a file that was written. */
  add(name: string): void {
    this.#fresh.add(name);
  }

  /** Removes at once those that no commit has ever had; the others go with the next commit. */
  async drop(names: readonly string[]): Promise<void> {
    const fresh = names.filter((name) => this.#fresh.delete(name));
    await sharedFiles(this.#directory).condemn(fresh);
  }

  /** All is synced and `now` is the commit: what only the one before it needed goes. */
  async settle(before: Commit | undefined, now: Commit): Promise<void> {
    this.#fresh.clear();
    const kept = new Set(namesOf(now));
    const old = before === undefined ? this.#leftovers : namesOf(before);
    this.#leftovers = [];
    await sharedFiles(this.#directory).condemn(old.filter((name) => !kept.has(name)));
  }
}

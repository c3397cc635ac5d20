/**
 * The files of an index folder as its writer sees them: files of the last commit, files that no
 * commit contains yet, and files to remove.
 *
 * Files that Termwise does not own are never touched (owned-files.ts). Files of an old commit are
 * removed as soon as a new commit replaces it; open readers keep them open. A file that cannot be
 * removed does not fail the commit; the next commit and the next writer try again.
 */

import { TermwiseError } from "../../common/errors.ts";
import type { Directory, FileCreator } from "../../storage/directory.ts";
import { type Commit, listFileNames } from "./commit.ts";
import { detectOrigin, isIndexFileName, isSegmentFileName } from "./owned-files.ts";

export class FileCollector {
  readonly #directory: Directory;
  readonly #fresh = new Set<string>();
  readonly #toRemove = new Set<string>();
  /** Names in the folder that no segment may use. */
  #usedNames: readonly string[] = [];
  /** Files of an unreadable commit, which stay until another commit replaces it. */
  #leftovers: readonly string[] = [];

  private constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** Removes what a crash left behind, unless there is an unreadable commit. */
  static async open(
    directory: Directory,
    commit: Commit | undefined,
    { isUnreadable }: { readonly isUnreadable: boolean },
  ): Promise<FileCollector> {
    const collector = new FileCollector(directory);
    const needed = new Set(commit === undefined ? [] : listFileNames(commit));
    const names = await directory.list();
    const orphans: string[] = [];
    for (const name of names.filter((each) => isIndexFileName(each) && !needed.has(each))) {
      const origin = await detectOrigin(directory, name);
      // Next to an index, empty files with names of its segments are its own.
      const isRemnant = origin === "blank" && commit !== undefined && isSegmentFileName(name);
      if (origin === "ours" || isRemnant) orphans.push(name);
    }
    if (isUnreadable) collector.#leftovers = orphans;
    else await collector.#remove(orphans);
    const removed = new Set(isUnreadable ? [] : orphans);
    collector.#usedNames = names.filter(
      (name) => !removed.has(name) || collector.#toRemove.has(name),
    );
    return collector;
  }

  /** Whether a segment of this name would collide with no foreign file. */
  isFree(segment: string): boolean {
    return !this.#usedNames.some((name) => name.startsWith(`${segment}.`));
  }

  /** Creates files and records their names. */
  get creator(): FileCreator {
    return {
      create: async (name) => {
        const file = await this.#directory.create(name);
        this.#fresh.add(name);
        return file;
      },
    };
  }

  /** Files that no commit has synced. */
  get fresh(): readonly string[] {
    return [...this.#fresh];
  }

  /**
   * Removes files that no commit has contained at once; the others are removed with the next
   * commit.
   */
  async drop(names: readonly string[]): Promise<void> {
    await this.#remove(names.filter((name) => this.#fresh.delete(name)));
  }

  /** Removes all files that no commit has contained. */
  async abandon(): Promise<void> {
    await this.drop(this.fresh);
  }

  /** Removes the files that only the commit `before` needed. `now` is the current commit. */
  async removeObsolete(before: Commit | undefined, now: Commit): Promise<void> {
    this.#fresh.clear();
    const needed = new Set(listFileNames(now));
    const old = before === undefined ? this.#leftovers : listFileNames(before);
    this.#leftovers = [];
    await this.#remove(old.filter((name) => !needed.has(name)));
  }

  async #remove(names: readonly string[]): Promise<void> {
    for (const name of names) this.#toRemove.add(name);
    for (const name of [...this.#toRemove]) {
      if (await tryRemove(this.#directory, name)) this.#toRemove.delete(name);
    }
  }
}

/** Removes a file; returns false if that is not possible now. */
async function tryRemove(directory: Directory, name: string): Promise<boolean> {
  try {
    await directory.remove(name);
    return true;
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    return error.code === "NOT_FOUND"; // another process removed it first
  }
}

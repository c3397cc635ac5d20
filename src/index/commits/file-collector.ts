/**
 * The files of an index folder as its writer sees them: those of the last
 * commit, those that no commit has yet, and those that are to be removed.
 *
 * Nothing that is not ours is ever touched (owned-files.ts). Files of an old
 * commit go as soon as a new one has taken its place: whoever still reads them
 * has them open. A file that cannot be removed costs no commit; removing it is
 * tried again with the next one, and by the next writer.
 */

import { TermwiseError } from "../../common/errors.ts";
import type { Directory, FileCreator } from "../../storage/directory.ts";
import { type Commit, listFileNames } from "./commit.ts";
import { detectOrigin, isIndexFileName, isSegmentFileName } from "./owned-files.ts";

export class FileCollector {
  readonly #directory: Directory;
  readonly #fresh = new Set<string>();
  readonly #toRemove = new Set<string>();
  /** Names in the folder that no segment may take. */
  #usedNames: readonly string[] = [];
  /** Files of a commit that could not be read, which stay until another takes its place. */
  #leftovers: readonly string[] = [];

  private constructor(directory: Directory) {
    this.#directory = directory;
  }

  /** Removes what a crash left behind, unless there is a commit that cannot be read. */
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
      // Where there is an index, the names of its segments' files are kept for it.
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

  /** Whether no file of another can stand in the way of a segment of this name. */
  isFree(segment: string): boolean {
    return !this.#usedNames.some((name) => name.startsWith(`${segment}.`));
  }

  /** Creates files and remembers which. */
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

  /** Removes at once those that no commit has ever had; the others go with the next commit. */
  async drop(names: readonly string[]): Promise<void> {
    await this.#remove(names.filter((name) => this.#fresh.delete(name)));
  }

  /** Removes all that no commit has ever had. */
  async abandon(): Promise<void> {
    await this.drop(this.fresh);
  }

  /** `now` is the commit: what only the one before it needed goes. */
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

/** Removes a file; false where that is not possible now. */
async function tryRemove(directory: Directory, name: string): Promise<boolean> {
  try {
    await directory.remove(name);
    return true;
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    return error.code === "NOT_FOUND"; // somebody else was quicker
  }
}

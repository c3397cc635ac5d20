/**
 * The files of an index folder as its writer sees them: those of the last
 * commit, those that no commit has yet, and those that are to be removed.
 *
 * Nothing that is not ours is ever touched (our-files.ts). Files of an old
 * commit go as soon as a new one has taken its place: whoever still reads them
 * has them open. A file that cannot be removed costs no commit; removing it is
 * tried again with the next one, and by the next writer.
 */

import { TermwiseError } from "../../common/errors.ts";
import type { Directory, FileCreator } from "../../storage/directory.ts";
import { type Commit, namesOf } from "./commit.ts";
import { isNameOfOurs, isNameOfSegment, originOf } from "./our-files.ts";

export class FileKeeper {
  readonly #directory: Directory;
  readonly #fresh = new Set<string>();
  readonly #condemned = new Set<string>();
  /** Names in the folder that no segment may take. */
  #taken: readonly string[] = [];
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
  ): Promise<FileKeeper> {
    const keeper = new FileKeeper(directory);
    const needed = new Set(commit === undefined ? [] : namesOf(commit));
    const names = await directory.list();
    const strays: string[] = [];
    for (const name of names.filter((each) => isNameOfOurs(each) && !needed.has(each))) {
      const origin = await originOf(directory, name);
      // Where there is an index, the names of its segments' files are kept for it.
      const isRemnant = origin === "blank" && commit !== undefined && isNameOfSegment(name);
      if (origin === "ours" || isRemnant) strays.push(name);
    }
    if (isUnreadable) keeper.#leftovers = strays;
    else await keeper.#condemn(strays);
    const gone = new Set(isUnreadable ? [] : strays);
    keeper.#taken = names.filter((name) => !gone.has(name) || keeper.#condemned.has(name));
    return keeper;
  }

  /** Whether no file of another can stand in the way of a segment of this name. */
  isFree(segment: string): boolean {
    return !this.#taken.some((name) => name.startsWith(`${segment}.`));
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
    await this.#condemn(names.filter((name) => this.#fresh.delete(name)));
  }

  /** Removes all that no commit has ever had. */
  async abandon(): Promise<void> {
    await this.drop(this.fresh);
  }

  /** `now` is the commit: what only the one before it needed goes. */
  async settle(before: Commit | undefined, now: Commit): Promise<void> {
    this.#fresh.clear();
    const kept = new Set(namesOf(now));
    const old = before === undefined ? this.#leftovers : namesOf(before);
    this.#leftovers = [];
    await this.#condemn(old.filter((name) => !kept.has(name)));
  }

  async #condemn(names: readonly string[]): Promise<void> {
    for (const name of names) this.#condemned.add(name);
    for (const name of [...this.#condemned]) {
      if (await isRemoved(this.#directory, name)) this.#condemned.delete(name);
    }
  }
}

/** Removes a file; false where that is not possible now. */
async function isRemoved(directory: Directory, name: string): Promise<boolean> {
  try {
    await directory.remove(name);
    return true;
  } catch (error) {
    if (!(error instanceof TermwiseError)) throw error;
    return error.code === "NOT_FOUND"; // somebody else was quicker
  }
}

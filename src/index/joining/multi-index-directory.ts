/** The files of several indexes as one read-only directory, whose commit joins theirs. */

import type { Directory, OpenFile } from "../../storage/directory.ts";
import { ReadOnlyDirectory } from "../../storage/read-only-directory.ts";
import { type Commit, type CommitSource, indexNotFound, readCommit } from "../commits/commit.ts";
import { joinCommits, splitName } from "./join-commits.ts";

export class MultiIndexDirectory extends ReadOnlyDirectory implements CommitSource {
  readonly directories: readonly Directory[];
  readonly location: string;
  readonly isRemote?: true;
  readonly rangeThreshold?: number;
  protected readonly refusal: string =
    "several indexes that are searched as one cannot be changed; open one of them to change it";

  constructor(directories: readonly Directory[]) {
    super();
    this.directories = directories;
    this.location = directories.map(({ location }) => location).join(" and ");
    const thresholds = directories.flatMap(({ rangeThreshold }) => rangeThreshold ?? []);
    if (directories.some(({ isRemote }) => isRemote === true)) this.isRemote = true;
    if (thresholds.length > 0) this.rangeThreshold = Math.min(...thresholds);
  }

  /** The newest commits of all indexes. `NOT_FOUND` if one of the directories has no index. */
  async readCommit(): Promise<Commit> {
    const commits = this.directories.map(async (directory) => {
      const commit = await readCommit(directory);
      if (commit === undefined) throw indexNotFound(directory);
      return { location: directory.location, commit };
    });
    return joinCommits(await Promise.all(commits));
  }

  async read(joined: string): Promise<Uint8Array> {
    const { directory, name } = this.#find(joined);
    return directory.read(name);
  }

  async readShared(joined: string): Promise<Uint8Array> {
    const { directory, name } = this.#find(joined);
    return directory.readShared(name);
  }

  async openFile(joined: string, hint?: { readonly bytes: number }): Promise<OpenFile> {
    const { directory, name } = this.#find(joined);
    return directory.openFile(name, hint);
  }

  #find(joined: string): { readonly directory: Directory; readonly name: string } {
    const { index, name } = splitName(joined);
    const directory = this.directories[index];
    if (directory === undefined) throw new Error(`no index has the file ${joined}`);
    return { directory, name };
  }
}

/**
 * The files of one commit in shared memory, as a read-only directory. They are sent
 * to the search threads without a copy; files that a snapshot holds are shared with
 * it.
 */

import { TermwiseError } from "../common/errors.ts";
import { listFileNames, openCurrent } from "../index/commits/index.ts";
import { IndexSnapshot } from "../index/snapshots/index.ts";
import type { Directory } from "../storage/directory.ts";
import { notFound } from "../storage/storage-errors.ts";

/** Contents by name; undefined for files that searching never reads. */
export type CommitFiles = ReadonlyMap<string, Uint8Array | undefined>;

/**
 * Opens the current commit, with all its files except the stored fields in memory.
 * `NOT_FOUND` if there is none.
 */
export async function openWithFiles(
  directory: Directory,
): Promise<{ snapshot: IndexSnapshot; files: CommitFiles }> {
  return openCurrent(directory, async (commit) => {
    const snapshot = await IndexSnapshot.openCommit(directory, commit, { isWhole: true });
    try {
      const loaded = new Map(snapshot.parts.flatMap(({ segment }) => [...segment.bytes]));
      const unreadNames = new Set(commit.segments.map((segment) => segment.files.stored?.name));
      const files = new Map<string, Uint8Array | undefined>();
      for (const name of listFileNames(commit)) {
        const isRead = !unreadNames.has(name);
        files.set(
          name,
          isRead ? (loaded.get(name) ?? (await directory.readShared(name))) : undefined,
        );
      }
      return { snapshot, files };
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  });
}

/** The files as a directory. */
export function createDirectory(files: CommitFiles): Directory {
  const bytes = (name: string): Uint8Array => {
    const file = files.get(name);
    if (file === undefined) throw notFound("file", name);
    return file;
  };
  const reject = async (): Promise<never> => {
    throw new TermwiseError("IO", "the files of a search pool are read-only");
  };
  return {
    location: "the memory of a search pool",
    read: async (name) => bytes(name).slice(),
    readShared: async (name) => bytes(name),
    openFile: async (name) => {
      if (!files.has(name)) throw notFound("file", name);
      const fill = (target: Uint8Array, start: number): void =>
        target.set(bytes(name).subarray(start, start + target.length));
      return {
        size: files.get(name)?.length ?? 0,
        read: async (start, length) => bytes(name).slice(start, start + length),
        readShared: async () => bytes(name),
        readInto: async (target, start) => fill(target, start),
        readSync: fill,
        close: async () => {},
      };
    },
    list: async () => [...files.keys()],
    write: reject,
    create: reject,
    sync: reject,
    rename: reject,
    syncNames: reject,
    remove: reject,
    lock: reject,
    isLocked: async () => false,
  };
}

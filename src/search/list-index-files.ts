/** The files of an index on a server, for clients that keep copies of them. */

import { COMMIT_FILE, indexNotFound, listFileNames, readCommit } from "../index/commits/index.ts";
import { HttpDirectory } from "../storage/http-directory.ts";
import { PACK_HEADER_FILE } from "../storage/pack-header-file.ts";

/**
 * The addresses of all current files of an index, its commit or its head last.
 * `NOT_FOUND` if there is no index.
 */
export async function listIndexFiles(address: string): Promise<readonly string[]> {
  if (address.endsWith(`/${PACK_HEADER_FILE}`)) {
    const { PackedDirectory } = await import("../index/packed/index.ts");
    const packed = new PackedDirectory(address.slice(0, -PACK_HEADER_FILE.length));
    return (await packed.servedNames()).map((name) => packed.url + name);
  }
  const directory = new HttpDirectory(address);
  const commit = await readCommit(directory);
  if (commit === undefined) throw indexNotFound(directory);
  return [...listFileNames(commit), COMMIT_FILE].map((name) => directory.url + name);
}

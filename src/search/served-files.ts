/** The files of an index on a server, for those who keep copies of them. */

import { namesOf, noIndex, POINTER, readCommit } from "../index/commits/index.ts";
import { HttpDirectory } from "../storage/http-directory.ts";
import { OPENING } from "../storage/packed-opening.ts";

/** The addresses of all files of an index as of now, its commit or its head last. `NOT_FOUND` where there is no index. */
export async function servedFiles(address: string): Promise<readonly string[]> {
  if (address.endsWith(`/${OPENING}`)) {
    const { PackedDirectory } = await import("../index/packed/index.ts");
    const packed = new PackedDirectory(address.slice(0, -OPENING.length));
    return (await packed.servedNames()).map((name) => packed.url + name);
  }
  const directory = new HttpDirectory(address);
  const commit = await readCommit(directory);
  if (commit === undefined) throw noIndex(directory);
  return [...namesOf(commit), POINTER].map((name) => directory.url + name);
}

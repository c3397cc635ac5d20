/** The files of an index on a server, for those who keep copies of them. */

import { namesOf, noIndex, POINTER, readCommit } from "../index/commits/index.ts";
import { HttpDirectory } from "../storage/http-directory.ts";

/** The addresses of all files of an index as of now, its commit last. `NOT_FOUND` where there is no index. */
export async function servedFiles(address: string): Promise<readonly string[]> {
  const directory = new HttpDirectory(address);
  const commit = await readCommit(directory);
  if (commit === undefined) throw noIndex(directory);
  return [...namesOf(commit), POINTER].map((name) => directory.url + name);
}

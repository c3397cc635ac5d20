/** Opening what the current commit names while a writer, in this process or another, may replace it. */

import { corrupt, TermwiseError } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import { type Commit, indexNotFound, isSameCommit, readCommit } from "./commit.ts";

/**
 * Runs `open` with the current commit, and again with the next one when files
 * were gone or others had taken their names because the commit was replaced
 * meanwhile. `NOT_FOUND` where there is no index; a file that the commit names
 * and that is not there is `CORRUPT_INDEX`.
 */
export async function openCurrent<T>(
  directory: Directory,
  open: (commit: Commit) => Promise<T>,
): Promise<T> {
  let commit = await readCommit(directory);
  for (;;) {
    if (commit === undefined) throw indexNotFound(directory);
    try {
      return await open(commit);
    } catch (error) {
      if (!(error instanceof TermwiseError)) throw error;
      if (error.code !== "NOT_FOUND" && error.code !== "CORRUPT_INDEX") throw error;
      const now = await readCommit(directory);
      if (!isSameCommit(commit, now)) commit = now;
      else if (error.code === "CORRUPT_INDEX") throw error;
      else throw corrupt(String(error.details.path), 0, "the file is missing");
    }
  }
}

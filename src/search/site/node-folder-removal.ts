/** Removes folders on disk, in Node. */

import { rm } from "node:fs/promises";

/** Removes a folder with everything in it. A missing folder is not an error. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true });
}

/** Reads a whole file that fits into memory. */

import { concatenate } from "../common/bytes/index.ts";
import type { Files } from "./files.ts";

/** All bytes of a file. Fails with `NOT_FOUND` if there is no file. */
export async function readWholeFile(files: Files, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.read(path)) chunks.push(chunk);
  return concatenate(chunks);
}

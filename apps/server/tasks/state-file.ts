/** Small JSON files that the server keeps beside an index. Each is replaced in one move. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { NodeDirectory } from "../../../src/storage/node-directory.ts";
import { replaceFile } from "../../../src/storage/replace-file.ts";
import { type IndexCatalog, resolveStateFolder } from "./index-catalog.ts";

/** What a file says; undefined where there is none. */
export async function readStateFile<T>(
  catalog: IndexCatalog,
  index: string,
  file: string,
): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(join(resolveStateFolder(catalog, index), file), "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Replaces a file. When it resolves, the disk has it. */
export async function writeStateFile(
  catalog: IndexCatalog,
  index: string,
  file: string,
  content: unknown,
): Promise<void> {
  const text = typeof content === "string" ? content : JSON.stringify(content);
  const directory = await NodeDirectory.open(resolveStateFolder(catalog, index));
  await replaceFile(directory, file, new TextEncoder().encode(text));
}

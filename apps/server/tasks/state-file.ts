/** Small JSON files that the server keeps beside an index. Each is replaced in one move. */

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { quote, TermwiseError } from "../../../src/common/errors.ts";
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

const IDENTITY_FILE = "identity.json";

/**
 * What tells the state of an index from that of its successor of the same name:
 * an id that is removed with the state.
 */
export type StateIdentity = string & { readonly brand: "StateIdentity" };

/** The identity of an index's state, which gets one if it has none. */
export async function openStateIdentity(
  catalog: IndexCatalog,
  index: string,
): Promise<StateIdentity> {
  const stored = await readStateFile<StateIdentity>(catalog, index, IDENTITY_FILE);
  if (stored !== undefined) return stored;
  const identity = randomUUID() as string as StateIdentity;
  await writeStateFile(catalog, index, IDENTITY_FILE, JSON.stringify(identity));
  return identity;
}

/** `NOT_FOUND` if the index was deleted since its state was opened, by whichever server. */
export async function checkStateIdentity(
  catalog: IndexCatalog,
  index: string,
  identity: StateIdentity,
): Promise<void> {
  if ((await readStateFile(catalog, index, IDENTITY_FILE)) === identity) return;
  throw new TermwiseError("NOT_FOUND", `the index ${quote(index)} was deleted meanwhile`);
}

/**
 * Small JSON files of the server's state beside an index. Each is replaced
 * atomically. A change reads and writes under a lock, so that two servers on one
 * folder do not lose each other's changes.
 */

import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { quote, TermwiseError } from "../../../src/common/errors.ts";
import { NodeDirectory } from "../../../src/storage/node-directory.ts";
import { replaceFile } from "../../../src/storage/replace-file.ts";
import { toStorageError } from "../../../src/storage/storage-errors.ts";
import { type IndexCatalog, resolveStateFolder } from "./index-catalog.ts";

/** A file of an index's state. */
export interface IndexStateFile<T> {
  readonly name: string;
  readonly schema: v.GenericSchema<T>;
}

const LOCK = "state";
/** Ms to wait for another server that changes the state of the same index. */
const LOCK_WAIT_MS = 5000;
const LOCK_RETRY_MS = 5;

/** The content of a file; undefined if there is none. `CORRUPT_INDEX` for a damaged one. */
export async function readStateFile<T>(
  catalog: IndexCatalog,
  index: string,
  { name, schema }: IndexStateFile<T>,
): Promise<T | undefined> {
  const path = join(resolveStateFolder(catalog, index), name);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw toStorageError(error, `cannot read ${quote(name)}`);
  }
  return parseStateFile(text, schema, (reason) => createDamagedStateError(index, name, reason));
}

/** The value of a file's JSON; throws what `createError` makes of a reason. */
export function parseStateFile<T>(
  text: string,
  schema: v.GenericSchema<T>,
  createError: (reason: string) => Error,
): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw createError("it is not JSON");
  }
  const { success, output } = v.safeParse(schema, value, { abortEarly: true });
  if (success) return output as T;
  throw createError("it does not have the form of such a file");
}

function createDamagedStateError(index: string, stateFile: string, reason: string): TermwiseError {
  const message = `${stateFile} of the index ${quote(index)} is damaged: ${reason}; restore or remove it`;
  return new TermwiseError("CORRUPT_INDEX", message, { stateFile });
}

/**
 * Replaces a file by what `change` makes of it, which may read it. When it resolves,
 * the disk has the new one.
 */
export async function updateStateFile<T, R>(
  catalog: IndexCatalog,
  index: string,
  file: Pick<IndexStateFile<T>, "name">,
  change: () => Promise<{ readonly content: T; readonly result: R }>,
): Promise<R> {
  const directory = await NodeDirectory.open(resolveStateFolder(catalog, index));
  const unlock = await waitForLock(directory);
  try {
    const { content, result } = await change();
    const text = typeof content === "string" ? content : JSON.stringify(content);
    await replaceFile(directory, file.name, new TextEncoder().encode(text));
    return result;
  } finally {
    await unlock();
  }
}

/** Replaces a file by a content that does not depend on it. */
export function writeStateFile(
  catalog: IndexCatalog,
  index: string,
  name: string,
  content: unknown,
): Promise<void> {
  return updateStateFile(catalog, index, { name }, async () => ({ content, result: undefined }));
}

async function waitForLock(directory: NodeDirectory): Promise<() => Promise<void>> {
  const startTime = performance.now();
  for (;;) {
    try {
      return await directory.lock(LOCK);
    } catch (error) {
      const isLocked = error instanceof TermwiseError && error.code === "LOCKED";
      if (!isLocked || performance.now() - startTime > LOCK_WAIT_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, LOCK_RETRY_MS));
    }
  }
}

/**
 * Distinguishes the state of an index from that of a later index of the same name:
 * an id that is removed with the state.
 */
export type StateIdentity = string & { readonly brand: "StateIdentity" };

const IDENTITY: IndexStateFile<StateIdentity> = {
  name: "identity.json",
  schema: v.pipe(v.string(), v.nonEmpty()) as unknown as v.GenericSchema<StateIdentity>,
};

/** The identity of an index's state, which gets one if it has none. */
export async function openStateIdentity(
  catalog: IndexCatalog,
  index: string,
): Promise<StateIdentity> {
  const stored = await readStateFile(catalog, index, IDENTITY);
  if (stored !== undefined) return stored;
  return updateStateFile(catalog, index, IDENTITY, async () => {
    const result = (await readStateFile(catalog, index, IDENTITY)) ?? createIdentity();
    return { content: JSON.stringify(result), result };
  });
}

function createIdentity(): StateIdentity {
  return randomUUID() as string as StateIdentity;
}

/** `NOT_FOUND` if the index was deleted since its state was opened, by whichever server. */
export async function checkStateIdentity(
  catalog: IndexCatalog,
  index: string,
  identity: StateIdentity,
): Promise<void> {
  if ((await readStateFile(catalog, index, IDENTITY)) === identity) return;
  throw new TermwiseError("NOT_FOUND", `the index ${quote(index)} was deleted meanwhile`);
}

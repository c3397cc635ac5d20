/**
 * API keys. A key is 32 random bytes with a recognisable prefix. The server stores
 * only its SHA-256, which suffices for a random secret, and compares in constant time.
 */

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { ApiScope } from "../../src/api/operations.ts";
import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { replaceFile } from "../../src/storage/replace-file.ts";
import { toStorageError } from "../../src/storage/storage-errors.ts";
import { parseStateFile } from "./tasks/state-file.ts";

/** The scopes, the weakest first. */
export const SCOPES: readonly ApiScope[] = ["read", "write", "admin"];

/** A stored key. */
export interface StoredKey {
  readonly name: string;
  readonly scope: ApiScope;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
}

const FILE = "keys.json";
const storedKeys: v.GenericSchema<StoredKey[]> = v.array(
  v.object({
    name: v.string(),
    scope: v.picklist(["read", "write", "admin"]),
    hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  }),
);
/** Keys that people choose must be as long as this, in bytes. */
const MIN_KEY_LENGTH = 16;

/** The keys of a server. */
export class Keys {
  readonly #keys: readonly StoredKey[];

  constructor(keys: readonly StoredKey[] = []) {
    this.#keys = keys;
  }

  /** The stored keys. `BAD_INPUT` for a damaged file: no key is guessed. */
  static async read(folder: string): Promise<Keys> {
    const path = join(folder, FILE);
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return new Keys();
      throw toStorageError(error, `cannot read ${quote(path)}`);
    }
    const createError = (reason: string): TermwiseError =>
      new TermwiseError("BAD_INPUT", `${quote(path)} cannot be used: ${reason}`, { path });
    return new Keys(parseStateFile(text, storedKeys, createError));
  }

  get isEmpty(): boolean {
    return this.#keys.length === 0;
  }

  /** The keys with one more that a person chose. `BAD_ARGUMENT` for a short one. */
  with(key: string, scope: ApiScope, name: string): Keys {
    const bytes = Buffer.byteLength(key);
    if (bytes < MIN_KEY_LENGTH) {
      throw badArgument(`a key must have at least ${MIN_KEY_LENGTH} bytes, got ${bytes}`);
    }
    const others = this.#keys.filter((each) => each.name !== name);
    return new Keys([...others, { name, scope, hash: hashKey(key).toString("hex") }]);
  }

  /** A key as it is stored; undefined for an unknown one. All keys are compared, whichever fits. */
  find(key: string): StoredKey | undefined {
    const hash = hashKey(key);
    let match: StoredKey | undefined;
    for (const stored of this.#keys) {
      if (timingSafeEqual(hash, Buffer.from(stored.hash, "hex"))) match = stored;
    }
    return match;
  }

  /** Keeps the keys in a folder, hashed. */
  async save(folder: string): Promise<void> {
    const directory = await NodeDirectory.open(folder);
    await replaceFile(directory, FILE, new TextEncoder().encode(JSON.stringify(this.#keys)));
  }

  /** Names and scopes, for people. */
  list(): readonly { readonly name: string; readonly scope: ApiScope }[] {
    return this.#keys.map(({ name, scope }) => ({ name, scope }));
  }
}

/** A new key. It is shown once and not stored. */
export function generateKey(): string {
  return `tw_${randomBytes(32).toString("base64url")}`;
}

/** A scope by its name. */
export function parseScope(name: string): ApiScope {
  const scope = SCOPES.find((each) => each === name);
  if (scope !== undefined) return scope;
  throw badArgument(`a scope is ${SCOPES.join(", ")}, got ${quote(name)}`);
}

/** Whether a scope includes another. */
export function includesScope(scope: ApiScope, required: ApiScope): boolean {
  return SCOPES.indexOf(scope) >= SCOPES.indexOf(required);
}

function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

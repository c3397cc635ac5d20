/**
 * API keys. A key is 32 random bytes with a recognisable prefix. The server stores
 * only its SHA-256, which suffices for a random secret, and compares in constant time.
 */

import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Filter } from "../../../src/api/filter.ts";
import type { ApiScope } from "../../../src/api/operations.ts";
import { defined } from "../../../src/common/defined.ts";
import { badArgument, quote, TermwiseError } from "../../../src/common/errors.ts";
import { parseFilter } from "../../../src/search/filter.ts";
import { NodeDirectory } from "../../../src/storage/node-directory.ts";
import { replaceFile } from "../../../src/storage/replace-file.ts";
import { toStorageError } from "../../../src/storage/storage-errors.ts";
import { parseStateFile } from "../tasks/state-file.ts";

/** The scopes, the weakest first. */
export const SCOPES: readonly ApiScope[] = ["search", "read", "write", "admin"];

/** What a key is restricted to. */
export interface KeyLimits {
  /** The only indexes that it may be used for. Default: all. */
  readonly indexes?: readonly string[] | undefined;
  /** A filter of every search. Only for the scope `search`. */
  readonly filter?: Filter | undefined;
  /** When it ends, as ISO 8601. Default: never. */
  readonly expires?: string | undefined;
}

/** A stored key. */
export interface StoredKey extends KeyLimits {
  readonly name: string;
  readonly scope: ApiScope;
  /** SHA-256 of the key, in hexadecimal. */
  readonly hash: string;
}

/** The file of keys in a folder. */
export const KEYS_FILE = "keys.json";
const storedKeys: v.GenericSchema<StoredKey[]> = v.array(
  v.object({
    name: v.string(),
    scope: v.picklist(["search", "read", "write", "admin"]),
    hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
    indexes: v.optional(v.array(v.string())),
    filter: v.optional(v.custom<Filter>(isFilter)),
    expires: v.optional(v.pipe(v.string(), v.isoTimestamp())),
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
    const path = join(folder, KEYS_FILE);
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

  /** The keys with a new one. `BAD_ARGUMENT` for a name that exists, and for limits that cannot be enforced. */
  withNew(
    key: string,
    {
      scope,
      name = this.#nextName(),
      ...limits
    }: KeyLimits & { readonly scope: ApiScope; readonly name?: string | undefined },
  ): Keys {
    if (this.#keys.some((each) => each.name === name)) {
      throw badArgument(`there is a key ${quote(name)} already`);
    }
    if (limits.filter !== undefined) {
      if (scope !== "search") throw badArgument("a key with a filter must have the scope search");
      parseFilter(limits.filter);
    }
    const expires = limits.expires === undefined ? undefined : toTimestamp(limits.expires);
    const hash = hashKey(key).toString("hex");
    return new Keys([...this.#keys, { name, scope, hash, ...defined({ ...limits, expires }) }]);
  }

  #nextName(): string {
    for (let i = this.#keys.length + 1; ; i++) {
      if (this.#keys.every(({ name }) => name !== `key-${i}`)) return `key-${i}`;
    }
  }

  /** The keys without one; undefined if there is none of this name. */
  without(name: string): Keys | undefined {
    const others = this.#keys.filter((each) => each.name !== name);
    return others.length === this.#keys.length ? undefined : new Keys(others);
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
    await replaceFile(directory, KEYS_FILE, new TextEncoder().encode(JSON.stringify(this.#keys)));
  }

  /** All but the hashes. */
  list(): readonly Omit<StoredKey, "hash">[] {
    return this.#keys.map(({ hash: _, ...key }) => key);
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

/** True for a key whose time is over. */
export function isExpired({ expires }: StoredKey, now: Date): boolean {
  return expires !== undefined && Date.parse(expires) <= now.getTime();
}

function isFilter(value: unknown): boolean {
  try {
    parseFilter(value);
    return true;
  } catch {
    return false;
  }
}

/** The last moment whose year has four digits, which stored keys must have. */
const LAST_EXPIRY = Date.parse("9999-12-31T23:59:59.999Z");

function toTimestamp(text: string): string {
  const ms = Date.parse(text);
  if (Number.isNaN(ms) || ms < 0 || ms > LAST_EXPIRY) {
    throw badArgument(`expires must be a date such as 2027-01-31, got ${quote(text)}`);
  }
  return new Date(ms).toISOString();
}

function hashKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

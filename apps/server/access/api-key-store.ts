/**
 * The keys of a running server: those of its folder, which other processes may change,
 * and the one of its environment. A change of the file is seen within a second.
 */

import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { KeyRequest } from "../../../src/api/requests.ts";
import { readClock } from "../../../src/common/monotonic-clock.ts";
import { generateKey, KEYS_FILE, type KeyLimits, Keys, type StoredKey } from "./api-keys.ts";

/** How long the file is not looked at again, in ms. */
const RECHECK_MS = 1000;

export class KeyStore {
  readonly #folder: string | undefined;
  readonly #environment: Keys;
  #keys: Keys;
  /** Once there were keys, a server without any is closed, not open to all. */
  #needsKey: boolean;
  #version = "";
  #checkedAt = -Infinity;
  #changes: Promise<unknown> = Promise.resolve();

  /** Without a folder, keys are not kept. */
  constructor(keys: Keys, { folder, environment = new Keys() }: KeyStoreOptions = {}) {
    this.#keys = keys;
    this.#folder = folder;
    this.#environment = environment;
    this.#needsKey = !keys.isEmpty || !environment.isEmpty;
  }

  static async open(folder: string, environment?: Keys): Promise<KeyStore> {
    const store = new KeyStore(new Keys(), { folder, ...(environment && { environment }) });
    await store.refresh();
    return store;
  }

  get isEmpty(): boolean {
    return !this.#needsKey;
  }

  find(key: string): StoredKey | undefined {
    const environment = this.#environment.find(key);
    return this.#keys.find(key) ?? environment;
  }

  /** The keys of the folder, without their hashes. */
  list(): readonly Omit<StoredKey, "hash">[] {
    return this.#keys.list();
  }

  /** Reads the file again if it has changed. Undefined if that was checked a moment ago. */
  refresh(): Promise<void> | undefined {
    const folder = this.#folder;
    const now = readClock();
    if (folder === undefined || now - this.#checkedAt < RECHECK_MS) return undefined;
    this.#checkedAt = now;
    return this.#change(async () => {
      const version = await readVersion(join(folder, KEYS_FILE));
      if (version === this.#version) return;
      this.#use(await Keys.read(folder));
      this.#version = version;
    });
  }

  /** Makes a key and returns it with its name. It cannot be shown again. */
  create(request: KeyRequest): Promise<Omit<StoredKey, "hash"> & { readonly key: string }> {
    return this.#change(async () => {
      await this.#reread();
      const key = generateKey();
      const keys = this.#keys.withNew(key, request as KeyLimits & KeyRequest); // its text was parsed
      await this.#save(keys);
      const { hash: _, ...created } = keys.find(key) as StoredKey;
      return { ...created, key };
    });
  }

  /** Revokes a key by its name; false if there is none. */
  revoke(name: string): Promise<boolean> {
    return this.#change(async () => {
      await this.#reread();
      const keys = this.#keys.without(name);
      if (keys === undefined) return false;
      await this.#save(keys);
      return true;
    });
  }

  /** Another process may have changed the file since. */
  async #reread(): Promise<void> {
    if (this.#folder !== undefined) this.#use(await Keys.read(this.#folder));
  }

  async #save(keys: Keys): Promise<void> {
    const folder = this.#folder;
    if (folder !== undefined) {
      await keys.save(folder);
      this.#version = await readVersion(join(folder, KEYS_FILE));
    }
    this.#use(keys);
  }

  #use(keys: Keys): void {
    this.#keys = keys;
    this.#needsKey ||= !keys.isEmpty;
  }

  /** Changes run one after the other. */
  #change<T>(change: () => Promise<T>): Promise<T> {
    const result = this.#changes.then(change);
    this.#changes = result.catch(() => {});
    return result;
  }
}

interface KeyStoreOptions {
  readonly folder?: string;
  /** Keys that are valid, but not kept. */
  readonly environment?: Keys;
}

/** What identifies the contents of a file; empty if there is none. */
async function readVersion(path: string): Promise<string> {
  const status = await stat(path).catch(() => undefined);
  return status === undefined ? "" : `${status.mtimeMs} ${status.size} ${status.ino}`;
}

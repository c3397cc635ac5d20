/**
 * The files of a pretrained encoder, fetched from an address and kept in the
 * browser's Cache. What is kept is not asked for again, so a model that changes
 * needs another address, such as one with its version.
 */

import { TermwiseError } from "../../common/errors.ts";
import { MemoryFiles } from "../../storage/memory-files.ts";

/** The cache that holds models, of all pages of an origin. */
const CACHE = "termwise-models";

/** `config.json`, `tokenizer.json` and the weights below an address, in a folder of this name. */
export const MODEL_FOLDER = "model";

/** Fetches what is not kept yet. `NOT_FOUND` names a file that is missing. */
export async function fetchedModel(address: string, weights: string): Promise<MemoryFiles> {
  const cache = await openCache();
  const files: Record<string, Uint8Array> = {};
  for (const name of ["config.json", "tokenizer.json", weights]) {
    const bytes = await fetched(`${address.replace(/\/$/, "")}/${name}`, cache);
    files[`${MODEL_FOLDER}/${name.slice(name.lastIndexOf("/") + 1)}`] = bytes;
  }
  return new MemoryFiles(files);
}

/** Undefined where there is none: in Node, in pages without a secure context, where storage is forbidden. */
async function openCache(): Promise<Cache | undefined> {
  try {
    return await globalThis.caches?.open(CACHE);
  } catch {
    return undefined;
  }
}

async function fetched(url: string, cache: Cache | undefined): Promise<Uint8Array> {
  const kept = await cache?.match(url);
  if (kept !== undefined) return new Uint8Array(await kept.arrayBuffer());
  let answer: Response;
  let bytes: ArrayBuffer;
  try {
    answer = await fetch(url);
    bytes = await answer.arrayBuffer();
  } catch (cause) {
    throw new TermwiseError("UNAVAILABLE", `${url} could not be fetched`, { url }, { cause });
  }
  if (!answer.ok) {
    const code = answer.status === 404 ? "NOT_FOUND" : "UNAVAILABLE";
    const message = `${url} of an encoder was answered with ${answer.status}`;
    throw new TermwiseError(code, message, { url, status: answer.status });
  }
  // Only a whole file is kept; where there is no space for it, it is fetched again next time.
  await cache?.put(url, new Response(bytes)).catch(() => {});
  return new Uint8Array(bytes);
}

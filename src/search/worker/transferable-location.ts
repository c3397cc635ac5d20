/**
 * Where an index is, in a form that can be sent to another thread: the address
 * of a folder, or, of a directory that only this thread can read, the files.
 */

import type { UrlLike } from "../../common/web-platform.ts";
import {
  COMMIT_FILE,
  decodeCommit,
  isSameCommit,
  listFileNames,
  openCurrent,
} from "../../index/commits/index.ts";
import type { Directory } from "../../storage/directory.ts";
import { HttpDirectory } from "../../storage/http-directory.ts";
import { OpfsDirectory } from "../../storage/opfs-directory.ts";
import { notFound } from "../../storage/storage-errors.ts";
import type { IndexLocation } from "../index-location.ts";

/** A place as it is sent. */
export type TransferableLocation =
  | { readonly folder: string }
  /** The folder of a packed index, with its head. */
  | { readonly packed: string; readonly opening: Uint8Array }
  | { readonly ofBrowser: string }
  | { readonly files: ReadonlyMap<string, Uint8Array> };

/** What to send for a place. */
export async function toTransferableLocation(
  location: IndexLocation | UrlLike,
): Promise<TransferableLocation> {
  if (typeof location === "string") return { folder: toAbsoluteUrl(location) };
  if ("href" in location) return { folder: location.href };
  if (location instanceof HttpDirectory) return { folder: location.address };
  if (location instanceof OpfsDirectory) return { ofBrowser: location.name };
  return { files: await readIndexFiles(location) };
}

/** An address as a worker understands it, too, whose own address is another than the page's. */
export function toAbsoluteUrl(address: string): string {
  const base = globalThis.document?.baseURI;
  return base === undefined ? address : new URL(address, base).href;
}

/** All files of the current commit. */
function readIndexFiles(directory: Directory): Promise<Map<string, Uint8Array>> {
  return openCurrent(directory, async (commit) => {
    const files = new Map<string, Uint8Array>();
    for (const name of [...listFileNames(commit), COMMIT_FILE]) {
      files.set(name, await directory.readShared(name));
    }
    const last = await decodeCommit(files.get(COMMIT_FILE) as Uint8Array);
    if (!isSameCommit(commit, last)) throw notFound("file", COMMIT_FILE);
    return files;
  });
}

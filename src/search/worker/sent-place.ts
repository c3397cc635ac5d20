/**
 * Where an index is, in a form that can be sent to another thread: the address
 * of a folder, or, of a directory that only this thread can read, the files.
 */

import type { WebAddress } from "../../common/web-platform.ts";
import {
  commitIn,
  isSameCommit,
  namesOf,
  openCurrent,
  POINTER,
} from "../../index/commits/index.ts";
import type { Directory } from "../../storage/directory.ts";
import { HttpDirectory } from "../../storage/http-directory.ts";
import { OpfsDirectory } from "../../storage/opfs-directory.ts";
import { notFound } from "../../storage/storage-errors.ts";
import type { IndexPlace } from "../index-place.ts";

/** A place as it is sent. */
export type SentPlace =
  | { readonly folder: string }
  /** The folder of a packed index, with its head. */
  | { readonly packed: string; readonly opening: Uint8Array }
  | { readonly ofBrowser: string }
  | { readonly files: ReadonlyMap<string, Uint8Array> };

/** What to send for a place. */
export async function sentPlace(place: IndexPlace | WebAddress): Promise<SentPlace> {
  if (typeof place === "string") return { folder: absolute(place) };
  if ("href" in place) return { folder: place.href };
  if (place instanceof HttpDirectory) return { folder: place.address };
  if (place instanceof OpfsDirectory) return { ofBrowser: place.name };
  return { files: await filesOf(place) };
}

/** An address as a worker understands it, too, whose own address is another than the page's. */
export function absolute(address: string): string {
  const base = globalThis.document?.baseURI;
  return base === undefined ? address : new URL(address, base).href;
}

/** All files of the current commit. */
function filesOf(directory: Directory): Promise<Map<string, Uint8Array>> {
  return openCurrent(directory, async (commit) => {
    const files = new Map<string, Uint8Array>();
    for (const name of [...namesOf(commit), POINTER]) {
      files.set(name, await directory.readShared(name));
    }
    const last = await commitIn(files.get(POINTER) as Uint8Array);
    if (!isSameCommit(commit, last)) throw notFound("file", POINTER);
    return files;
  });
}

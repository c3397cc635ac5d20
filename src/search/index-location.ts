/** Where an index is kept: a folder by its path, in Node, or by its address on a web server, or any `Directory`. */

import type { IndexLocation, IndexLocations } from "../api/index-location.ts";
import { badArgument } from "../common/errors.ts";
import { isNode } from "../common/platform.ts";
import type { Directory } from "../storage/directory.ts";
import { PACK_HEADER_FILE } from "../storage/pack-header-file.ts";

export type { IndexLocation, IndexLocations } from "../api/index-location.ts";

/** What the address of a packed index ends with. */
const PACKED = `/${PACK_HEADER_FILE}`;

const WEB_ADDRESS = /^https?:\/\//i;

/** Whether a value is a directory rather than options. */
export function isDirectory(value: unknown): value is Directory {
  const { read, lock } = (value ?? {}) as Partial<Directory>;
  return typeof read === "function" && typeof lock === "function";
}

/** The directory of an index, or one that joins the directories of several. */
export async function openDirectories(locations: IndexLocations): Promise<Directory> {
  if (typeof locations === "string" || !Array.isArray(locations)) {
    return openDirectory(locations as IndexLocation);
  }
  if (locations.length === 0) throw badArgument("openIndex needs at least one index, got []");
  const directories = await Promise.all(locations.map((each) => openDirectory(each)));
  const [first] = directories as [Directory];
  if (directories.length === 1) return first;
  const { MultiIndexDirectory } = await (globalThis.TERMWISE_BROWSER
    ? (await import("../common/bundle-parts.ts")).refusePart("TERMWISE_BROWSER", "joined indexes")
    : import("../index/joining/index.ts"));
  return new MultiIndexDirectory(directories);
}

/** The directory of a place. With `make`, a folder that is missing is made; else it is `NOT_FOUND`. */
export async function openDirectory(
  location: IndexLocation,
  { make = false }: { readonly make?: boolean } = {},
): Promise<Directory> {
  if (typeof location !== "string") return location;
  if (location === "") throw badArgument("the path of a folder must not be empty");
  if (!isNode() || WEB_ADDRESS.test(location)) {
    if (location.endsWith(PACKED)) {
      const { PackedDirectory } = await (globalThis.TERMWISE_BROWSER
        ? (await import("../common/bundle-parts.ts")).refusePart(
            "TERMWISE_BROWSER",
            "packed indexes",
          )
        : import("../index/packed/index.ts"));
      return new PackedDirectory(location.slice(0, 1 - PACKED.length));
    }
    const { HttpDirectory } = await import("../storage/http-directory.ts");
    return new HttpDirectory(location);
  }
  const { NodeDirectory } = await (globalThis.TERMWISE_BROWSER
    ? (await import("../common/bundle-parts.ts")).refusePart("TERMWISE_BROWSER", "folders on disk")
    : import("../storage/node-directory.ts"));
  return make ? NodeDirectory.open(location) : NodeDirectory.openExisting(location);
}

/** Where an index is kept: a folder by its path, in Node, or any `Directory`. */

import { badArgument, quote } from "../common/errors.ts";
import { isNode } from "../common/platform.ts";
import type { Directory } from "../storage/directory.ts";

/** A folder by its path (in Node), or a directory. */
export type IndexPlace = string | Directory;

/** Whether a value is a directory rather than options. */
export function isDirectory(value: unknown): value is Directory {
  const { read, lock } = (value ?? {}) as Partial<Directory>;
  return typeof read === "function" && typeof lock === "function";
}

/** The directory of a place. With `make`, a folder that is missing is made; else it is `NOT_FOUND`. */
export async function directoryOfPlace(
  place: IndexPlace,
  { make = false }: { readonly make?: boolean } = {},
): Promise<Directory> {
  if (typeof place !== "string") return place;
  if (place === "") throw badArgument("the path of a folder must not be empty");
  if (!isNode()) {
    throw badArgument(`the folder ${quote(place)} needs Node; give a Directory here`);
  }
  const { NodeDirectory } = await import("../storage/node-directory.ts");
  return make ? NodeDirectory.open(place) : NodeDirectory.openExisting(place);
}

/** `--queries`: a file of queries, or one split of a collection with its judgements. */

import {
  openKnownCollection,
  parseCollectionSplit,
  readQueries,
  readSplit,
  type Split,
} from "../../src/collection/index.ts";
import type { Shell } from "./command.ts";

/** Reads `collection:split`, a collection with one split, or a file or `-` (without judgements). */
export async function readQuerySource(source: string, shell: Shell): Promise<Split> {
  const kind = await shell.files.kind(source);
  if (kind === "file") {
    const queries = await readQueries(shell.files, source);
    return { name: source, queries, judgements: new Map() };
  }
  // A folder that is there may have a colon in its name.
  const parsed = kind === "folder" ? { collection: source } : parseCollectionSplit(source);
  const { collection: name, split } = parsed;
  const environment = { collections: shell.collections, findPackage: shell.findPackage };
  return readSplit(await openKnownCollection(shell.files, name, environment), split);
}

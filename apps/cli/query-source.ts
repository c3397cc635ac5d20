/** `--queries`: a file of queries, or one split of a collection with its judgements. */

import {
  openKnownCollection,
  parseCollectionSplit,
  readQueries,
  readSplit,
  type Split,
} from "../../src/collection/index.ts";
import type { Shell } from "./command.ts";

/** Reads `collection:split`, a collection with one split, or a file (which has no judgements). */
export async function readQuerySource(source: string, shell: Shell): Promise<Split> {
  if ((await shell.files.kind(source)) === "file") {
    const queries = await readQueries(shell.files, source);
    return { name: source, queries, judgements: new Map() };
  }
  const { collection: name, split } = parseCollectionSplit(source);
  const environment = { collections: shell.collections, findPackage: shell.findPackage };
  return readSplit(await openKnownCollection(shell.files, name, environment), split);
}

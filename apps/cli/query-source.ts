/** `--queries`: a file of queries, or one split of a collection with its judgements. */

import {
  openDataset,
  parseCollectionSplit,
  readQueries,
  readSplit,
  type Split,
} from "../../src/collection/index.ts";
import type { CommandContext } from "./command.ts";

/**
 * Reads `collection:split`, a collection with one split, or a file or `-` (without judgements). Of a
 * collection with several splits, none of them named, `usual` is read if there is such a split.
 */
export async function readQuerySource(
  source: string,
  context: CommandContext,
  usual?: string,
): Promise<Split> {
  const kind = await context.files.kind(source);
  if (kind === "file") {
    const queries = await readQueries(context.files, source);
    return { name: source, queries, judgements: new Map() };
  }
  // A folder that is there may have a colon in its name.
  const parsed = kind === "folder" ? { collection: source } : parseCollectionSplit(source);
  const { collection: name, split } = parsed;
  const environment = { collections: context.collections, findPackage: context.findPackage };
  const collection = await openDataset(context.files, name, environment);
  const isUsual = usual !== undefined && collection.splits.includes(usual);
  return readSplit(collection, split ?? (isUsual ? usual : undefined));
}

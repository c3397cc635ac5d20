/** An index named on the command line, or made of a collection that is, opened for searching. */

import { openDataset } from "../../src/collection/index.ts";
import { type IndexReader, indexInMemory, withReader } from "../../src/search/index.ts";
import type { CommandContext } from "./command.ts";

export type OpenIndex = IndexReader;

/** Opens the index in a folder, or those of several as one, and closes it after `use`. */
export function withIndex<T>(
  folder: string | readonly string[],
  use: (index: OpenIndex) => Promise<T>,
  options: { readonly threads?: number } = {},
): Promise<T> {
  return withReader(folder, use, options);
}

/** Makes the index that `termwise index <collection>` would, in memory, for as long as `use` takes. */
export async function withCollectionIndex<T>(
  collection: string,
  context: CommandContext,
  use: (index: OpenIndex) => Promise<T>,
  { positions = false }: { readonly positions?: boolean } = {},
): Promise<T> {
  const { files, collections, findPackage, progress } = context;
  const source = await openDataset(files, collection, { collections, findPackage });
  const index = await indexInMemory(source.documents(), { progress, positions });
  try {
    return await use(index);
  } finally {
    await index.close();
  }
}

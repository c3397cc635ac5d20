/** Builds an index in memory and opens it. */

import { type BuildOptions, buildIndex } from "../index/build-index.ts";
import type { IndexableDocument } from "../index/building/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { IndexReader } from "./index-reader.ts";

/** Indexes a whole collection in memory and opens it. */
export async function indexInMemory(
  documents: AsyncIterable<IndexableDocument> | Iterable<IndexableDocument>,
  options: BuildOptions = {},
): Promise<IndexReader> {
  const directory = new MemoryDirectory();
  await buildIndex(directory, documents, options);
  return IndexReader.open(directory);
}

/** An index named on the command line, or made of a collection that is, opened for searching. */

import { openKnownCollection } from "../../src/collection/index.ts";
import { buildIndex, IndexSnapshot } from "../../src/index/index.ts";
import { Searcher } from "../../src/ranking/index.ts";
import type { Directory } from "../../src/storage/directory.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { type Analyzer, openAnalyzer } from "../../src/text/index.ts";
import type { Shell } from "./command.ts";

export interface OpenIndex {
  readonly snapshot: IndexSnapshot;
  readonly searcher: Searcher;
  readonly analyzer: Analyzer;
  /** How to rank unless a person says otherwise: what its weights were learned for, else BM25. */
  readonly ranker: string;
}

/** Opens the index in a folder with the analyzer it was built with, and closes it after `use`. */
export async function withIndex<T>(
  folder: string,
  use: (index: OpenIndex) => Promise<T>,
): Promise<T> {
  return withOpened(await NodeDirectory.openExisting(folder), use);
}

/** Makes the index that `termwise index <collection>` would, in memory, for as long as `use` takes. */
export async function withIndexOf<T>(
  collection: string,
  shell: Shell,
  use: (index: OpenIndex) => Promise<T>,
  { positions = false }: { readonly positions?: boolean } = {},
): Promise<T> {
  const { files, collections, findPackage, progress } = shell;
  const opened = await openKnownCollection(files, collection, { collections, findPackage });
  const directory = new MemoryDirectory();
  await buildIndex(directory, opened.documents(), { progress, positions });
  return withOpened(directory, use);
}

async function withOpened<T>(
  directory: Directory,
  use: (index: OpenIndex) => Promise<T>,
): Promise<T> {
  const snapshot = await IndexSnapshot.open(directory);
  try {
    const analyzer = await openAnalyzer(snapshot.settings.analysis);
    const searcher = new Searcher(snapshot, { analyzer, clock: () => Date.now() });
    const { ranker = "bm25" } = snapshot.settings;
    return await use({ snapshot, searcher, analyzer, ranker });
  } finally {
    await snapshot.close();
  }
}

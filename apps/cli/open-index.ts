/** An index named on the command line, opened for searching. */

import { IndexSnapshot } from "../../src/index/index.ts";
import { Searcher } from "../../src/ranking/index.ts";
import { NodeDirectory } from "../../src/storage/node-directory.ts";
import { type Analyzer, openAnalyzer } from "../../src/text/index.ts";

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
  const snapshot = await IndexSnapshot.open(await NodeDirectory.openExisting(folder));
  try {
    const analyzer = await openAnalyzer(snapshot.settings.analysis);
    const searcher = new Searcher(snapshot, { analyzer, clock: () => Date.now() });
    const { ranker = "bm25" } = snapshot.settings;
    return await use({ snapshot, searcher, analyzer, ranker });
  } finally {
    await snapshot.close();
  }
}

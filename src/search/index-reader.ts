/**
 * An index as of one commit, ready to be searched: the snapshot, the analyzer
 * that it was built with, and a searcher over both. This is where an index is
 * opened for reading; the facade, the program and the experiments come here.
 */

import { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { Searcher } from "../ranking/searcher.ts";
import type { Directory } from "../storage/directory.ts";
import { type Analyzer, openAnalyzer } from "../text/analyzer.ts";
import { directoryOfPlace, type IndexPlace } from "./index-place.ts";

export class IndexReader {
  readonly directory: Directory;
  readonly snapshot: IndexSnapshot;
  readonly analyzer: Analyzer;
  readonly searcher: Searcher;
  /** How to rank unless a person says otherwise: what its weights were learned for, else BM25. */
  readonly ranker: string;

  private constructor(directory: Directory, snapshot: IndexSnapshot, analyzer: Analyzer) {
    this.directory = directory;
    this.snapshot = snapshot;
    this.analyzer = analyzer;
    this.searcher = new Searcher(snapshot, { analyzer, clock: () => Date.now() });
    this.ranker = snapshot.settings.ranker ?? "bm25";
  }

  /** Opens the current commit. `NOT_FOUND` where there is no index. */
  static async open(
    place: IndexPlace,
    { analyzer }: { readonly analyzer?: Analyzer } = {},
  ): Promise<IndexReader> {
    const directory = await directoryOfPlace(place);
    const snapshot = await IndexSnapshot.open(directory);
    try {
      const own = analyzer ?? (await openAnalyzer(snapshot.settings.analysis));
      return new IndexReader(directory, snapshot, own);
    } catch (error) {
      await snapshot.close();
      throw error;
    }
  }

  /** Lets the files of the commit go. */
  async close(): Promise<void> {
    await this.snapshot.close();
  }
}

/** Opens an index for as long as `use` takes. */
export async function withReader<T>(
  place: IndexPlace,
  use: (reader: IndexReader) => Promise<T>,
): Promise<T> {
  const reader = await IndexReader.open(place);
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}

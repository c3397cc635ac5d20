/**
 * An index as of one commit, ready to be searched: the snapshot, its analyzer, and a
 * searcher over both. The facade, the command line and the experiments open indexes
 * for reading here.
 */

import { defined } from "../common/defined.ts";
import { readClock } from "../common/monotonic-clock.ts";
import { openCurrent } from "../index/commits/index.ts";
import type { IndexSettings } from "../index/index.ts";
import type { MultiIndexDirectory } from "../index/joining/index.ts";
import { openFieldAnalyzers } from "../index/schema/index.ts";
import { IndexSnapshot, type SnapshotOptions } from "../index/snapshots/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import { openFieldViews } from "../ranking/open-field-views.ts";
import type { SearchPool } from "../ranking/search-pool.ts";
import { type RankOptions, Searcher, type SearcherOptions } from "../ranking/searcher.ts";
import type { Hits } from "../ranking/traversal/index.ts";
import type { Directory } from "../storage/directory.ts";
import { type Analyzer, openAnalyzer } from "../text/analyzer.ts";
import { type IndexLocations, openDirectories } from "./index-location.ts";
import { readSettings } from "./search-settings.ts";

/**
 * Setting up the kernels takes some 10 ms after every change of an index; over fewer
 * documents than this, plain traversal takes under a millisecond, so the first searches go without.
 */
const MIN_KERNEL_DOCUMENTS = 10_000;

/** An index open for reading: snapshot, analyzer, searcher. Close it when done. */
export class IndexReader {
  readonly directory: Directory;
  readonly snapshot: IndexSnapshot;
  readonly analyzer: Analyzer;
  readonly searcher: Searcher;
  /** Analyzers of text fields that differ from `analyzer`, by field number. */
  readonly fieldAnalyzers: ReadonlyMap<number, Analyzer>;
  /** The default ranker: `hybrid` over the lexical ranker in an index with vectors, else the lexical ranker. */
  readonly ranker: string;
  /**
   * The default ranker without a query vector: the one that the index's weights were
   * learned for, otherwise BM25, or BM25F over fields.
   */
  readonly lexicalRanker: string;
  /** Threads that search the same commit, if requested. */
  readonly pool: SearchPool | undefined;

  private constructor(
    directory: Directory,
    snapshot: IndexSnapshot,
    analyzer: Analyzer,
    fieldAnalyzers: ReadonlyMap<number, Analyzer>,
    fields: SearcherOptions["fields"],
    pool: SearchPool | undefined,
  ) {
    this.pool = pool;
    this.directory = directory;
    this.snapshot = snapshot;
    this.analyzer = analyzer;
    this.fieldAnalyzers = fieldAnalyzers;
    this.searcher = new Searcher(snapshot, {
      analyzer,
      fields,
      clock: readClock,
      // Kernels need all lists; if lists are fetched on demand, the kernels are not
      // loaded.
      kernelsFrom:
        snapshot.hasAllLists && snapshot.collection === undefined ? MIN_KERNEL_DOCUMENTS : Infinity,
    });
    this.ranker = resolveDefaultRanker(snapshot.settings);
    this.lexicalRanker = resolveLexicalRanker(snapshot.settings);
  }

  /**
   * Opens the current commit. `NOT_FOUND` if there is no index. Without `isWhole` or
   * threads, callers must read an index on a server inside `retryOnPageFault`, as
   * the facade does.
   */
  static async open(
    location: IndexLocations,
    {
      threads = 0,
      isWhole = false,
      collection,
    }: SnapshotOptions & { readonly threads?: number } = {},
  ): Promise<IndexReader> {
    const directory = await openDirectories(location);
    if (threads === 0) return IndexReader.#open(directory, { isWhole, collection });
    const { SearchPool } = await (globalThis.TERMWISE_BROWSER
      ? (await import("../common/bundle-parts.ts")).refusePart("TERMWISE_BROWSER", "threads")
      : import("../ranking/search-pool.ts"));
    return IndexReader.#open(directory, { pool: () => SearchPool.open(directory, { threads }) });
  }

  /**
   * The newest commit, read on the same threads, and with the same analyzer if it is
   * one of the same index: another index may have been built in the folder.
   */
  reopen(): Promise<IndexReader> {
    const { directory, pool } = this;
    if (pool === undefined) return IndexReader.#open(directory, { previous: this });
    return IndexReader.#open(directory, { previous: this, pool: () => pool.reopen(directory) });
  }

  static async #open(
    directory: Directory,
    {
      previous,
      pool: openPool,
      isWhole = openPool !== undefined,
      collection,
    }: SnapshotOptions & { previous?: IndexReader; pool?: () => Promise<SearchPool> } = {},
  ): Promise<IndexReader> {
    for (;;) {
      const pool = await openPool?.();
      let snapshot: IndexSnapshot | undefined;
      try {
        snapshot = await IndexSnapshot.open(directory, { isWhole, collection });
        if ("directories" in directory)
          await checkJoined(snapshot, directory as MultiIndexDirectory);
        const own =
          (previous && findAnalyzer(previous, snapshot)) ??
          (await openAnalyzer(snapshot.settings.analysis));
        const isSame = pool === undefined || pool.snapshot.generation === snapshot.generation;
        const analyzers = await openFieldAnalyzers(snapshot.settings.schema);
        const fields = await openFieldViews(snapshot, own, analyzers);
        if (isSame) return new IndexReader(directory, snapshot, own, analyzers, fields, pool);
      } catch (error) {
        await Promise.all([snapshot?.close(), pool?.close()]);
        throw error;
      }
      // Another process committed in between: open both again.
      await Promise.all([snapshot.close(), pool?.close()]);
    }
  }

  /** Ranks on the threads if the ranker can be sent by name, otherwise here. */
  async rank(
    query: string,
    { ranker, filter, ...options }: RankOptions & { readonly filter?: DocumentSet },
  ): Promise<Hits> {
    const { pool } = this;
    if (pool === undefined || typeof ranker === "object") {
      return this.searcher.rank(query, {
        ...options,
        ...defined({ ranker, filter }),
      });
    }
    const filterOption = filter === undefined ? {} : { filter: filter.words as Uint32Array };
    const rankerOption = ranker === undefined ? {} : { ranker };
    const [hits] = await pool.rank([query], { ...options, ...filterOption, ...rankerOption });
    return hits as Hits;
  }

  /** Releases the files of the commit. */
  async close(): Promise<void> {
    await Promise.all([this.snapshot.close(), this.pool?.close()]);
  }
}

/** The analyzer of a reader if a snapshot is of the same index, with the same analysis. */
function findAnalyzer(
  { snapshot, analyzer }: IndexReader,
  { indexId, settings }: IndexSnapshot,
): Analyzer | undefined {
  const isSame =
    indexId === snapshot.indexId &&
    JSON.stringify(settings.analysis) === JSON.stringify(snapshot.settings.analysis);
  return isSame ? analyzer : undefined;
}

/** `BAD_ARGUMENT` if a document is in two of several indexes. */
async function checkJoined(snapshot: IndexSnapshot, { directories }: MultiIndexDirectory) {
  const { checkDistinctIds } = await (globalThis.TERMWISE_BROWSER
    ? (await import("../common/bundle-parts.ts")).refusePart("TERMWISE_BROWSER", "joined indexes")
    : import("../index/joining/index.ts"));
  checkDistinctIds(
    snapshot,
    directories.map(({ location }) => location),
  );
}

function resolveDefaultRanker(settings: IndexSettings): string {
  const lexical = resolveLexicalRanker(settings);
  return settings.vectors === undefined ? lexical : nameHybrid(lexical);
}

function resolveLexicalRanker({ ranker, schema }: IndexSettings): string {
  return ranker ?? (schema === undefined ? "bm25" : "bm25f");
}

/** The fusion of a lexical ranker with vectors that is the default. */
export function nameHybrid(lexical: string): string {
  return `hybrid(${lexical},dense)`;
}

/** What decides the default ranker of an index. */
export interface DefaultRankers extends Pick<IndexReader, "lexicalRanker"> {
  /** The ranker among the search settings of the index. */
  readonly setting?: string;
  readonly settings: IndexSettings;
}

/** The default rankers of an index, from its commit alone: no segment is opened. `NOT_FOUND` where there is no index. */
export async function readDefaultRankers(location: IndexLocations): Promise<DefaultRankers> {
  const directory = await openDirectories(location);
  return openCurrent(directory, async ({ settings }) => ({
    ...defined({ setting: readSettings(settings).ranker }),
    lexicalRanker: resolveLexicalRanker(settings),
    settings,
  }));
}

/** Opens an index while `use` runs. */
export async function withReader<T>(
  location: IndexLocations,
  use: (reader: IndexReader) => Promise<T>,
  { threads = 0 }: { readonly threads?: number } = {},
): Promise<T> {
  const reader = await IndexReader.open(location, { threads, isWhole: true });
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}

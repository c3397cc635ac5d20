/**
 * Adds, replaces and deletes documents of an index. Only one writer is open at a time.
 *
 * Changes are neither visible to readers nor durable before `commit` returns. `close` discards
 * changes that were not committed. Calls run one after another. After a failed write the writer
 * closes itself: the last commit remains valid, and the index can be opened again.
 */

import { toBatches } from "../common/batched-items.ts";
import { loadCrc32 } from "../common/bytes/index.ts";
import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import type { VectorOptions } from "../dense/vectors/index.ts";
import type { Directory } from "../storage/directory.ts";
import { type AnalyzerOptions, openAnalyzer } from "../text/index.ts";
import { ADDED_PER_REPORT, type AddOptions, type Duplicates } from "./add-options.ts";
import { type BatchReader, openBatchReader } from "./building/batch-reader.ts";
import { checkDocument, type IndexableDocument } from "./building/check-document.ts";
import { IncomingDocuments } from "./building/incoming-documents.ts";
import { createTermMapper } from "./building/term-mapper.ts";
import {
  type Commit,
  checkPointerOwned,
  type Durability,
  type IndexSettings,
  readCommit,
  type SearchDefaults,
} from "./commits/commit.ts";
import { chooseSettings } from "./commits/index-settings.ts";
import { openFieldAnalyzers, type SchemaOptions } from "./schema/index.ts";
import { openDictionary } from "./segments/segment.ts";
import { SegmentList, WRITER_LOCK } from "./segments/segment-list.ts";
import { gatherWeights } from "./weights/gather-weights.ts";
import { openPruning } from "./weights/open-pruning.ts";
import type { TermWeights } from "./weights/term-weights.ts";

/** How a writer opens or creates an index. */
export interface WriterOptions {
  /**
   * `append` extends the index, or creates one; `create` fails if there is one; `replace` starts
   * anew, and its first commit replaces everything. Default `append`.
   */
  readonly mode?: "append" | "create" | "replace";
  /** How text becomes terms. Fixed once the index exists, as are the next three. */
  readonly analysis?: AnalyzerOptions;
  /** Store the positions of terms, for phrases and proximity. Default false. */
  readonly positions?: boolean;
  /** Store the surface tokens, for re-ranking and expansion. Default true. */
  readonly forward?: boolean;
  /** Store the fields, to return them with hits. Default true. */
  readonly stored?: boolean;
  /** Fields of documents, by name. More fields can be added to an index that has fields. */
  readonly fields?: SchemaOptions;
  /** Store document vectors, for semantic search. Fixed once the index exists. */
  readonly vectors?: VectorOptions;
  /** Approximate memory limit at which a segment is written. Default 1 GiB. */
  readonly memoryBytes?: number;
  readonly durability?: Durability;
  /** Threads that parse documents. The index is the same for any number. Default 1. */
  readonly threads?: number;
}

/**
 * A posting in a document graph takes four bytes; half of the memory is reserved for everything
 * else.
 */
const BYTES_PER_POSTING = 8;

/** Adds, replaces and deletes documents of an index, commit by commit. */
export class IndexWriter {
  #settings: IndexSettings;
  readonly #segments: SegmentList;
  readonly #incoming: IncomingDocuments;
  readonly #reader: BatchReader;
  readonly #unlock: () => Promise<void>;
  readonly #memoryBytes: number;
  #queue: Promise<unknown> = Promise.resolve();
  #state: "open" | "closed" | "failed" = "open";
  #failure: unknown;

  private constructor(
    settings: IndexSettings,
    segments: SegmentList,
    incoming: IncomingDocuments,
    reader: BatchReader,
    unlock: () => Promise<void>,
    memoryBytes: number,
  ) {
    this.#settings = settings;
    this.#segments = segments;
    this.#incoming = incoming;
    this.#reader = reader;
    this.#unlock = unlock;
    this.#memoryBytes = memoryBytes;
  }

  /**
   * Acquires the writer lock, or fails with `LOCKED`, and removes files that a crash left behind.
   */
  static async open(directory: Directory, writerOptions: WriterOptions = {}): Promise<IndexWriter> {
    const {
      mode = "append",
      memoryBytes = 2 ** 30,
      durability = "full",
      threads = 1,
    } = writerOptions;
    if (!(memoryBytes >= 1)) {
      throw badArgument(`memoryBytes must be a number ≥ 1, got ${memoryBytes}`);
    }
    // Before the lock, which may be held by the program that opened the index.
    if (mode === "create")
      refuseIndex(directory, (await readExistingCommit(directory, mode)).commit);
    const unlock = await directory.lock(WRITER_LOCK);
    try {
      await loadCrc32(); // now, because later no file descriptor may be left to load it
      const { commit, isUnreadable } = await readExistingCommit(directory, mode);
      if (mode === "create") refuseIndex(directory, commit);
      const isReplaced = mode === "replace";
      const settings = chooseSettings(writerOptions, isReplaced ? undefined : commit?.settings);
      const weights =
        commit && !isReplaced
          ? await gatherWeights(directory, commit, (segment) =>
              openDictionary(directory, segment, commit.indexId),
            )
          : undefined;
      const pruning =
        commit && !isReplaced ? await openPruning(directory, commit, weights) : undefined;
      const options = { settings, durability, isReplaced, isUnreadable, weights, pruning };
      const segments = await SegmentList.open(directory, commit, options);
      const analyzer = await openAnalyzer(settings.analysis);
      const { stored, schema, vectors } = settings;
      const analyzers = await openFieldAnalyzers(schema);
      const reader = await openBatchReader(analyzer, {
        ...{ stored, threads, schema },
        ...{ analyzers, vectors },
      });
      const incoming = new IncomingDocuments(
        reader,
        createTermMapper(analyzer, analyzers, weights, settings),
        memoryBytes,
        settings,
        segments.spillCreator,
      );
      return new IndexWriter(settings, segments, incoming, reader, unlock, memoryBytes);
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  /** The settings of the index. */
  get settings(): IndexSettings {
    return this.#settings;
  }

  /**
   * Sets two-sided weights of terms, and `ranker` as the default ranker, without rewriting any
   * posting list. Replaces earlier weights. The next commit makes them visible.
   */
  weigh(weights: TermWeights, ranker: string): Promise<void> {
    return this.#exclusive(async () => {
      const { pruning, weights: before } = this.#settings;
      if (!weights.isTwoSided) {
        throw badArgument("occurrence weights change lists: write a pruned index with them");
      }
      const hasOccurrenceWeights =
        before !== undefined && this.#segments.weights?.isTwoSided !== true;
      if (pruning !== undefined || hasOccurrenceWeights) {
        throw badArgument("a pruned index keeps the weights that it was pruned with");
      }
      await this.#guarded(async () => {
        await this.#flush();
        this.#settings = await this.#segments.weigh(weights, ranker);
      });
    });
  }

  /** Sets the defaults of searches, in place of earlier ones. The next commit makes them visible. */
  configure(search: SearchDefaults): Promise<void> {
    return this.#exclusive(async () => {
      this.#settings = this.#segments.configure(search);
    });
  }

  /** Whether a document with this id exists, committed or not. */
  has(id: string): boolean {
    return this.#incoming.has(id) || this.#segments.has(id);
  }

  /** Adds a document. `BAD_ARGUMENT` when its id is in the index. */
  add(document: IndexableDocument): Promise<void> {
    return this.addAll([document]);
  }

  /** Adds documents one after another. An error leaves the documents before it added. */
  addAll(
    documents: AsyncIterable<IndexableDocument> | Iterable<IndexableDocument>,
    { duplicates = "refuse", onProgress }: AddOptions = {},
  ): Promise<void> {
    return this.#exclusive(async () => {
      let added = 0;
      const addNext = (document: IndexableDocument): Promise<void> | undefined => {
        const isFull = this.#addOne(document, duplicates);
        if (++added % ADDED_PER_REPORT === 0) onProgress?.(added);
        return isFull ? this.#guarded(() => this.#receive()) : undefined;
      };
      const batches = toBatches(documents);
      if (batches === undefined) {
        for await (const document of documents) await addNext(document);
      } else {
        for await (const batch of batches) {
          for (const document of batch) {
            const receiving = addNext(document);
            if (receiving !== undefined) await receiving; // not for each document
          }
        }
      }
      onProgress?.(added);
    });
  }

  /** Adds a document and replaces the one with the same id, if any. */
  update(document: IndexableDocument): Promise<void> {
    return this.addAll([document], { duplicates: "keep-last" });
  }

  /** Deletes a document by id; returns whether it existed. */
  delete(id: string): Promise<boolean> {
    return this.#exclusive(async () => this.#remove(id));
  }

  /** Removes all documents. Readers keep those of the last commit until the next one. */
  clear(): Promise<void> {
    return this.#exclusive(() =>
      this.#guarded(async () => {
        await this.#flush();
        await this.#segments.clear();
      }),
    );
  }

  /** Makes all changes so far visible and durable; returns the generation of the commit. */
  commit(): Promise<number> {
    return this.#exclusive(() =>
      this.#guarded(async () => {
        await this.#flush();
        await this.#segments.mergeByPolicy();
        return this.#segments.commit();
      }),
    );
  }

  /** Merges all segments into one. The next commit makes it visible. */
  merge(): Promise<void> {
    return this.#exclusive(() =>
      this.#guarded(async () => {
        await this.#flush();
        await this.#segments.mergeAll();
      }),
    );
  }

  /**
   * Merges all segments into one in which documents with common terms are adjacent
   * (graph-bisection.ts). The index gets smaller and faster and returns the same hits. Document
   * numbers change. The next commit makes it visible.
   */
  reorder(progress: Progress = silent): Promise<void> {
    return this.#exclusive(() =>
      this.#guarded(async () => {
        await this.#flush();
        const task = { task: "reordering", unit: "documents", total: this.#segments.liveCount };
        let done = 0;
        await this.#segments.reorder({
          maxPostings: this.#memoryBytes / BYTES_PER_POSTING,
          onProgress: (documents) => {
            done += documents;
            progress({ ...task, done });
          },
        });
        progress({ ...task, done, finished: true });
      }),
    );
  }

  /** Closes the writer and releases the lock. Discards changes since the last commit. */
  async close(): Promise<void> {
    await this.#queue;
    if (this.#state === "open") await this.#end("closed");
  }

  /**
   * Adds a document; returns whether `#receive` must be awaited. Not async, because a promise per
   * document would cost more than the work.
   */
  #addOne(document: IndexableDocument, duplicates: Duplicates): boolean {
    const characters = checkDocument(document, this.#settings);
    const { id } = document;
    if (this.has(id)) {
      if (duplicates === "keep-first") return false;
      if (duplicates === "refuse") {
        throw badArgument(`document ${quote(id)} is in the index already`, { id });
      }
      this.#remove(id);
    }
    return this.#incoming.add(document, characters);
  }

  #remove(id: string): boolean {
    return this.#incoming.delete(id) || this.#segments.delete(id);
  }

  async #receive(): Promise<void> {
    const pending = await this.#incoming.receive();
    if (pending !== undefined) await this.#segments.write(pending);
  }

  async #flush(): Promise<void> {
    for await (const pending of this.#incoming.drain()) await this.#segments.write(pending);
  }

  /** Runs an action after all actions requested before it. */
  #exclusive<T>(action: () => Promise<T>): Promise<T> {
    const result = this.#queue.then(() => {
      if (this.#state === "closed") throw badArgument("the writer is closed");
      if (this.#state === "failed") {
        throw new TermwiseError(
          "IO",
          "the writer closed itself after a failed write; open it again",
          {},
          { cause: this.#failure },
        );
      }
      return action();
    });
    this.#queue = result.catch(() => {}); // the caller gets the error; the next action still runs
    return result;
  }

  /** Runs an action that writes to storage; closes the writer if it fails. */
  async #guarded<T>(action: () => Promise<T>): Promise<T> {
    try {
      return await action();
    } catch (error) {
      this.#failure = error;
      await this.#end("failed").catch(() => {}); // the first failure is the one to report
      throw error;
    }
  }

  async #end(state: "closed" | "failed"): Promise<void> {
    this.#state = state;
    try {
      await this.#reader.close();
      await this.#incoming.discard();
      await this.#segments.abandon();
    } finally {
      await this.#unlock();
    }
  }
}

function refuseIndex({ location }: Directory, commit: Commit | undefined): void {
  if (commit === undefined) return;
  throw badArgument(`there is an index in ${location} already; open it, or remove it first`);
}

/** Reads the existing commit. One that cannot be read may be replaced, but not extended. */
async function readExistingCommit(
  directory: Directory,
  mode: WriterOptions["mode"],
): Promise<{ commit: Commit | undefined; isUnreadable: boolean }> {
  try {
    return { commit: await readCommit(directory), isUnreadable: false };
  } catch (error) {
    const unreadable = ["CORRUPT_INDEX", "INDEX_TOO_OLD", "INDEX_TOO_NEW"];
    const isUnreadable = error instanceof TermwiseError && unreadable.includes(error.code);
    if (mode !== "replace" || !isUnreadable) throw error;
    await checkPointerOwned(directory);
    return { commit: undefined, isUnreadable };
  }
}

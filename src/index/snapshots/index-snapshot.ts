/**
 * An index as of one commit. Its contents do not change while it is open, whatever writers do;
 * `close` releases its files.
 */

import { compareBytes, decodeText, encodeText, isWellFormed } from "../../common/bytes/index.ts";
import { badArgument } from "../../common/errors.ts";
import type { SharedHeap } from "../../common/threads/index.ts";
import type { Directory } from "../../storage/directory.ts";
import { type Commit, type IndexSettings, openCurrent } from "../commits/commit.ts";
import type { SegmentRecord } from "../commits/segment-record.ts";
import type { Deletions } from "../files/deletions.ts";
import type { Dictionary } from "../files/dictionary.ts";
import { type IndexId, openFrame } from "../files/file-frame.ts";
import { needAll, retryOnPageFault } from "../files/page-fault.ts";
import type { StoredFieldsReader } from "../files/stored-fields-reader.ts";
import type { StoredFields } from "../files/stored-record.ts";
import { stripField } from "../schema/index.ts";
import type { Segment } from "../segments/segment.ts";
import type { TermWeights } from "../weights/term-weights.ts";
import type { GlobalStatistics, SnapshotOptions } from "./global-statistics.ts";
import {
  EXHAUSTED,
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
} from "./index-view.ts";
import { getOpenSegments, type OpenSegments } from "./open-segments.ts";
import { SnapshotCursor } from "./snapshot-cursor.ts";
import {
  computeStatistics,
  openCursor,
  type SnapshotPart,
  type TermList,
} from "./snapshot-part.ts";
import { iterateTermLists, type ListedTerm } from "./term-lists.ts";

export type { SnapshotPart, TermList } from "./snapshot-part.ts";

/** Maximum number of cached look-ups; beyond it the cache is cleared. */
const MAX_CACHED_TERMS = 1 << 14;

/**
 * From this many documents on, lists are read into the heap of the search kernels; copying fewer
 * costs nothing.
 */
const MIN_SHARED_HEAP_DOCUMENTS = 10_000;

/** An index on storage as of one commit. */
export class IndexSnapshot implements IndexView {
  readonly commit: Commit;
  readonly settings: IndexSettings;
  readonly indexId: IndexId;
  readonly generation: number;
  readonly documentLimit: number;
  readonly documentCount: number;
  readonly totalLength: number;
  /** The statistics of the collection that these are documents of; absent if they are all. */
  readonly collection: GlobalStatistics | undefined;
  readonly hasPositions: boolean;
  /**
   * The weights of the index. The methods of this class are not weighted; `withTermWeights` applies
   * them.
   */
  readonly weights: TermWeights | undefined;
  /** The segments in the order of their documents. */
  readonly parts: readonly SnapshotPart[];
  readonly #segments: OpenSegments;
  #release: () => Promise<void>;
  #isClosed = false;
  readonly #atClose: (() => void)[] = [];
  readonly #lists = new Map<string, readonly TermList[]>();
  readonly #statistics = new Map<string, TermStatistics | undefined>();

  private constructor(
    commit: Commit,
    parts: readonly SnapshotPart[],
    weights: TermWeights | undefined,
    segments: OpenSegments,
    collection: GlobalStatistics | undefined,
    release: () => Promise<void>,
  ) {
    this.#segments = segments;
    this.collection = collection;
    this.weights = weights;
    this.commit = commit;
    this.settings = commit.settings;
    this.indexId = collection?.indexId ?? commit.indexId;
    this.generation = commit.generation;
    this.parts = parts;
    this.#release = release;
    this.hasPositions = commit.settings.positions;
    let [limit, count, total] = [0, 0, 0];
    for (const { segment, deletions } of parts) {
      limit += segment.documents.count;
      count += segment.documents.count - (deletions?.count ?? 0);
      const { lengths } = segment.documents;
      for (let document = 0; document < lengths.length; document++) {
        if (deletions?.has(document) !== true) total += lengths[document] as number;
      }
    }
    this.documentLimit = limit;
    this.documentCount = collection?.documentCount ?? count;
    this.totalLength = collection?.totalLength ?? total;
  }

  /**
   * Opens the current commit of an index. Fails with `NOT_FOUND` if there is none. Without
   * `isWhole`, readers of a remote index must run inside `retryOnPageFault`.
   */
  static async open(directory: Directory, options: SnapshotOptions = {}): Promise<IndexSnapshot> {
    return openCurrent(directory, (commit) => IndexSnapshot.openCommit(directory, commit, options));
  }

  /**
   * Opens a commit whose files exist. With `isPlaced`, its lists are read into the heap of the
   * search kernels.
   */
  static async openCommit(
    directory: Directory,
    commit: Commit,
    {
      isPlaced = countDocuments(commit) >= MIN_SHARED_HEAP_DOCUMENTS,
      isWhole = false,
      collection,
    }: SnapshotOptions & { readonly isPlaced?: boolean } = {},
  ): Promise<IndexSnapshot> {
    const segments = getOpenSegments(directory);
    const acquired: Segment[] = [];
    const release = async (): Promise<void> => {
      for (const { record } of acquired)
        await segments.release(record, record.indexId ?? commit.indexId, { isWhole });
    };
    try {
      const parts: SnapshotPart[] = [];
      let base = 0;
      for (const record of commit.segments) {
        const { indexId = commit.indexId } = record;
        const segment = await segments.acquire(record, indexId, { isPlaced, isWhole });
        acquired.push(segment);
        const deletions = await readDeletions(directory, { indexId }, record);
        parts.push({ base, segment, deletions });
        base += record.documents;
      }
      const findDictionary = (record: SegmentRecord): Dictionary =>
        (acquired[commit.segments.indexOf(record)] as Segment).dictionary;
      const files = commit.settings.weights && (await import("../weights/gather-weights.ts"));
      const own = await files?.gatherWeights(directory, commit, findDictionary);
      const weights = own ?? collection?.weights;
      return new IndexSnapshot(commit, parts, weights, segments, collection, release);
    } catch (error) {
      await release();
      throw error;
    }
  }

  /**
   * Releases files and memory. The snapshot must not be used afterwards. A second call does
   * nothing.
   */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const end of this.#atClose.splice(0)) end();
    const release = this.#release;
    this.#release = async () => {};
    await release();
  }

  /** Calls `end` when the snapshot is closed, before its memory is released. */
  onClose(end: () => void): void {
    this.#atClose.push(end);
  }

  /**
   * The memory of large lists, readable by search kernels; undefined if memory cannot be shared.
   */
  get heap(): SharedHeap | undefined {
    return this.#segments.heap;
  }

  /**
   * Whether all terms and posting lists are in memory; otherwise those of a query are fetched
   * before they are read.
   */
  get hasAllLists(): boolean {
    return this.parts.every(({ segment: { dictionary, postings } }) => {
      return dictionary.isFullyLoaded && postings.isFullyLoaded;
    });
  }

  get needLists(): IndexView["needLists"] {
    const { collection } = this;
    if (collection !== undefined) return (terms) => collection.needTerms(terms);
    return this.hasAllLists ? undefined : (terms) => this.#needLists(terms);
  }

  #needLists(terms: Iterable<string>): void {
    const needs: (() => void)[] = [];
    for (const term of terms) {
      needs.push(() => {
        for (const { part, entry } of this.lists(term)) part.segment.postings.need(entry);
      });
    }
    needAll(needs);
  }

  term(term: string): TermStatistics | undefined {
    if (this.collection !== undefined) return this.collection.term(term);
    if (this.#statistics.has(term)) return this.#statistics.get(term);
    const statistics = computeStatistics(this.lists(term));
    if (this.#statistics.size >= MAX_CACHED_TERMS) this.#statistics.clear();
    this.#statistics.set(term, statistics);
    return statistics;
  }

  postings(term: string): PostingsCursor | undefined {
    if (this.term(term) === undefined) return undefined;
    const lists = this.lists(term).map(({ part, entry }) => ({
      base: part.base,
      cursor: openCursor(part, entry),
    }));
    return lists.length === 1 && lists[0]?.base === 0 ? lists[0].cursor : new SnapshotCursor(lists);
  }

  /** The lists of a term, one for each segment that contains it, including deleted documents. */
  lists(term: string): readonly TermList[] {
    if (this.#isClosed) throw badArgument("the snapshot is closed");
    const cached = this.#lists.get(term);
    if (cached !== undefined) return cached;
    const bytes = encodeText(term);
    const lists: TermList[] = [];
    for (const part of this.parts) {
      const entry = part.segment.dictionary.find(bytes);
      if (entry !== undefined) lists.push({ part, entry });
    }
    if (this.#lists.size >= MAX_CACHED_TERMS) this.#lists.clear();
    this.#lists.set(term, lists);
    return lists;
  }

  /** The length of the whole document, or of one of its text fields by number. */
  length(document: number, field = 0): number {
    const { base, segment } = this.part(document);
    return segment.documents.fieldLengths(field)[document - base] as number;
  }

  id(document: number): string {
    const { base, segment } = this.part(document);
    return segment.documents.id(document - base);
  }

  find(id: string): number | undefined {
    if (!isWellFormed(id)) return undefined;
    const bytes = encodeText(id);
    for (const { base, segment, deletions } of this.parts) {
      const localDocument = segment.documents.find(
        bytes,
        (document) => deletions?.has(document) !== true,
      );
      if (localDocument !== undefined) return base + localDocument;
    }
    return undefined;
  }

  /** Within a segment no id is read, because the ranks of the ids are stored. */
  compareIds(a: number, b: number): number {
    const [one, other] = [this.part(a), this.part(b)];
    if (one !== other) return compareBytes(this.id(a), this.id(b));
    const { idRanks } = one.segment.documents;
    return (idRanks[a - one.base] as number) - (idRanks[b - one.base] as number);
  }

  async readTerms(document: number): Promise<ReadonlyMap<string, number>> {
    const { base, segment } = this.part(document);
    const forward = await segment.pagedForward();
    const counts = new Map<number, number>();
    for (const form of forward.tokens(document - base)) {
      const { term } = forward.form(form);
      if (term >= 0) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const terms = new Map<string, number>();
    needAll(Array.from(counts.keys(), (term) => () => segment.dictionary.at(term)));
    for (const [term, count] of counts) {
      terms.set(decodeText(segment.dictionary.at(term).term()), count);
    }
    return terms;
  }

  /** The surface tokens of a document, in text order: title, then text; or field by field. */
  async readTokens(document: number): Promise<readonly string[]> {
    const { base, segment } = this.part(document);
    const forward = await segment.pagedForward();
    const form = (number: number): string => forward.form(number).form;
    const tokens = Array.from(forward.tokens(document - base), form);
    return this.settings.schema === undefined ? tokens : tokens.map(stripField);
  }

  /** The stored fields of a document, title, text and any others; or those with these names. */
  readStoredFields(document: number, names?: ReadonlySet<string>): Promise<StoredFields> {
    return this.readStored(document, (stored, local) => stored.fields(local, names));
  }

  /** Calls `read` with the stored fields of a segment and the document's number in it, again after a missing page is read. */
  async readStored<T>(
    document: number,
    read: (stored: StoredFieldsReader, local: number) => T,
  ): Promise<T> {
    const { base, segment } = this.part(document);
    const stored = await segment.storedFields();
    return retryOnPageFault(() => read(stored, document - base));
  }

  /** Stored for a single segment without deletions; otherwise undefined. */
  get maxCollectionFrequency(): number | undefined {
    if (this.collection !== undefined) return this.collection.maxCollectionFrequency;
    const [part, ...others] = this.parts;
    if (part === undefined) return 0;
    const isPlain = others.length === 0 && part.deletions === undefined;
    return isPlain ? part.segment.dictionary.maxCollectionFrequency : undefined;
  }

  termsFrom(start: string, limit: number): readonly string[] {
    if (this.collection !== undefined) return this.collection.termsFrom(start, "", limit);
    return this.#terms(encodeText(start), new Uint8Array(0), limit);
  }

  termsWithPrefix(prefix: string, limit: number): readonly string[] {
    if (this.collection !== undefined) return this.collection.termsFrom(prefix, prefix, limit);
    const bytes = encodeText(prefix);
    return this.#terms(bytes, bytes, limit);
  }

  /** All terms that begin with `prefix`, in byte order, deleted documents included. */
  listTerms(prefix: string): Iterable<ListedTerm> {
    const bytes = encodeText(prefix);
    return this.#listTerms(bytes, bytes, Infinity);
  }

  #listTerms(start: Uint8Array, prefix: Uint8Array, limit: number): Iterable<ListedTerm> {
    if (limit === Infinity && prefix.length === 0) {
      needAll(
        this.parts.map(
          ({ segment }) =>
            () =>
              segment.dictionary.needAll(),
        ),
      );
    }
    return iterateTermLists(this.parts, start, prefix);
  }

  #terms(start: Uint8Array, prefix: Uint8Array, limit: number): readonly string[] {
    const liveTerms: string[] = [];
    for (const { term, lists } of this.#listTerms(start, prefix, limit)) {
      if (liveTerms.length >= limit) break;
      if (lists.some(hasLiveDocument)) liveTerms.push(term);
    }
    return liveTerms;
  }

  /** The segment of a document. */
  part(document: number): SnapshotPart {
    if (document < this.documentLimit) {
      for (let i = this.parts.length - 1; i >= 0; i--) {
        const part = this.parts[i] as SnapshotPart;
        if (part.base <= document) return part;
      }
    }
    throw badArgument(`document ${document} is not below the limit ${this.documentLimit}`);
  }
}

/** Whether a live document contains the term; cheaper than its statistics. */
function hasLiveDocument({ part, entry }: TermList): boolean {
  return part.deletions === undefined || openCursor(part, entry).next() !== EXHAUSTED;
}

function countDocuments({ segments }: Commit): number {
  return segments.reduce((sum, { documents }) => sum + documents, 0);
}

/** The deletions of a segment as of a commit. */
export async function readDeletions(
  directory: Directory,
  { indexId }: Pick<Commit, "indexId">,
  { deleted, documents }: SegmentRecord,
): Promise<Deletions | undefined> {
  if (deleted === undefined) return undefined;
  const { Deletions } = await import("../files/deletions.ts");
  const bytes = await directory.read(deleted.name);
  const frame = await openFrame(deleted.name, bytes, "deleted", { ...deleted, indexId });
  return Deletions.read(deleted.name, frame, documents);
}

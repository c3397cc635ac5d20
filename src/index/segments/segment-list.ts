/**
 * The segments of an index as its writer sees them: those of the last commit with later deletions,
 * and those written since.
 */

import { encodeText, isWellFormed } from "../../common/bytes/index.ts";
import { TermwiseError } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import type { CreateSpill, PendingSegment } from "../building/incoming-documents.ts";
import {
  type Commit,
  type Durability,
  type IndexSettings,
  removePending,
  type SearchDefaults,
  writeCommit,
} from "../commits/commit.ts";
import { FileCollector } from "../commits/file-collector.ts";
import { createIndexId } from "../commits/index-settings.ts";
import { listFiles, type SegmentRecord } from "../commits/segment-record.ts";
import { Deletions } from "../files/deletions.ts";
import type { Documents } from "../files/documents.ts";
import type { IndexId } from "../files/file-frame.ts";
import { findMerge } from "../merging/merge-policy.ts";
import { mergeSegments } from "../merging/merge-segments.ts";
import type { ReorderOptions } from "../merging/reorder-segment.ts";
import { readDeletions } from "../snapshots/index-snapshot.ts";
import type { TermWeights } from "../weights/term-weights.ts";
import { checkSegment, checkSegmentFiles } from "./check-segment.ts";
import { openDocuments, Segment } from "./segment.ts";
import type { SegmentTarget } from "./segment-target.ts";

/** The lock that a writer of an index holds. */
export const WRITER_LOCK = "writer";

interface WriterSegment {
  readonly record: SegmentRecord;
  readonly documents: Documents;
  deletions: Deletions | undefined;
  hasNewDeletions: boolean;
  /** Whether this writer wrote it, so that its content is sound if its checksums fit. */
  readonly isOwn: boolean;
}

export interface SegmentListOptions {
  readonly settings: IndexSettings;
  readonly durability: Durability;
  /** Start without the segments of the commit. */
  readonly isReplaced: boolean;
  /** The weights of terms, if the settings have a file of weights. */
  readonly weights?: TermWeights | undefined;
  /** The rule for postings of new documents, in a pruned index. */
  readonly pruning?: SegmentTarget["pruning"];
  /**
   * There is an unreadable commit; its files, whatever they are, stay until another commit replaces
   * it.
   */
  readonly isUnreadable: boolean;
}

export class SegmentList {
  readonly #directory: Directory;
  #settings: IndexSettings;
  #weights: TermWeights | undefined;
  readonly #pruning: SegmentTarget["pruning"];
  readonly #durability: Durability;
  #segments: WriterSegment[] = [];
  #commit: Commit | undefined;
  #indexId: IndexId | undefined;
  #nextSegment: number;
  #isChanged: boolean;
  /** A commit is being published; only storage can tell whether it has been. */
  #isPublishing = false;
  readonly #files: FileCollector;

  private constructor(
    directory: Directory,
    commit: Commit | undefined,
    files: FileCollector,
    { settings, durability, isReplaced, weights, pruning }: SegmentListOptions,
  ) {
    this.#directory = directory;
    this.#settings = settings;
    this.#weights = weights;
    this.#pruning = pruning;
    this.#durability = durability;
    this.#commit = commit;
    // An empty index gets the id of its first document, which distinguishes it from other indexes.
    const isUnused = commit?.nextSegment === 1 && settings.weights === undefined;
    const keepsId = !isReplaced && !isUnused;
    this.#indexId = keepsId ? commit?.indexId : undefined;
    this.#nextSegment = commit?.nextSegment ?? 1;
    this.#files = files;
    this.#isChanged =
      isReplaced || JSON.stringify(commit?.settings.schema) !== JSON.stringify(settings.schema);
    this.#isChanged ||= commit === undefined;
  }

  /** Opens the segments of a commit and removes the files that none of them needs. */
  static async open(
    directory: Directory,
    commit: Commit | undefined,
    options: SegmentListOptions,
  ): Promise<SegmentList> {
    const files = await FileCollector.open(directory, commit, options);
    const list = new SegmentList(directory, commit, files, options);
    if (commit !== undefined && !options.isReplaced) {
      for (const record of commit.segments) {
        list.#segments.push({
          record,
          documents: await openDocuments(directory, record, commit.indexId),
          deletions: await readDeletions(directory, commit, record),
          hasNewDeletions: false,
          isOwn: false,
        });
      }
    }
    return list;
  }

  /** The weights of terms; undefined if all are 1. */
  get weights(): TermWeights | undefined {
    return this.#weights;
  }

  /** Documents that are not deleted. */
  get liveCount(): number {
    return this.#segments.reduce(
      (sum, { record, deletions }) => sum + record.documents - (deletions?.count ?? 0),
      0,
    );
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  delete(id: string): boolean {
    const match = this.#find(id);
    if (match === undefined) return false;
    const { segment, document } = match;
    segment.deletions ??= new Deletions(segment.record.documents);
    segment.deletions.add(document);
    segment.hasNewDeletions = true;
    this.#isChanged = true;
    return true;
  }

  #find(id: string): { segment: WriterSegment; document: number } | undefined {
    if (!isWellFormed(id)) return undefined;
    const bytes = encodeText(id);
    for (const segment of this.#segments) {
      const isLive = (each: number): boolean => segment.deletions?.has(each) !== true;
      const document = segment.documents.find(bytes, isLive);
      if (document !== undefined) return { segment, document };
    }
    return undefined;
  }

  /** Creates files for stored fields of the next segment; undefined if they would not save memory. */
  get spillCreator(): CreateSpill | undefined {
    if (globalThis.TERMWISE_BROWSER || this.#directory.isInMemory) return undefined;
    return async (first) => {
      const name = `${this.#findFreeName()}.records`;
      return {
        indexId: this.#indexId ?? createIndexId(this.#settings, first),
        writer: await this.#files.creator.create(name),
        open: () => this.#directory.openFile(name),
        remove: () => this.#files.drop([name]),
      };
    };
  }

  /** Writes documents as a segment at the end of the list. */
  async write({ buffer, deleted, compressor }: PendingSegment): Promise<void> {
    if (deleted.length === buffer.documentCount) return buffer.discard();
    this.#indexId ??= createIndexId(this.#settings, buffer.first);
    const record = await buffer.write(this.#createTarget(this.#indexId), compressor);
    const deletions = deleted.length > 0 ? new Deletions(record.documents) : undefined;
    for (const document of deleted) deletions?.add(document);
    this.#segments.push(await this.#openRecord(record, deletions));
  }

  /** Merges as the merge policy decides. */
  async mergeByPolicy(): Promise<void> {
    for (;;) {
      const sizes = this.#segments.map(({ record, deletions }) => ({
        documents: record.documents,
        deleted: deletions?.count ?? 0,
      }));
      const range = findMerge(sizes);
      if (range === undefined) return;
      await this.#merge(...range);
    }
  }

  /** Removes all segments. Those of the last commit stay on storage until the next one. */
  async clear(): Promise<void> {
    const old = this.#segments;
    this.#segments = [];
    this.#isChanged = true;
    await this.#drop(old);
  }

  async mergeAll(): Promise<void> {
    const isOneClean = this.#segments.length === 1 && this.#segments[0]?.deletions === undefined;
    if (!isOneClean) await this.#merge(0, this.#segments.length);
  }

  /** Merges all segments into one and places documents with common terms together. */
  async reorder(options: ReorderOptions): Promise<void> {
    await this.mergeAll();
    const [old] = this.#segments;
    const indexId = this.#indexId;
    if (old === undefined || indexId === undefined) return;
    const segment = await this.#openChecked(old, indexId);
    const { placeByTerms } = await (globalThis.TERMWISE_BROWSER
      ? (await import("../../common/bundle-parts.ts")).refusePart("TERMWISE_BROWSER", "reordering")
      : import("../merging/reorder-segment.ts"));
    const record = await placeByTerms(this.#createTarget(indexId), segment, options);
    this.#segments = [await this.#openRecord(record, undefined)];
    await this.#drop([old]);
  }

  /**
   * Sets two-sided weights of all terms. Lists are unchanged; each segment gets one more file. The
   * next commit makes them visible.
   */
  async weigh(weights: TermWeights, ranker: string): Promise<IndexSettings> {
    const indexId = this.#indexId ?? createIndexId(this.#settings, []);
    this.#indexId = indexId;
    const { writeSegmentWeights } = await (globalThis.TERMWISE_LEXICAL
      ? (await import("../../common/bundle-parts.ts")).refusePart("TERMWISE_LEXICAL", "learning")
      : import("../weights/write-segment-weights.ts"));
    const weighted = await writeSegmentWeights(
      { directory: this.#directory, files: this.#files.creator, indexId },
      `weights-${this.#nextSegment++}`,
      weights,
      this.#segments.map(({ record }) => record),
    );
    this.#segments = this.#segments.map((segment, i) => ({
      ...segment,
      record: weighted.segments[i] as SegmentRecord,
    }));
    this.#settings = { ...this.#settings, weights: weighted.file, ranker };
    this.#weights = weights;
    this.#isChanged = true;
    return this.#settings;
  }

  /** Sets the defaults of searches. The next commit makes them visible. */
  configure(search: SearchDefaults): IndexSettings {
    const { search: _, ...others } = this.#settings;
    this.#settings = Object.keys(search).length === 0 ? others : { ...others, search };
    this.#isChanged = true;
    return this.#settings;
  }

  async #merge(from: number, to: number): Promise<void> {
    const indexId = this.#indexId;
    const old = this.#segments.slice(from, to);
    const live = old.filter(({ record, deletions }) => (deletions?.count ?? 0) < record.documents);
    if (indexId === undefined || old.length === 0) return;
    const merged: WriterSegment[] = [];
    if (live.length > 0) {
      const inputs = [];
      for (const each of live) {
        const segment = await this.#openChecked(each, indexId);
        inputs.push({ segment, deletions: each.deletions });
      }
      const record = await mergeSegments(this.#createTarget(indexId), inputs);
      merged.push(await this.#openRecord(record, undefined));
    }
    this.#segments.splice(from, to - from, ...merged);
    this.#isChanged = true;
    await this.#drop(old);
  }

  /**
   * Opens a segment that is to be rewritten. Fails with `CORRUPT_INDEX` if it is damaged: with new
   * checksums it would pass for intact.
   */
  async #openChecked({ record, isOwn }: WriterSegment, indexId: IndexId): Promise<Segment> {
    await checkSegmentFiles(this.#directory, record, indexId);
    const segment = await Segment.open(this.#directory, record, indexId);
    const { pruning, vectors } = this.#settings;
    const isPruned = pruning !== undefined;
    if (!isOwn) await checkSegment(segment, { isPruned, dimensions: vectors?.dimensions });
    return segment;
  }

  /** Removes the files of segments that are no longer listed. */
  #drop(segments: readonly WriterSegment[]): Promise<void> {
    const files = segments.flatMap(({ record }) => listFiles(record));
    return this.#files.drop(files.map(({ name }) => name));
  }

  async #openRecord(
    record: SegmentRecord,
    deletions: Deletions | undefined,
  ): Promise<WriterSegment> {
    this.#isChanged = true;
    const documents = await openDocuments(this.#directory, record, this.#indexId as IndexId);
    return {
      ...{ record, documents, deletions, hasNewDeletions: deletions !== undefined },
      isOwn: true,
    };
  }

  /** The target of a new segment, with an unused name. */
  #createTarget(indexId: IndexId): SegmentTarget {
    const [content, weights, files] = [this.#settings, this.#weights, this.#files.creator];
    const [{ schema, vectors }, pruning] = [this.#settings, this.#pruning];
    const name = this.#findFreeName();
    this.#nextSegment++;
    return { files, name, indexId, content, schema, vectors, weights, pruning };
  }

  /** The name of the next segment. */
  #findFreeName(): string {
    while (!this.#files.isFree(`segment-${this.#nextSegment}`)) this.#nextSegment++;
    return `segment-${this.#nextSegment}`;
  }

  /** Commits the list if anything has changed; returns the generation. */
  async commit(): Promise<number> {
    const before = this.#commit;
    if (before !== undefined && !this.#isChanged) return before.generation;
    const generation = (before?.generation ?? 0) + 1;
    const indexId = this.#indexId ?? createIndexId(this.#settings, []);
    const segments: SegmentRecord[] = [];
    for (const segment of this.#segments) {
      segments.push(await this.#writeDeletions(segment, generation, indexId));
    }
    const commit: Commit = {
      indexId,
      generation,
      nextSegment: this.#nextSegment,
      settings: this.#settings,
      segments,
    };
    await writeCommit(this.#directory, commit, {
      fresh: this.#files.fresh,
      durability: this.#durability,
      beforePublish: async () => {
        await this.#confirmLock();
        this.#isPublishing = true;
      },
    });
    this.#isPublishing = false;
    this.#commit = commit;
    this.#isChanged = false;
    await this.#files.removeObsolete(before, commit);
    return generation;
  }

  /** Removes the files that no commit contains. The list must not be used afterwards. */
  async abandon(): Promise<void> {
    if (this.#isPublishing || !(await this.#directory.isLocked(WRITER_LOCK))) return;
    await this.#files.abandon();
    await removePending(this.#directory);
  }

  /**
   * Checks that this writer still holds the lock. Another process takes over the lock of a writer
   * that seems dead; the changes of the old writer are then void.
   */
  async #confirmLock(): Promise<void> {
    if (await this.#directory.isLocked(WRITER_LOCK)) return;
    throw new TermwiseError(
      "LOCKED",
      `another process has taken over as the writer of ${this.#directory.location} after this one had been silent for long; open it again`,
    );
  }

  /** Writes the deletions of a segment and returns its record. */
  async #writeDeletions(
    segment: WriterSegment,
    generation: number,
    indexId: IndexId,
  ): Promise<SegmentRecord> {
    const { record, deletions, hasNewDeletions } = segment;
    if (!hasNewDeletions || deletions === undefined) return record;
    const name = `${record.name}.deleted-${generation}`;
    const target = { files: this.#files.creator, name, indexId };
    const deleted = await deletions.write(target, record.documents);
    const updated = { ...record, deleted };
    this.#segments[this.#segments.indexOf(segment)] = {
      ...segment,
      record: updated,
      hasNewDeletions: false,
    };
    return updated;
  }
}

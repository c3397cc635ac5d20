/**
 * The posting lists of a query in the kernels' memory: opened, bounded by block, or
 * read for their documents.
 */

import type { TermEntry } from "../../index/files/index.ts";
import type { IndexSnapshot, SnapshotPart } from "../../index/snapshots/index.ts";
import { CountedDocumentSet } from "../document-set.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import type { KernelClause } from "./kernel-query.ts";
import { BLOCK_SIZE } from "./layout.generated.ts";
import { ListOpener, rewind, type SegmentLists } from "./list-opener.ts";
import type { RetrievalKernels } from "./retrieval-kernels.ts";
import { MAX_CLAUSES, type SearchArena } from "./search-arena.ts";
import type { SharedIndex, SharedSegment } from "./shared-index.ts";

/** Blocks of a list between two reads of the clock: about as many postings as in a search. */
const BLOCKS_PER_CHECK = 512;

/** What the lists of a clause depend on. */
type ClauseList = Pick<KernelClause, "key" | "field" | "merged">;

/** A list of a clause in one segment, and what opens it if it is not one of the segment's own. */
export interface ClauseEntry {
  readonly part: SnapshotPart;
  readonly entry: TermEntry;
  readonly opener?: Pick<ListOpener, "open">;
}

export class QueryLists {
  readonly #index: SharedIndex;
  readonly #snapshot: IndexSnapshot;
  readonly #arena: SearchArena;
  readonly #kernels: RetrievalKernels;
  readonly #openers: readonly ListOpener[];
  readonly #fieldClasses: readonly (readonly number[])[];

  /**
   * `fieldClasses` are the addresses of the length classes of text fields, by field
   * and segment.
   */
  constructor(
    index: SharedIndex,
    snapshot: IndexSnapshot,
    arena: SearchArena,
    kernels: RetrievalKernels,
    fieldClasses: readonly (readonly number[])[],
  ) {
    this.#index = index;
    this.#snapshot = snapshot;
    this.#arena = arena;
    this.#kernels = kernels;
    this.#fieldClasses = fieldClasses;
    this.#openers = index.segments.map((segment) => new ListOpener(segment, kernels, arena));
  }

  /** The length classes of a field in a segment; of whole documents for field 0. */
  classes(field: number, segment: number): number {
    const fieldClasses = field === 0 ? undefined : this.#fieldClasses[field - 1]?.[segment];
    return fieldClasses ?? (this.#index.segments[segment] as SharedSegment).classes;
  }

  /** By segment and clause. Undefined if the lists are too long for the arena. */
  open(clauses: readonly ClauseList[]): SegmentLists[] | undefined {
    const { maxBlocks } = this.#arena;
    const lists = this.#snapshot.parts.map((): SegmentLists => clauses.map(() => undefined));
    let blocks = 0;
    for (const [i, clause] of clauses.entries()) {
      const own = this.openClause(lists, i, clause, maxBlocks - blocks);
      if (own === undefined) return undefined;
      blocks += own;
    }
    return lists;
  }

  /**
   * Opens the lists of one clause as number `i` of each segment, and returns the number of their
   * full blocks. Undefined if there are more than `maxBlocks`, or for a field that the kernels do
   * not search. The memory comes from `allocate`, by default for one query.
   */
  openClause(
    lists: readonly SegmentLists[],
    i: number,
    { key, field, merged }: ClauseList,
    maxBlocks: number,
    allocate?: (bytes: number) => number,
  ): number | undefined {
    if (field > this.#fieldClasses.length) return undefined;
    let blocks = 0;
    const own: readonly ClauseEntry[] =
      merged?.open(this.#index, this.#kernels, this.#arena) ?? this.#snapshot.lists(key);
    for (const { part, entry, opener } of own) {
      blocks += Math.floor(entry.documentFrequency / BLOCK_SIZE);
      if (blocks > maxBlocks) return undefined;
      const segment = this.#snapshot.parts.indexOf(part);
      const classes = this.classes(field, segment);
      (lists[segment] as SegmentLists)[i] = (opener ?? (this.#openers[segment] as ListOpener)).open(
        entry,
        classes,
        allocate,
      );
    }
    return blocks;
  }

  /** Opens lists again that are to be bounded by another table. */
  reload(lists: readonly SegmentLists[]): void {
    for (const [s, opener] of this.#openers.entries()) {
      for (const list of lists[s] as SegmentLists) if (list !== undefined) opener.reload(list);
    }
  }

  /** Bounds the blocks of all lists by the tables of their clauses. */
  bound(
    clauses: readonly KernelClause[],
    lists: readonly SegmentLists[],
    tables: readonly number[],
  ): void {
    for (const segmentLists of lists) {
      for (const [i, list] of segmentLists.entries()) {
        if (list === undefined) continue;
        const { state, entry, segment } = list;
        state.table = tables[i] as number;
        this.#kernels.boundBlocks(
          state.address,
          segment.impactStarts + 4 * entry.firstBlock,
          // Impacts bound the scores of a block only if scores are not below 0.
          (clauses[i] as KernelClause).weight < 0 ? 0 : segment.impacts,
          this.#index.classByLength,
          state.lengthClasses,
        );
      }
    }
  }

  /**
   * Lends the live documents of the lists with these names, as far as `limit`
   * allows, in memory that the next search overwrites. Undefined if they are too
   * many or too long. Closes the lists that a search had opened.
   */
  withDocuments<T>(
    keys: readonly string[],
    limit: TimeLimit,
    use: (documents: CountedDocumentSet) => T,
  ): T | undefined {
    if (keys.length > MAX_CLAUSES) return undefined;
    const { allowed, words } = this.#arena;
    this.#arena.reset();
    const segmentLists = this.open(keys.map((key) => ({ key, field: 0 })));
    if (segmentLists === undefined) return undefined;
    const size = this.countDocuments(segmentLists, limit);
    const length = Math.ceil(this.#index.documentLimit / 32);
    return use(new CountedDocumentSet(new Uint32Array(words.buffer, allowed, length), size));
  }

  /**
   * The number of live documents in any of these open lists, from their beginnings, as far as
   * `limit` allows. Writes the documents over the memory of the filter.
   */
  countDocuments(segmentLists: readonly SegmentLists[], limit: TimeLimit): number {
    const bits = this.#arena.allowed;
    // The kernels count in words of 64 bits.
    const words = Math.ceil(this.#index.documentLimit / 64);
    this.#kernels.clear(bits, 8 * words);
    for (let i = 0; i < segmentLists.length; i++) {
      const { firstDocument, deleted } = this.#index.segments[i] as SharedSegment;
      for (const list of segmentLists[i] as SegmentLists) {
        if (list === undefined) continue;
        const { address } = list.state;
        rewind(list);
        while (!limit.isOver) {
          const blocks = BLOCKS_PER_CHECK;
          if (this.#kernels.addDocuments(address, bits, firstDocument, deleted, blocks) !== 0)
            break;
          limit.count(blocks * BLOCK_SIZE);
        }
      }
    }
    return this.#kernels.countCommon(bits, bits, words);
  }
}

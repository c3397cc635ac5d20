/**
 * Exact top-k search by the retrieval kernels: block-max MaxScore over windows
 * of documents.
 *
 * The kernels leave the documents that can be among the best by upper bounds;
 * their scores are then computed as every other traversal computes them, by
 * the clauses' own functions, added in the clauses' order. So results equal
 * `documentAtATime`'s to the last bit, ties included.
 */

import { BLOCK_SIZE } from "../../index/bit-packing.ts";
import { encodeText } from "../../index/byte-strings.ts";
import type { TermEntry } from "../../index/dictionary.ts";
import type { IndexView } from "../../index/index-view.ts";
import { pairFrequency } from "../../index/score-pairs.ts";
import type { Clause, PreparedQuery } from "../prepared-query.ts";
import {
  bestDocuments,
  checkedOptions,
  type Hits,
  type TraversalOptions,
  takeHits,
} from "../traversal/hits.ts";
import { type Candidates, pushExact } from "./exact-scores.ts";
import { LengthClasses } from "./length-classes.ts";
import {
  type RetrievalKernels,
  readSearch,
  retrievalKernels,
  type SearchField,
  TERM_BYTES,
  writeSearch,
  writeTerm,
} from "./retrieval-kernels.ts";
import { FrequencyMarks, fillTable, scaleOf, TABLE_BYTES } from "./score-table.ts";
import { MOST_CLAUSES, SearchRoom } from "./search-room.ts";
import type { LivingSegment, SharedIndex, SharedSegment } from "./shared-index.ts";

/** Below anything that a document can be worth. As in kernels/retrieval/index.ts. */
const FLOOR_BELOW_ALL = -(2 ** 30);
/** Postings between two looks at the clock. */
const POSTINGS_PER_LOOK = 1 << 16;
const BLOCK_BYTES = 4 * BLOCK_SIZE;
const CLASSES = 256;

/** A clause's posting list in one segment. */
interface OpenList {
  readonly address: number;
  readonly clause: number;
  readonly entry: TermEntry;
}

/** Searches one index on one thread. */
export class BlockMaxSearch {
  readonly #index: SharedIndex;
  readonly #view: IndexView;
  readonly #segments: readonly LivingSegment[];
  readonly #kernels: RetrievalKernels;
  readonly #room: SearchRoom;
  readonly #classes: LengthClasses;
  readonly #words: Int32Array;
  /** Postings that the last search looked at. */
  touchedPostings = 0;

  /** `view` is the snapshot of `segments`, whose posting lists `index` shares. */
  constructor(index: SharedIndex, view: IndexView, segments: readonly LivingSegment[]) {
    this.#index = index;
    this.#view = view;
    this.#segments = segments;
    this.#classes = new LengthClasses(index.longestDocument);
    this.#room = new SearchRoom(index);
    this.#kernels = retrievalKernels(index.memory);
    this.#words = new Int32Array(index.memory.buffer);
  }

  /**
   * The best documents; undefined for a query that the kernels cannot bound:
   * one with windows of terms, a filter, `minMatch`, or a worth that is not finite.
   */
  search(prepared: PreparedQuery, options: TraversalOptions = {}): Hits | undefined {
    const { top, minMatch, filter, limit } = checkedOptions(options);
    const { clauses } = prepared;
    if (minMatch > 1 || filter !== undefined || clauses.length > MOST_CLAUSES) return undefined;
    if (prepared.documentPart !== undefined || clauses.some(({ isTerm }) => !isTerm)) {
      return undefined;
    }
    const best = bestDocuments(this.#view, top);
    this.#room.reset();
    const largest = clauses.map(() => 0);
    const lists = this.#segments.map((_, i) => this.#openLists(i, clauses, largest));
    const scale = scaleOf(clauses, largest, 0);
    if (scale === undefined) return undefined;
    const marks = new FrequencyMarks(clauses.length);
    const tables = this.#fillTables(clauses, largest, scale, marks);
    this.#start(top, tables);
    for (const [i, segment] of this.#index.segments.entries()) {
      this.#enter(segment, lists[i] as OpenList[], clauses, tables);
      while (this.#kernels.run(this.#room.search, POSTINGS_PER_LOOK) === 0) {
        if (limit.count()) break;
      }
      if (limit.isOver) break;
    }
    this.touchedPostings = this.#field("touchedPostings");
    this.#kernels.raiseFloor(this.#room.search);
    pushExact(best, this.#view, prepared, marks, this.#candidates());
    return takeHits(best, limit);
  }

  #candidates(): Candidates {
    const { candidates, candidateSums } = this.#room;
    const { buffer } = this.#index.memory;
    const count = this.#field("candidateCount");
    return {
      documents: new Uint32Array(buffer, candidates, count),
      sums: new Int32Array(buffer, candidateSums, 2 * count),
    };
  }

  #field(field: SearchField): number {
    return readSearch(this.#words, this.#room.search, field);
  }

  /** The lists of one segment, tails decoded; notes the largest frequency of each clause. */
  #openLists(number: number, clauses: readonly Clause[], largest: number[]): OpenList[] {
    const { segment } = this.#segments[number] as LivingSegment;
    const shared = this.#index.segments[number] as SharedSegment;
    const lists: OpenList[] = [];
    for (const [clause, { label }] of clauses.entries()) {
      const entry = segment.dictionary.find(encodeText(label));
      if (entry === undefined) continue;
      const list = this.#openList(shared, clause, entry);
      lists.push(list);
      const most = this.#largestFrequency(shared, list);
      largest[clause] = Math.max(largest[clause] as number, most);
    }
    return lists;
  }

  #openList(shared: SharedSegment, clause: number, entry: TermEntry): OpenList {
    const { documentFrequency, firstBlock } = entry;
    const fullBlocks = Math.floor(documentFrequency / BLOCK_SIZE);
    const tailSize = documentFrequency % BLOCK_SIZE;
    const blocks = fullBlocks + (tailSize > 0 ? 1 : 0);
    const room = this.#room;
    const address = room.take(TERM_BYTES);
    const lasts = room.take(4 * (blocks + 1));
    const words = this.#words;
    const from = (shared.lastDocuments >>> 2) + firstBlock;
    words.copyWithin(lasts >>> 2, from, from + fullBlocks);
    words[(lasts >>> 2) + blocks] = 0x7fffffff;
    writeTerm(words, address, {
      packed: shared.packed,
      starts: shared.blockStarts + 4 * firstBlock,
      shapes: shared.shapes + 2 * firstBlock,
      lasts,
      bounds: room.take(4 * (blocks + 1)),
      table: 0,
      documentBuffer: room.take(BLOCK_BYTES),
      rowBuffer: room.take(BLOCK_BYTES),
      tailDocuments: room.take(BLOCK_BYTES),
      tailRows: room.take(BLOCK_BYTES),
      fullBlocks,
      blocks,
      tailSize,
      postings: documentFrequency,
      block: 0,
      decoded: -1,
      decodedRows: -1,
      at: 0,
      windowBound: 0,
    });
    return { address, clause, entry };
  }

  #largestFrequency(shared: SharedSegment, { address, entry }: OpenList): number {
    const { firstBlock, documentFrequency, tailStart } = entry;
    const words = this.#words;
    const fullBlocks = Math.floor(documentFrequency / BLOCK_SIZE);
    const starts = (shared.pairStarts >>> 2) + firstBlock;
    const from = words[starts] as number;
    const to = words[starts + fullBlocks] as number;
    const inBlocks = pairFrequency(this.#kernels.largestPair(shared.pairs, from, to) >>> 0);
    if (documentFrequency % BLOCK_SIZE === 0) return inBlocks;
    const lasts = (shared.lastDocuments >>> 2) + firstBlock;
    const previous = fullBlocks === 0 ? -1 : (words[lasts + fullBlocks - 1] as number);
    return Math.max(
      inBlocks,
      this.#kernels.openTail(address, shared.tails + tailStart, previous) >>> 0,
    );
  }

  #fillTables(
    clauses: readonly Clause[],
    largest: readonly number[],
    scale: number,
    marks: FrequencyMarks,
  ): { tables: number[]; slack: number } {
    const slack = new Float64Array(CLASSES);
    const tables = clauses.map((clause, place) => {
      const table = this.#room.take(TABLE_BYTES);
      fillTable(this.#words, table >>> 2, clause, {
        place,
        largestFrequency: largest[place] as number,
        scale,
        classes: this.#classes,
        marks,
        slack,
      });
      return table;
    });
    const address = this.#room.take(4 * CLASSES);
    for (let i = 0; i < CLASSES; i++) {
      // One unit more sets sums that float64 cannot tell apart off from the rest.
      this.#words[(address >>> 2) + i] = Math.ceil(slack[i] as number) + 1;
    }
    return { tables, slack: address };
  }

  /** Sets up what is the same for all segments. */
  #start(top: number, { slack }: { slack: number }): void {
    const room = this.#room;
    const parts = room.take(4 * CLASSES);
    this.#words.fill(0, parts >>> 2, (parts >>> 2) + CLASSES);
    writeSearch(this.#words, room.search, {
      sums: room.take(4 * MOST_CLAUSES),
      terms: room.take(4 * MOST_CLAUSES),
      parts,
      largestPart: 0,
      floor: FLOOR_BELOW_ALL,
      sumsOfDocuments: room.sumsOfDocuments,
      touched: room.touched,
      marks: room.marks,
      survivors: room.survivors,
      survivorSums: room.survivorSums,
      top: Math.min(top, this.#index.documentLimit),
      candidates: room.candidates,
      candidateSums: room.candidateSums,
      candidateFloors: room.candidateFloors,
      selection: room.selection,
      candidateCount: 0,
      candidateLimit: top + (top >>> 1) + 16,
      slack,
      touchedPostings: 0,
    });
  }

  /** Sets the search to the beginning of a segment. */
  #enter(
    shared: SharedSegment,
    lists: readonly OpenList[],
    clauses: readonly Clause[],
    { tables }: { tables: readonly number[] },
  ): void {
    const { search } = this.#room;
    const terms = this.#field("terms") >>> 2;
    for (const [i, { address, clause, entry }] of lists.entries()) {
      this.#words[terms + i] = address;
      writeTerm(this.#words, address, { table: tables[clause] as number });
      const isPositive = (clauses[clause] as Clause).weight >= 0;
      this.#kernels.boundBlocks(
        address,
        shared.pairStarts + 4 * entry.firstBlock,
        // Pairs say what a posting is worth at most where more matches are worth more.
        isPositive ? shared.pairs : 0,
        this.#index.classOfLength,
        shared.classes,
      );
    }
    writeSearch(this.#words, search, {
      termCount: lists.length,
      essential: 0,
      documentLimit: lists.length === 0 ? 0 : shared.documentLimit,
      firstDocument: shared.firstDocument,
      classes: shared.classes,
      deleted: shared.deleted,
      from: 0,
    });
  }
}

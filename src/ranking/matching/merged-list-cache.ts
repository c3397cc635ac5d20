/**
 * The merged lists of expanded words that are searched again and again, such as the first letters
 * of frequent words: kept per index within a bound of bytes. A word that is searched three times
 * replaces those that are not searched in the meantime.
 */

import { canShareMemory } from "../../common/bytes/index.ts";
import {
  FieldView,
  IndexSnapshot,
  type IndexView,
  type SnapshotPart,
} from "../../index/snapshots/index.ts";
import { MergedLists, type MergedPart } from "../block-max/merged-lists.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import type { ExpansionTerm } from "./fuzzy-terms.ts";
import { mergePostings, type WeightedList } from "./merge-postings.ts";

/** Bytes of the merged lists of an index. */
const MAX_MERGED_BYTES: number = 3 << 23;
/** At most, with documents far apart. */
const BYTES_PER_POSTING = 4;
/** Merging takes as long as some searches without it, so the first ones go without. */
const MIN_USES = 3;
/** Longer lists are not merged: it would take tens of milliseconds. */
const MAX_POSTINGS = 1 << 20;
/** Postings that are merged in a millisecond on a slow or busy machine. */
const POSTINGS_PER_MS = 1 << 13;
type Expansion = readonly ExpansionTerm[];

/** A view whose lists are those of a snapshot. */
export type ListedView = FieldView | IndexSnapshot;

const caches = new WeakMap<IndexSnapshot, MergedListCache>();

/** Undefined for a view that has no lists of its own, or if the memory of the kernels cannot grow. */
export function getMergedListCache(view: IndexView): MergedListCache | undefined {
  const isListed = view instanceof FieldView || view instanceof IndexSnapshot;
  if (!isListed || view.needLists !== undefined || !canShareMemory()) return undefined;
  const snapshot = getSnapshot(view);
  let cache = caches.get(snapshot);
  if (cache === undefined) {
    cache = new MergedListCache();
    caches.set(snapshot, cache);
    snapshot.onClose(() => cache?.clear());
  }
  return cache;
}

/** An expanded word. */
interface Word {
  /** Searches for it while it has no lists, and the first of them. */
  uses: number;
  first: number;
  /** The last search for it. */
  search: number;
  lists: MergedLists | undefined;
}

export class MergedListCache {
  readonly #words = new WeakMap<Expansion, Word>();
  /** Those with lists, the least recently used first. */
  readonly #kept = new Set<Word>();
  readonly #maxBytes: number;
  #bytes = 0;
  #searches = 0;

  constructor(maxBytes: number = MAX_MERGED_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Bytes of the lists. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Begins a search. The lists of the one before may be freed. */
  begin(): void {
    this.#searches++;
  }

  /**
   * The merged lists of `expansion`, terms of `view`, always the same object for the same word.
   * Undefined for a word that is not searched often enough, and if there is no time to merge them.
   */
  find(view: ListedView, expansion: Expansion, limit: TimeLimit): MergedLists | undefined {
    const word = this.#words.get(expansion) ?? createWord();
    this.#words.set(expansion, word);
    word.search = this.#searches;
    if (word.lists === undefined) {
      if (word.uses++ === 0) word.first = this.#searches;
      if (word.uses < MIN_USES) return undefined;
      word.uses = 0;
      word.lists = this.#merge(view, expansion, word.first, limit);
      if (word.lists === undefined) return undefined;
      this.#bytes += word.lists.bytes;
    }
    this.#kept.delete(word);
    this.#kept.add(word);
    return word.lists;
  }

  clear(): void {
    for (const word of this.#kept) this.#drop(word);
  }

  /** Drops words that are not searched since `first`, if they are needed. */
  #merge(
    view: ListedView,
    expansion: Expansion,
    first: number,
    limit: TimeLimit,
  ): MergedLists | undefined {
    const { parts, postings } = collectLists(view, expansion);
    if (postings > MAX_POSTINGS || !limit.remains(postings / POSTINGS_PER_MS)) return undefined;
    if (BYTES_PER_POSTING * postings > this.#maxBytes) return undefined;
    for (const word of this.#kept) {
      if (this.#bytes + BYTES_PER_POSTING * postings <= this.#maxBytes) break;
      if (word.search >= first) return undefined;
      this.#drop(word);
    }
    return mergeLists(view, parts, limit);
  }

  #drop(word: Word): void {
    word.lists?.release();
    this.#bytes -= word.lists?.bytes ?? 0;
    word.lists = undefined;
    this.#kept.delete(word);
  }
}

function createWord(): Word {
  return { uses: 0, first: 0, search: 0, lists: undefined };
}

function getSnapshot(view: ListedView): IndexSnapshot {
  return view instanceof FieldView ? view.snapshot : view;
}

/** The lists of the terms, by segment. */
function collectLists(
  view: ListedView,
  expansion: Expansion,
): {
  readonly parts: ReadonlyMap<SnapshotPart, readonly WeightedList[]>;
  readonly postings: number;
} {
  const snapshot = getSnapshot(view);
  const parts = new Map<SnapshotPart, WeightedList[]>();
  let postings = 0;
  for (const { term, factor } of expansion) {
    const key = view instanceof FieldView ? view.key(term) : term;
    for (const { part, entry } of key === undefined ? [] : snapshot.lists(key)) {
      postings += entry.documentFrequency;
      const own = parts.get(part) ?? [];
      parts.set(part, own);
      own.push({ entry, factor });
    }
  }
  return { parts, postings };
}

function mergeLists(
  view: ListedView,
  lists: ReadonlyMap<SnapshotPart, readonly WeightedList[]>,
  limit: TimeLimit,
): MergedLists | undefined {
  const field = view instanceof FieldView ? view.number : 0;
  const parts: MergedPart[] = [];
  for (const [part, own] of lists) {
    const { segment } = part;
    const postings = mergePostings(segment, own, segment.documents.fieldLengths(field), limit);
    if (postings === undefined) return undefined;
    parts.push({ part, postings });
  }
  return new MergedLists(parts);
}

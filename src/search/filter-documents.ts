/** The documents of a snapshot that pass a filter, as a set for traversals. */

import type { Filter } from "../api/filter.ts";
import type { Column } from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { CountedDocumentSet, DocumentSet } from "../ranking/document-set.ts";
import { TimeLimit } from "../ranking/traversal/index.ts";
import { checkFilterTypes } from "./check-filter-types.ts";
import { addMatches } from "./column-filter.ts";
import { loadFieldColumns } from "./field-columns.ts";
import { type FilterNode, parseFilter } from "./filter.ts";

/** Maximum bytes of cached sets per snapshot, for people who page through results. */
const MAX_CACHE_BYTES = 1 << 24;

const filterCache = new WeakMap<IndexSnapshot, Map<string, DocumentSet>>();

/**
 * All documents that match; some may be deleted. The set is shared and must not be changed.
 * `OutOfTime` when time is up before the whole filter is applied.
 */
export async function filterDocuments(
  snapshot: IndexSnapshot,
  filter: Filter | string,
  limit: TimeLimit = TimeLimit.none(),
): Promise<DocumentSet> {
  const parsed = typeof filter === "string" ? await parseText(filter) : filter;
  const { node, columns: requested } = checkFilterTypes(snapshot, parseFilter(parsed));
  const sets = filterCache.get(snapshot) ?? new Map<string, DocumentSet>();
  filterCache.set(snapshot, sets);
  const key = JSON.stringify(node);
  const cached = sets.get(key);
  if (cached !== undefined) {
    sets.delete(key); // moves it to the end, as the most recently used
    sets.set(key, cached);
    return cached;
  }
  const { words, size } = evaluateNode(node, {
    snapshot,
    columns: await loadFieldColumns(snapshot, requested, limit),
    limit,
  });
  const set = new CountedDocumentSet(words, size);
  addToCache(sets, key, set);
  return set;
}

async function parseText(text: string): Promise<Filter> {
  const { parseFilterText } = await import("./filter-text.ts");
  return parseFilterText(text);
}

/** The number of live documents in a set. */
export function countLive(snapshot: IndexSnapshot, set: DocumentSet): number {
  let count = set.size;
  for (const { base, deletions } of snapshot.parts) {
    if (deletions === undefined) continue;
    DocumentSet.fromWords(deletions.words).forEach((document) => {
      if (set.has(base + document)) count--;
    });
  }
  return count;
}

/** All sets of a snapshot have the same size, so the oldest is evicted for a new one. */
function addToCache(sets: Map<string, DocumentSet>, key: string, set: DocumentSet): void {
  const maxEntries = Math.floor(
    MAX_CACHE_BYTES / Math.max(1, set.words.byteLength + 2 * key.length),
  );
  while (sets.size > 0 && sets.size >= maxEntries) sets.delete(sets.keys().next().value as string);
  if (maxEntries > 0) sets.set(key, set);
}

interface FilterContext {
  readonly snapshot: IndexSnapshot;
  /** By segment and name. */
  readonly columns: readonly ReadonlyMap<string, Column>[];
  readonly limit: TimeLimit;
}

function evaluateNode(node: FilterNode, context: FilterContext): DocumentSet {
  const { columns, limit } = context;
  const { documentLimit, parts } = context.snapshot;
  // At least a pass over the words of a set, mostly one over all values of a column.
  limit.spend(1 + (node.kind === "value" ? documentLimit : documentLimit >>> 5));
  if (node.kind === "value") {
    const set = new DocumentSet(documentLimit);
    for (const [i, { base }] of parts.entries()) {
      const column = columns[i]?.get(node.path);
      if (column !== undefined) addMatches(column, node.conditions, base, set, limit);
    }
    return set;
  }
  if (node.kind === "any") {
    const set = new DocumentSet(documentLimit);
    for (const part of node.parts) set.addAll(evaluateNode(part, context));
    return set;
  }
  if (node.kind === "not") {
    const set = createFullSet(documentLimit);
    set.removeAll(evaluateNode(node.part, context));
    return set;
  }
  const [first, ...others] = node.parts;
  if (first === undefined) return createFullSet(documentLimit);
  const set = evaluateNode(first, context);
  for (const part of others) set.keepAll(evaluateNode(part, context));
  return set;
}

function createFullSet(documentLimit: number): DocumentSet {
  const set = new DocumentSet(documentLimit);
  set.words.fill(0xffffffff);
  const beyond = 32 * set.words.length - documentLimit;
  if (beyond > 0) set.words[set.words.length - 1] = 0xffffffff >>> beyond;
  return set;
}

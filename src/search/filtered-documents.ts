/** The documents of a snapshot that a filter lets through, as the set that traversals take. */

import type { Column } from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { CountedDocuments, DocumentSet } from "../ranking/document-set.ts";
import { fieldColumns } from "./field-columns.ts";
import { type Filter, type FilterNode, parseFilter } from "./filter.ts";
import { addMatches } from "./filter-codes.ts";
import { typedFilter } from "./typed-filter.ts";

/** Bytes of sets that are remembered for each snapshot, for people who page through results. */
const MOST_BYTES = 1 << 24;

const known = new WeakMap<IndexSnapshot, Map<string, DocumentSet>>();

/** All documents that match, deleted ones perhaps among them. The set is shared and must not change. */
export async function filteredDocuments(
  snapshot: IndexSnapshot,
  filter: Filter,
): Promise<DocumentSet> {
  const { node, columns: wanted } = typedFilter(snapshot, parseFilter(filter));
  const sets = known.get(snapshot) ?? new Map<string, DocumentSet>();
  known.set(snapshot, sets);
  const key = JSON.stringify(node);
  const found = sets.get(key);
  if (found !== undefined) {
    sets.delete(key); // and set again, as the one used last
    sets.set(key, found);
    return found;
  }
  const { words, size } = matching(node, snapshot, await fieldColumns(snapshot, wanted));
  const set = new CountedDocuments(words, size);
  remember(sets, key, set);
  return set;
}

/** How many living documents a set has. */
export function countLiving(snapshot: IndexSnapshot, set: DocumentSet): number {
  let count = set.size;
  for (const { base, deletions } of snapshot.parts) {
    if (deletions === undefined) continue;
    DocumentSet.ofWords(deletions.words).forEach((document) => {
      if (set.has(base + document)) count--;
    });
  }
  return count;
}

/** All sets of a snapshot have the same size, so the oldest makes place for a new one. */
function remember(sets: Map<string, DocumentSet>, key: string, set: DocumentSet): void {
  const most = Math.floor(MOST_BYTES / Math.max(1, set.words.byteLength + 2 * key.length));
  while (sets.size > 0 && sets.size >= most) sets.delete(sets.keys().next().value as string);
  if (most > 0) sets.set(key, set);
}

function matching(
  node: FilterNode,
  snapshot: IndexSnapshot,
  columns: readonly ReadonlyMap<string, Column>[],
): DocumentSet {
  const { documentLimit, parts } = snapshot;
  if (node.kind === "value") {
    const set = new DocumentSet(documentLimit);
    for (const [i, { base }] of parts.entries()) {
      const column = columns[i]?.get(node.path);
      if (column !== undefined) addMatches(column, node.conditions, base, set);
    }
    return set;
  }
  if (node.kind === "any") {
    const set = new DocumentSet(documentLimit);
    for (const part of node.parts) set.addAll(matching(part, snapshot, columns));
    return set;
  }
  if (node.kind === "not") {
    const set = everything(documentLimit);
    set.removeAll(matching(node.part, snapshot, columns));
    return set;
  }
  const [first, ...others] = node.parts;
  if (first === undefined) return everything(documentLimit);
  const set = matching(first, snapshot, columns);
  for (const part of others) set.keepAll(matching(part, snapshot, columns));
  return set;
}

function everything(documentLimit: number): DocumentSet {
  const set = new DocumentSet(documentLimit);
  set.words.fill(0xffffffff);
  const beyond = 32 * set.words.length - documentLimit;
  if (beyond > 0) set.words[set.words.length - 1] = 0xffffffff >>> beyond;
  return set;
}

/** The documents of a snapshot that a filter lets through, as the set that traversals take. */

import type { IndexSnapshot } from "../index/index.ts";
import { DocumentSet } from "../ranking/document-set.ts";
import { type Filter, type FilterNode, filterPaths, parseFilter } from "./filter.ts";
import { type PropertyColumn, propertyColumns } from "./property-columns.ts";

/** Sets that are remembered for each snapshot, for people who page through results. */
const MOST_SETS = 16;

const known = new WeakMap<IndexSnapshot, Map<string, DocumentSet>>();

/** All documents that match, deleted ones perhaps among them. */
export async function filteredDocuments(
  snapshot: IndexSnapshot,
  filter: Filter,
): Promise<DocumentSet> {
  const node = parseFilter(filter);
  const sets = known.get(snapshot) ?? new Map<string, DocumentSet>();
  known.set(snapshot, sets);
  const key = JSON.stringify(filter);
  const found = sets.get(key);
  if (found !== undefined) return found;
  const paths = filterPaths(node);
  const columns: ReadonlyMap<string, PropertyColumn>[] = [];
  for (const { segment } of snapshot.parts) columns.push(await propertyColumns(segment, paths));
  const set = matching(node, snapshot, columns);
  if (sets.size >= MOST_SETS) sets.delete(sets.keys().next().value as string);
  sets.set(key, set);
  return set;
}

/** How many living documents a set has. */
export function countLiving(snapshot: IndexSnapshot, set: DocumentSet): number {
  let count = 0;
  for (const { base, segment, deletions } of snapshot.parts) {
    for (let document = 0; document < segment.documents.count; document++) {
      if (set.has(base + document) && deletions?.has(document) !== true) count++;
    }
  }
  return count;
}

function matching(
  node: FilterNode,
  snapshot: IndexSnapshot,
  columns: readonly ReadonlyMap<string, PropertyColumn>[],
): DocumentSet {
  if (node.kind === "value") {
    const set = new DocumentSet(snapshot.documentLimit);
    for (const [i, { base }] of snapshot.parts.entries()) {
      columns[i]?.get(node.path)?.addMatches(node.test, base, set);
    }
    return set;
  }
  if (node.kind === "any") {
    const set = new DocumentSet(snapshot.documentLimit);
    for (const part of node.parts) set.addAll(matching(part, snapshot, columns));
    return set;
  }
  const set = everything(snapshot);
  if (node.kind === "not") set.removeAll(matching(node.part, snapshot, columns));
  else for (const part of node.parts) set.keepAll(matching(part, snapshot, columns));
  return set;
}

function everything({ documentLimit }: IndexSnapshot): DocumentSet {
  const set = new DocumentSet(documentLimit);
  for (let document = 0; document < documentLimit; document++) set.add(document);
  return set;
}

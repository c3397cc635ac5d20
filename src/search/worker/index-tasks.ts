/** What an index in a worker is asked for, as functions of plain data. */

import type { Filter } from "../../api/filter.ts";
import type { ScoringOptions, SearchOptions, SuggestOptions } from "../../api/search-options.ts";
import type { SearchResult, StoredDocument, Suggestion } from "../../api/search-result.ts";
import { badArgument } from "../../common/errors.ts";
import type { Explanation } from "../../ranking/explanation.ts";
import { openReadOnly } from "../open-read-only.ts";
import type { ReadableIndex } from "../readable-index.ts";
import type { DocumentId } from "../search-document.ts";
import { openTransferableLocation } from "./open-transferable-location.ts";
import type { TransferableLocation } from "./transferable-location.ts";

/** Indexes that are open on this thread, by their number. */
const indexes = new Map<number, ReadableIndex>();
let nextId = 0;

/** A question to one of the indexes. */
interface IndexHandle {
  readonly index: number;
}

/** Opens an index and returns its number. */
export async function open(location: TransferableLocation): Promise<number> {
  indexes.set(nextId, await openReadOnly(await openTransferableLocation(location)));
  return nextId++;
}

export function search({
  index,
  query,
  options,
}: IndexHandle & { query: string; options: SearchOptions }): Promise<SearchResult> {
  return findIndex(index).search(query, options);
}

export function suggest({
  index,
  query,
  options,
}: IndexHandle & { query: string; options: SuggestOptions }): Promise<readonly Suggestion[]> {
  return findIndex(index).suggest(query, options);
}

export function explain({
  index,
  query,
  id,
  options,
}: IndexHandle & { query: string; id: DocumentId; options: ScoringOptions }): Promise<Explanation> {
  return findIndex(index).explain(query, id, options);
}

export function get({
  index,
  id,
}: IndexHandle & { id: DocumentId }): Promise<StoredDocument | undefined> {
  return findIndex(index).get(id);
}

export function count({ index, filter }: IndexHandle & { filter?: Filter }): Promise<number> {
  return findIndex(index).count(filter);
}

export function refresh({ index }: IndexHandle): Promise<boolean> {
  return findIndex(index).refresh();
}

export async function close({ index }: IndexHandle): Promise<void> {
  const closing = findIndex(index);
  indexes.delete(index);
  await closing.close();
}

function findIndex(id: number): ReadableIndex {
  const index = indexes.get(id);
  if (index === undefined) throw badArgument("the index is closed");
  return index;
}

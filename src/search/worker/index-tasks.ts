/** What an index in a worker is asked for, as functions of plain data. */

import { badArgument } from "../../common/errors.ts";
import type { Explanation } from "../../ranking/explanation.ts";
import type { Filter } from "../filter.ts";
import { openReadOnly } from "../open-read-only.ts";
import type { ReadableIndex } from "../readable-index.ts";
import type { DocumentId, StoredDocument } from "../search-document.ts";
import type { ScoringOptions, SearchOptions, SearchResult } from "../search-options.ts";
import type { Suggestion, SuggestOptions } from "../suggestions.ts";
import { receivedPlace } from "./received-place.ts";
import type { SentPlace } from "./sent-place.ts";

/** Indexes that are open on this thread, by their number. */
const indexes = new Map<number, ReadableIndex>();
let opened = 0;

/** A question to one of the indexes. */
interface Asked {
  readonly index: number;
}

/** Opens an index and returns its number. */
export async function open(place: SentPlace): Promise<number> {
  indexes.set(opened, await openReadOnly(await receivedPlace(place)));
  return opened++;
}

export function search({
  index,
  query,
  options,
}: Asked & { query: string; options: SearchOptions }): Promise<SearchResult> {
  return indexOf(index).search(query, options);
}

export function suggest({
  index,
  query,
  options,
}: Asked & { query: string; options: SuggestOptions }): Promise<readonly Suggestion[]> {
  return indexOf(index).suggest(query, options);
}

export function explain({
  index,
  query,
  id,
  options,
}: Asked & { query: string; id: DocumentId; options: ScoringOptions }): Promise<Explanation> {
  return indexOf(index).explain(query, id, options);
}

export function get({
  index,
  id,
}: Asked & { id: DocumentId }): Promise<StoredDocument | undefined> {
  return indexOf(index).get(id);
}

export function count({ index, filter }: Asked & { filter?: Filter }): Promise<number> {
  return indexOf(index).count(filter);
}

export function refresh({ index }: Asked): Promise<boolean> {
  return indexOf(index).refresh();
}

export async function close({ index }: Asked): Promise<void> {
  const closing = indexOf(index);
  indexes.delete(index);
  await closing.close();
}

function indexOf(number: number): ReadableIndex {
  const index = indexes.get(number);
  if (index === undefined) throw badArgument("the index is closed");
  return index;
}

/**
 * Checks the consistency of a collection. Problems are counted, not thrown. Holds the ids of all
 * documents in memory.
 */

import type { Collection } from "./collection.ts";

/** The problems of a collection, counted. */
export interface CollectionCheck {
  documents: number;
  /** Documents with the id of an earlier one. */
  repeatedDocuments: number;
  /** Documents with neither title nor text. */
  emptyDocuments: number;
  splits: Record<string, SplitCheck>;
}

/** The problems of one split, counted. */
export interface SplitCheck {
  queries: number;
  /** Queries with the id of an earlier one of the split. */
  repeatedQueries: number;
  /** Queries without a relevant document. */
  queriesWithoutAnswer: number;
  judgements: number;
  /** Judgements of queries that are not in the split. */
  strayJudgements: number;
  /** Judgements of documents that are not in the collection. */
  judgementsWithoutDocument: number;
}

/** Reads a whole collection and counts what is missing or duplicated. */
export async function checkCollection(collection: Collection): Promise<CollectionCheck> {
  const ids = new Set<string>();
  const check: CollectionCheck = {
    documents: 0,
    repeatedDocuments: 0,
    emptyDocuments: 0,
    splits: {},
  };
  for await (const { id, title, text } of collection.documents()) {
    check.documents++;
    if (text === "" && title === undefined) check.emptyDocuments++;
    ids.add(id);
  }
  check.repeatedDocuments = check.documents - ids.size;
  for (const split of collection.splits) {
    check.splits[split] = await checkSplit(collection, split, ids);
  }
  return check;
}

async function checkSplit(
  collection: Collection,
  split: string,
  documents: ReadonlySet<string>,
): Promise<SplitCheck> {
  const queryIds = new Set<string>();
  let queries = 0;
  for await (const { id } of collection.queries(split)) {
    queries++;
    queryIds.add(id);
  }
  const answered = new Set<string>();
  let judgements = 0;
  let strayJudgements = 0;
  let judgementsWithoutDocument = 0;
  for await (const { query, document, grade } of collection.judgements(split)) {
    judgements++;
    if (!queryIds.has(query)) strayJudgements++;
    else if (grade > 0) answered.add(query);
    if (!documents.has(document)) judgementsWithoutDocument++;
  }
  return {
    queries,
    repeatedQueries: queries - queryIds.size,
    queriesWithoutAnswer: queryIds.size - answered.size,
    judgements,
    strayJudgements,
    judgementsWithoutDocument,
  };
}

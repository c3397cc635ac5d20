/**
 * Puts single documents into a published index and deletes them. Impacts are computed with the
 * statistics of the publication, as those of all other documents are; words that these do not know are
 * stored beside them first, so that a writer that is killed leaves nothing that cannot be found.
 */

import type { SearchDocument } from "../../src/api/document-type.ts";
import { badArgument } from "../../src/common/errors.ts";
import type { IndexEncoder } from "../../src/dense/index.ts";
import type { VectorSettings } from "../../src/dense/vectors/index.ts";
import type { StoredFields } from "../../src/index/index.ts";
import { retryOnPageFault } from "../../src/index/snapshots/index.ts";
import { listForms } from "../../src/ranking/matching/index.ts";
import { type OneOrMany, toIdText, toIterable } from "../../src/search/search-document.ts";
import { BulkLoader } from "./bulk-loader.ts";
import { type AddVectors, openCandidates, type PublishedContent } from "./candidate-reader.ts";
import type { Cluster } from "./cluster.ts";
import { createAnswerError } from "./cluster-errors.ts";
import type { ClusterStatistics } from "./cluster-statistics.ts";
import { createDocumentBodies, type DocumentBody } from "./document-bodies.ts";
import { createRecordRanker } from "./publish.ts";
import {
  type AddedWords,
  addChanges,
  NO_CHANGES,
  type StoredChanges,
} from "./published-changes.ts";
import type { PublishedRecord } from "./published-record.ts";
import { createTermEntry } from "./published-statistics.ts";

/** A published index that is changed. */
export interface ChangedIndex {
  readonly cluster: Cluster;
  readonly index: string;
  readonly record: PublishedRecord;
  readonly content: PublishedContent;
  readonly statistics: ClusterStatistics;
  /** Distinguishes the statistics of the publication. */
  readonly set: string;
  /** Makes the vectors that documents lack. */
  readonly encoder: IndexEncoder;
}

/** A document that is put. */
export interface ChangedDocument {
  readonly id: string;
  readonly fields: StoredFields;
}

/** Documents that are put at once. */
const BATCH = 1000;

/** Calls `work` with some documents at a time, no two with the same id; returns their number. */
export async function forEachBatch(
  documents: OneOrMany<SearchDocument>,
  work: (batch: readonly ChangedDocument[]) => Promise<void>,
): Promise<number> {
  let total = 0;
  let batch = new Map<string, ChangedDocument>();
  const send = async (): Promise<void> => {
    if (batch.size > 0) await work([...batch.values()]);
    total += batch.size;
    batch = new Map();
  };
  for await (const document of toIterable(documents)) {
    const { id, ...fields } = document;
    const name = toIdText(id);
    if (batch.has(name)) await send();
    batch.set(name, { id: name, fields: fields as StoredFields });
    if (batch.size === BATCH) await send();
  }
  await send();
  return total;
}

/** Puts documents with different ids; they are found when this returns. */
export async function putDocuments(
  target: ChangedIndex,
  documents: readonly ChangedDocument[],
): Promise<StoredChanges> {
  const { cluster, index, record, content, set } = target;
  if (record.pruned) {
    throw badArgument(
      `${index} is pruned, by a rule of the local index: put documents there, and update the published index`,
    );
  }
  const { terms, added } = await readWords(target, documents);
  const more = { ...NO_CHANGES, ...added, put: documents.length };
  const changes = await addChanges(cluster, index, set, more);
  const collection = target.statistics.withChanges(changes);
  const addVectors = createAddVectors(target);
  const reader = await openCandidates({ ...content, collection }, documents, addVectors);
  try {
    const ranker = createRecordRanker(record);
    const bodies = await retryOnPageFault(async () => {
      collection.needTerms(terms);
      const all: DocumentBody[] = [];
      for await (const body of createDocumentBodies(reader, record, ranker, terms)) all.push(body);
      return all;
    });
    await new BulkLoader(cluster, index).load(bodies);
    await cluster.request({ method: "POST", path: `/${index}/_refresh` });
  } finally {
    await reader.close();
  }
  return changes;
}

/** Undefined for an index without vectors, or with vectors that are given. */
function createAddVectors({ record, encoder }: ChangedIndex): AddVectors | undefined {
  const vectors = record.settings?.vectors as VectorSettings | undefined;
  if (record.vectors === undefined || vectors?.model === undefined) return undefined;
  return (documents, settings) => encoder.withVectors(documents, settings);
}

/** Deletes documents; returns the number of those that existed. */
export async function deleteDocuments(
  { cluster, index, set }: Pick<ChangedIndex, "cluster" | "index" | "set">,
  ids: readonly string[],
): Promise<{ readonly changes: StoredChanges | undefined; readonly deleted: number }> {
  const existing = await findExisting(cluster, index, ids);
  if (existing.length === 0) return { changes: undefined, deleted: 0 };
  const more = { ...NO_CHANGES, deleted: existing.length };
  const changes = await addChanges(cluster, index, set, more);
  await new BulkLoader(cluster, index).load(existing.map((id) => ({ id })));
  await cluster.request({ method: "POST", path: `/${index}/_refresh` });
  return { changes, deleted: existing.length };
}

/** Those of these ids that an index has. */
export async function findExisting(
  cluster: Cluster,
  index: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  type Answer = { docs?: readonly ({ _id?: string; found?: boolean } | null)[] } | null;
  const answer = await cluster.request<Answer>({
    ...{ method: "POST", path: `/${index}/_mget`, query: { _source: false }, body: { ids } },
  });
  const docs = answer?.docs ?? [];
  if (docs.length !== ids.length || ids.some((id, i) => docs[i]?._id !== id)) {
    throw createAnswerError(cluster.url, `documents that are not the ${ids.length} requested`);
  }
  return ids.filter((_, i) => docs[i]?.found === true);
}

/** The terms of documents, and those of them that no document of the publication has. */
async function readWords(
  { content, statistics }: ChangedIndex,
  documents: readonly ChangedDocument[],
): Promise<{ readonly terms: readonly string[]; readonly added: AddedWords }> {
  const reader = await openCandidates({ ...content, collection: undefined }, documents);
  try {
    const { view } = reader.searcher;
    const fields = view.fields?.map((field) => field.view) ?? [view];
    const terms = view.termsWithPrefix("", Infinity);
    const unknown = await retryOnPageFault(async () => {
      statistics.needTerms(terms);
      return new Set(terms.filter((term) => !statistics.isPublished(term)));
    });
    const forms = (await listForms(view)).flatMap(({ form, count }) =>
      unknown.has(reader.analyzer.term(form) ?? "") ? [[form, count] as const] : [],
    );
    const entries = [...unknown].map((term) => createTermEntry(fields, term));
    return { terms, added: { terms: entries, forms } };
  } finally {
    await reader.close();
  }
}

/**
 * What was put into a published index and deleted from it since its publication: how many documents,
 * and the words that its statistics do not know. Other statistics stay as they were published, so
 * scores of old and new documents are comparable; `share` says how far they may be off.
 */

import { TermwiseError } from "../../src/common/errors.ts";
import type { Cluster } from "./cluster.ts";
import { createAnswerError } from "./cluster-errors.ts";
import type { TermEntry } from "./published-statistics.ts";
import { isCount } from "./search-response.ts";

/** New words: terms as statistics have them, and surface forms with their counts. */
export interface AddedWords {
  readonly terms: readonly TermEntry[];
  readonly forms: readonly (readonly [form: string, count: number])[];
}

/** The changes as they are stored, and the version of the document that stores them. */
export interface StoredChanges extends AddedWords {
  readonly put: number;
  readonly deleted: number;
  readonly version?: { readonly if_seq_no: number; readonly if_primary_term: number };
}

/** Changes of a published index since its publication. */
export interface PublishedChanges {
  /** Documents that were put, new and replaced ones. */
  readonly put: number;
  readonly deleted: number;
  /** Both, divided by the documents of the publication. */
  readonly share: number;
  /** Whether statistics are so old that the index should be published or updated. */
  readonly isDue: boolean;
}

export const NO_CHANGES: StoredChanges = { put: 0, deleted: 0, terms: [], forms: [] };

/** The largest share of changed documents; docs/opensearch.md has the measurements. */
const MAX_SHARE = 0.1;
/** Writers that change the same index at once. */
const MAX_ATTEMPTS = 20;

/** The id of the document with the changes since a set of statistics. */
export function toChangesId(set: string): string {
  return `\u0001termwise-changes-${set}`;
}

/** What users see of the changes. */
export function describeChanges(
  { put, deleted }: StoredChanges,
  documents: number,
): PublishedChanges {
  const share = (put + deleted) / Math.max(1, documents);
  return { put, deleted, share, isDue: share > MAX_SHARE };
}

/** Reads the changes since a set of statistics. */
export async function readChanges(
  cluster: Cluster,
  index: string,
  set: string,
): Promise<StoredChanges> {
  type Found = {
    _id?: string;
    found?: boolean;
    _source?: { statistics?: string };
    _seq_no?: number;
    _primary_term?: number;
  };
  const id = toChangesId(set);
  const answer = await cluster.request<{ docs?: readonly (Found | null)[] } | null>({
    ...{ method: "POST", path: `/${index}/_mget`, body: { ids: [id] } },
  });
  const found = answer?.docs?.[0];
  if (found?._id === id && found.found === false) return NO_CHANGES;
  const changes = parseChanges(found?._source?.statistics);
  const { _seq_no: sequence, _primary_term: term } = found ?? {};
  if (changes === undefined || sequence === undefined || term === undefined) {
    throw createAnswerError(cluster.url, `damaged changes of ${index}`);
  }
  return { ...changes, version: { if_seq_no: sequence, if_primary_term: term } };
}

function parseChanges(text: string | undefined): StoredChanges | undefined {
  try {
    const { put, deleted, terms, forms } = JSON.parse(text ?? "") as StoredChanges;
    const isSound = isCount(put) && isCount(deleted) && Array.isArray(terms);
    return isSound && Array.isArray(forms) ? { put, deleted, terms, forms } : undefined;
  } catch {
    return undefined;
  }
}

/** Adds changes to the stored ones, also beside another writer, and returns all. */
export async function addChanges(
  cluster: Cluster,
  index: string,
  set: string,
  more: StoredChanges,
): Promise<StoredChanges> {
  for (let attempt = 0; ; attempt++) {
    const { version, ...before } = await readChanges(cluster, index, set);
    const changes: StoredChanges = {
      put: before.put + more.put,
      deleted: before.deleted + more.deleted,
      terms: mergeTerms([...before.terms, ...more.terms]),
      forms: [...new Map([...before.forms, ...more.forms])],
    };
    const query = version ?? { op_type: "create" };
    const path = `/${index}/_doc/${encodeURIComponent(toChangesId(set))}`;
    try {
      const body = { statistics: JSON.stringify(changes) };
      await cluster.request({ method: "PUT", path, query: { ...query }, body });
      return changes;
    } catch (error) {
      const isConflict = error instanceof TermwiseError && error.details.status === 409;
      if (!isConflict || attempt + 1 === MAX_ATTEMPTS) throw error;
    }
  }
}

/** Entries of the same term added up. */
function mergeTerms(entries: readonly TermEntry[]): readonly TermEntry[] {
  const merged = new Map<string, TermEntry>();
  for (const entry of entries) {
    const [term, documents, occurrences] = entry;
    const before = merged.get(term);
    if (before === undefined) {
      merged.set(term, entry);
      continue;
    }
    const counts = { ...before[1] };
    for (const [mask, count] of Object.entries(documents)) {
      counts[mask] = (counts[mask] ?? 0) + count;
    }
    const sums = before[2].map((own, field) => own + (occurrences[field] ?? 0));
    merged.set(term, [term, counts, sums]);
  }
  return [...merged.values()];
}

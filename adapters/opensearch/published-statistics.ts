/**
 * The statistics of a published index, from which this program computes the scores of documents
 * that the cluster finds: frequencies of terms, lengths, learned weights, and the surface forms that
 * prefixes and typos are compared with.
 *
 * They are stored in documents of the index itself, which have no terms and so never match. Each
 * publication and each update writes new ones, and then the record that names them, so a searcher
 * sees all of one set.
 */

import { EXHAUSTED, type IndexView } from "../../src/index/index.ts";
import { MultiFieldCursor } from "../../src/index/snapshots/index.ts";
import type { TermWeights, WeightEntry } from "../../src/index/weights/index.ts";
import { listForms } from "../../src/ranking/matching/index.ts";
import type { IndexReader } from "../../src/search/index.ts";
import type { BulkItem } from "./bulk-loader.ts";

/** Terms per document, and forms. */
const PART_TERMS = 2000;
const PART_FORMS = 20_000;
/** More text fields than bits of a mask are not published with statistics. */
export const MAX_TEXT_FIELDS = 30;

/** A term: its name, the number of documents by the set of fields with it, its occurrences by field. */
export type TermEntry = readonly [
  term: string,
  documents: Readonly<Record<string, number>>,
  occurrences: readonly number[],
];

/** What the record of a published index says of its statistics. */
export interface StatisticsRecord {
  /** Distinguishes the documents of one set from those of another. */
  readonly set: string;
  readonly termParts: number;
  readonly formParts: number;
  /** The sum of lengths by text field; one number without fields. */
  readonly lengths: readonly number[];
  /** The number of documents by the set of text fields that they have. */
  readonly documents: Readonly<Record<string, number>>;
  /** Living documents, those without text included, and the sum of their lengths. */
  readonly documentCount: number;
  readonly totalLength: number;
  readonly maxCollectionFrequency: number;
  /** Two-sided weights of the index: those of terms that have none, and the parts with the others. */
  readonly weights?: {
    readonly parts: number;
    readonly missing: number;
    readonly missingQuery: number;
  };
}

/** The statistics of an index: the record, and the documents that hold them, one after the other. */
export async function createStatistics(
  { searcher, snapshot }: IndexReader,
  set: string,
): Promise<{ record: StatisticsRecord; items: () => Generator<BulkItem> }> {
  const { view } = searcher;
  const fields = view.fields?.map((field) => field.view) ?? [view];
  const terms = view.termsWithPrefix("", Infinity);
  const forms = await listForms(view);
  let maxCollectionFrequency = 0;
  for (const term of terms) {
    const total = view.term(term)?.collectionFrequency ?? 0;
    maxCollectionFrequency = Math.max(maxCollectionFrequency, total);
  }
  const termParts = Math.ceil(terms.length / PART_TERMS);
  const formParts = Math.ceil(forms.length / PART_FORMS);
  const weights = listWeights(snapshot.weights);
  const weightParts = Math.ceil(weights.length / PART_TERMS);
  const record = {
    ...{ set, termParts, formParts, maxCollectionFrequency },
    lengths: fields.map(({ totalLength }) => totalLength),
    documents: countDocumentsByFields(view, fields),
    documentCount: snapshot.documentCount,
    totalLength: snapshot.totalLength,
    ...describeWeights(snapshot.weights, weightParts),
  };
  function* items(): Generator<BulkItem> {
    const firstTerms: string[] = [];
    for (let part = 0; part < termParts; part++) {
      const own = terms.slice(part * PART_TERMS, (part + 1) * PART_TERMS);
      firstTerms.push(own[0] as string);
      const entries = own.map((term) => createTermEntry(fields, term));
      yield createItem(toPartId(set, "terms", part), entries);
    }
    for (let part = 0; part < formParts; part++) {
      const own = forms.slice(part * PART_FORMS, (part + 1) * PART_FORMS);
      const entries = own.map(({ form, count }) => [form, count] as const);
      yield createItem(toPartId(set, "forms", part), entries);
    }
    for (let part = 0; part < weightParts; part++) {
      const own = weights.slice(part * PART_TERMS, (part + 1) * PART_TERMS);
      yield createItem(toPartId(set, "weights", part), own);
    }
    yield createItem(toPartId(set, "first terms", 0), firstTerms);
  }
  return { record, items };
}

/** The weights that differ from those of a term without one. */
function listWeights(weights: TermWeights | undefined): WeightEntry[] {
  if (weights === undefined) return [];
  const { missing, missingQuery } = weights;
  return [...weights.entries()].filter(
    ([, own, query]) => own !== missing || query !== missingQuery,
  );
}

function describeWeights(
  weights: TermWeights | undefined,
  parts: number,
): Pick<StatisticsRecord, "weights"> {
  if (weights?.missingQuery === undefined) return {};
  const { missing, missingQuery } = weights;
  return { weights: { parts, missing, missingQuery } };
}

/** The ids of all documents of a set. */
export function listPartIds({
  set,
  termParts,
  formParts,
  weights,
}: Pick<StatisticsRecord, "set" | "termParts" | "formParts" | "weights">): string[] {
  const list = (kind: PartKind, count: number): string[] =>
    Array.from({ length: count }, (_, part) => toPartId(set, kind, part));
  return [
    ...list("terms", termParts),
    ...list("forms", formParts),
    ...list("first terms", 1),
  ].concat(list("weights", weights?.parts ?? 0));
}

/** What a part holds. */
export type PartKind = "terms" | "forms" | "first terms" | "weights";

export function toPartId(set: string, kind: PartKind, part: number): string {
  return `\u0001termwise-${kind.replace(" ", "-")}-${set}-${part}`;
}

function createItem(id: string, statistics: readonly unknown[]): BulkItem {
  // Text, because a cluster would index the names of objects.
  return { id, json: JSON.stringify({ statistics: JSON.stringify(statistics) }) };
}

/** The statistics of a term. Reads each of its lists once. */
export function createTermEntry(fields: readonly IndexView[], term: string): TermEntry {
  const occurrences = fields.map((field) => field.term(term)?.collectionFrequency ?? 0);
  const active = [...fields.keys()].filter((i) => fields[i]?.term(term) !== undefined);
  if (active.length <= 1) {
    const [only = 0] = active;
    const count = fields[only]?.term(term)?.documentFrequency ?? 0;
    return [term, { [2 ** only]: count }, occurrences];
  }
  const documents: Record<string, number> = {};
  const cursors = active.flatMap((i) => fields[i]?.postings(term) ?? []);
  const cursor = new MultiFieldCursor(cursors);
  while (cursor.next() !== EXHAUSTED) {
    let mask = 0;
    for (const [at, i] of active.entries()) {
      if ((cursor.frequencies[at] as number) > 0) mask += 2 ** i;
    }
    documents[mask] = (documents[mask] ?? 0) + 1;
  }
  return [term, documents, occurrences];
}

function countDocumentsByFields(
  view: IndexView,
  fields: readonly IndexView[],
): Readonly<Record<string, number>> {
  const documents: Record<string, number> = {};
  for (let document = 0; document < view.documentLimit; document++) {
    let mask = 0;
    for (const [i, field] of fields.entries()) if (field.length(document) > 0) mask += 2 ** i;
    const isLive = mask === 0 || view.find(view.id(document)) === document;
    if (isLive) documents[mask] = (documents[mask] ?? 0) + 1;
  }
  return documents;
}

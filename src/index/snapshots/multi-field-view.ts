/**
 * Selected text fields of an index as one text: the fields in schema order, concatenated. Rankers
 * with field support use `fields`; for all others this is an index of plain documents.
 */

import { Bitset } from "../../common/bitset.ts";
import { compareBytes } from "../../common/bytes/index.ts";
import { defined } from "../../common/defined.ts";
import { badArgument } from "../../common/errors.ts";
import { type FieldChoice, resolveFields, type SearchedField } from "../schema/index.ts";
import type { TermWeights } from "../weights/term-weights.ts";
import { countRepeated } from "./count-repeated.ts";
import { FieldView } from "./field-view.ts";
import type { IndexSnapshot } from "./index-snapshot.ts";
import {
  EXHAUSTED,
  type IndexView,
  type PostingsCursor,
  type TermStatistics,
  type ViewField,
} from "./index-view.ts";

/** Maximum number of cached look-ups; beyond it the cache is cleared. */
const MAX_CACHED_TERMS = 1 << 16;

/** From this many postings on, documents in several lists are found with a bitset. */
const MANY_POSTINGS = 2048;

/** Fields as one text. */
export class MultiFieldView implements IndexView {
  readonly snapshot: IndexSnapshot;
  readonly fields: readonly (ViewField & { readonly view: FieldView })[];
  /** Documents that have one of the fields. */
  readonly documentCount: number;
  readonly totalLength: number;
  /** Two-sided weights of words: those of the index, or others for an index without. */
  readonly weights: TermWeights | undefined;
  readonly #searched: readonly SearchedField[];
  readonly #statistics = new Map<string, TermStatistics | undefined>();
  /** One bit per document, reused. */
  #seen: Bitset | undefined;

  constructor(
    snapshot: IndexSnapshot,
    fields: readonly SearchedField[],
    weights: TermWeights | undefined = snapshot.weights,
  ) {
    this.snapshot = snapshot;
    this.weights = weights;
    this.#searched = fields;
    this.fields = fields.map(({ name, weight, b, ...field }) => ({
      name,
      weight,
      ...defined({ b }),
      view: getFieldView(snapshot, field),
    }));
    this.totalLength = this.fields.reduce((sum, { view }) => sum + view.totalLength, 0);
    this.documentCount =
      snapshot.collection?.countDocuments(fields.map(({ number }) => number)) ??
      countDocumentsWith(snapshot, fields);
  }

  /** The same fields with other weights. */
  withWeights(weights: TermWeights): MultiFieldView {
    return new MultiFieldView(this.snapshot, this.#searched, weights);
  }

  get documentLimit(): number {
    return this.snapshot.documentLimit;
  }

  get hasPositions(): boolean {
    return this.snapshot.hasPositions;
  }

  get needLists(): IndexView["needLists"] {
    const { needLists } = this.snapshot;
    const keys = (term: string): string[] =>
      this.fields.flatMap(({ view }) => view.key(term) ?? []);
    return needLists && ((terms) => needLists([...terms].flatMap(keys)));
  }

  /** Counts the documents of a term by reading its lists, unless only one field contains it. */
  term(term: string): TermStatistics | undefined {
    if (this.#statistics.has(term)) return this.#statistics.get(term);
    const statistics = this.#computeStatistics(term);
    if (this.#statistics.size >= MAX_CACHED_TERMS) this.#statistics.clear();
    this.#statistics.set(term, statistics);
    return statistics;
  }

  #computeStatistics(term: string): TermStatistics | undefined {
    const fieldStatistics = this.fields.flatMap(({ view }) => view.term(term) ?? []);
    if (fieldStatistics.length < 2) return fieldStatistics[0];
    const collectionFrequency = fieldStatistics.reduce(
      (sum, each) => sum + each.collectionFrequency,
      0,
    );
    const { collection } = this.snapshot;
    if (collection !== undefined) {
      const keys = this.fields.flatMap(({ view }) => view.key(term) ?? []);
      return { documentFrequency: collection.countDocumentsWith(keys), collectionFrequency };
    }
    const postings = fieldStatistics.reduce((sum, each) => sum + each.documentFrequency, 0);
    if (postings >= MANY_POSTINGS) {
      return { documentFrequency: postings - this.#countRepeated(term), collectionFrequency };
    }
    const cursor = this.#openCursor(term);
    let documentFrequency = 0;
    while (cursor.next() !== EXHAUSTED) documentFrequency++;
    return { documentFrequency, collectionFrequency };
  }

  #countRepeated(term: string): number {
    this.#seen ??= new Bitset(this.documentLimit);
    const lists = this.fields.flatMap(({ view }) => {
      const key = view.key(term);
      const postings = view.term(term)?.documentFrequency;
      return key === undefined || postings === undefined ? [] : [{ key, postings }];
    });
    lists.sort((a, b) => a.postings - b.postings);
    return countRepeated(
      this.snapshot,
      lists.map(({ key }) => key),
      this.#seen,
    );
  }

  postings(term: string): PostingsCursor | undefined {
    const matchingFields = this.fields.filter(({ view }) => view.term(term) !== undefined);
    if (matchingFields.length === 0) return undefined;
    return matchingFields.length === 1
      ? matchingFields[0]?.view.postings(term)
      : this.#openCursor(term);
  }

  #openCursor(term: string): MultiFieldCursor {
    return new MultiFieldCursor(this.fields.flatMap(({ view }) => view.postings(term) ?? []));
  }

  length(document: number): number {
    let length = 0;
    for (const { view } of this.fields) length += view.length(document);
    return length;
  }

  id(document: number): string {
    return this.snapshot.id(document);
  }

  compareIds(a: number, b: number): number {
    return this.snapshot.compareIds(a, b);
  }

  find(id: string): number | undefined {
    return this.snapshot.find(id);
  }

  async readTerms(document: number): Promise<ReadonlyMap<string, number>> {
    const terms = new Map<string, number>();
    for (const { view } of this.fields) {
      for (const [term, count] of await view.readTerms(document)) {
        terms.set(term, (terms.get(term) ?? 0) + count);
      }
    }
    return terms;
  }

  termsFrom(start: string, limit: number): readonly string[] {
    return mergeTermLists(this.fields.map(({ view }) => view.termsFrom(start, limit))).slice(
      0,
      limit,
    );
  }

  termsWithPrefix(prefix: string, limit: number): readonly string[] {
    return mergeTermLists(this.fields.map(({ view }) => view.termsWithPrefix(prefix, limit))).slice(
      0,
      limit,
    );
  }
}

/**
 * All text of an index: the snapshot itself, or its text fields as one text, or the chosen ones.
 */
export function openTextView(snapshot: IndexSnapshot, choice?: FieldChoice): IndexView {
  const { schema } = snapshot.settings;
  const hasText = schema !== undefined && schema.textFields.length > 0;
  if (hasText) return new MultiFieldView(snapshot, resolveFields(schema, choice));
  if (choice === undefined) return snapshot;
  throw badArgument("the index was made without fields, so none can be chosen");
}

/** Field views of a snapshot, shared by searches with different choices. */
const fieldViewCache = new WeakMap<IndexSnapshot, Map<string, FieldView>>();

function getFieldView(
  snapshot: IndexSnapshot,
  field: Pick<SearchedField, "number" | "group">,
): FieldView {
  const views = fieldViewCache.get(snapshot) ?? new Map<string, FieldView>();
  fieldViewCache.set(snapshot, views);
  const key = `${field.number} ${field.group}`;
  const view = views.get(key) ?? new FieldView(snapshot, field);
  views.set(key, view);
  return view;
}

function countDocumentsWith(snapshot: IndexSnapshot, fields: readonly SearchedField[]): number {
  let count = 0;
  for (const { segment, deletions } of snapshot.parts) {
    const lengths = fields.map(({ number }) => segment.documents.fieldLengths(number));
    for (let document = 0; document < segment.documents.count; document++) {
      if (deletions?.has(document) === true) continue;
      if (lengths.some((fieldLengths) => (fieldLengths[document] as number) > 0)) count++;
    }
  }
  return count;
}

/** Each term once, in byte order. */
function mergeTermLists(lists: readonly (readonly string[])[]): string[] {
  const [only, ...others] = lists;
  if (only !== undefined && others.length === 0) return [...only];
  return [...new Set(lists.flat())].sort(compareBytes);
}

/** The frequencies of a word in a document by field; 0 if the field does not contain it. */
export type FieldFrequencies = Float64Array;

/** Iterates over the posting lists of one word in several fields as one list. */
export class MultiFieldCursor implements PostingsCursor {
  document = -1;
  /** The result of `combine`; by default the sum of the frequencies. */
  frequency = 0;
  /** By list, for the current document. */
  readonly frequencies: FieldFrequencies;
  readonly #cursors: readonly PostingsCursor[];
  readonly #combine: (document: number, frequencies: FieldFrequencies) => number;

  constructor(
    cursors: readonly PostingsCursor[],
    combine: (document: number, frequencies: FieldFrequencies) => number = sumFrequencies,
  ) {
    this.#cursors = cursors;
    this.#combine = combine;
    this.frequencies = new Float64Array(cursors.length);
  }

  next(): number {
    if (this.document === EXHAUSTED) return EXHAUSTED;
    for (const cursor of this.#cursors) if (cursor.document === this.document) cursor.next();
    return this.#updateCurrent();
  }

  seek(target: number): number {
    if (this.document >= target) return this.document;
    for (const cursor of this.#cursors) if (cursor.document < target) cursor.seek(target);
    return this.#updateCurrent();
  }

  positions(): Uint32Array {
    const lists = this.#cursors.filter((cursor) => cursor.document === this.document);
    const merged = lists.flatMap((cursor) => [...cursor.positions()]);
    return Uint32Array.from(merged).sort();
  }

  #updateCurrent(): number {
    let document = EXHAUSTED;
    for (const cursor of this.#cursors) if (cursor.document < document) document = cursor.document;
    this.document = document;
    if (document === EXHAUSTED) {
      this.frequency = 0;
      return EXHAUSTED;
    }
    for (let i = 0; i < this.#cursors.length; i++) {
      const cursor = this.#cursors[i] as PostingsCursor;
      this.frequencies[i] = cursor.document === document ? cursor.frequency : 0;
    }
    this.frequency = this.#combine(document, this.frequencies);
    return document;
  }
}

function sumFrequencies(_: number, frequencies: FieldFrequencies): number {
  let total = 0;
  for (let i = 0; i < frequencies.length; i++) total += frequencies[i] as number;
  return total;
}

/**
 * Hits in the order of fields. The first k of all matching documents are found
 * without sorting the others: in each segment by ordinals, then over all segments by
 * the values themselves. Documents that are equal in the fields before a score are
 * ordered by score, so only documents that may be among the first k are scored.
 */

import type { Hit } from "../api/search-result.ts";
import { compareBytes } from "../common/bytes/index.ts";
import { defined } from "../common/defined.ts";
import { TopK } from "../common/top-k.ts";
import type { Scalar } from "../index/columns/index.ts";
import type { IndexSnapshot } from "../index/index.ts";
import { DocumentSet } from "../ranking/document-set.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import { loadFieldColumns } from "./field-columns.ts";
import type { HitOrder, OrderedHits } from "./hit-order.ts";
import { compareByKey, type FieldKey, SortColumn, type SortKey } from "./sort-keys.ts";

/**
 * Above this number, documents that are equal in their fields are ranked by the
 * traversal, not one by one.
 */
const MAX_TIES = 1000;

/** Documents that are equal in the fields before a score. */
interface TiedDocuments {
  readonly values: readonly Scalar[];
  readonly documents: number[];
}

/** A segment with its columns, in the order of the field keys. */
interface SortedSegment {
  readonly base: number;
  readonly end: number;
  readonly columns: readonly SortColumn[];
}

/** A hit as stored in a cursor. */
export interface LastHit {
  /** By field key. */
  readonly values: readonly Scalar[];
  readonly score: number;
  readonly id: string;
}

/** A hit while hits are sorted. Few hits tie in all else, so few ids are read. */
class SortedHit implements LastHit {
  readonly document: number;
  readonly values: readonly Scalar[];
  readonly score: number;
  readonly #snapshot: IndexSnapshot;
  #id: string | undefined;

  constructor(snapshot: IndexSnapshot, document: number, values: readonly Scalar[], score: number) {
    this.#snapshot = snapshot;
    this.document = document;
    this.values = values;
    this.score = score;
  }

  get id(): string {
    this.#id ??= this.#snapshot.id(this.document);
    return this.#id;
  }
}

/** The order of documents by keys that are not the score alone. */
export class FieldOrder implements HitOrder {
  readonly #execution: QueryExecution;
  readonly #keys: readonly SortKey[];
  readonly #fields: readonly FieldKey[];
  readonly #parts: readonly SortedSegment[];
  /** The number of fields before a score. */
  readonly #keysBeforeScore: number;

  private constructor(
    execution: QueryExecution,
    keys: readonly SortKey[],
    parts: readonly SortedSegment[],
  ) {
    this.#execution = execution;
    this.#keys = keys;
    this.#fields = selectFieldKeys(keys);
    this.#parts = parts;
    const score = keys.findIndex(({ kind }) => kind === "score");
    this.#keysBeforeScore = score < 0 ? keys.length : score;
  }

  static async open(execution: QueryExecution, keys: readonly SortKey[]): Promise<FieldOrder> {
    const fields = selectFieldKeys(keys);
    const requested = fields.map(({ column }) => column);
    const columns = await loadFieldColumns(execution.snapshot, requested, execution.limit);
    const parts = execution.snapshot.parts.map(({ base, segment }, i) => ({
      base,
      end: base + segment.documents.count,
      columns: fields.map(({ column, isDescending }) => {
        const segmentColumn = columns[i]?.get(column.name);
        if (segmentColumn === undefined) throw new Error(`no column ${column.name}`);
        return new SortColumn(segmentColumn, isDescending);
      }),
    }));
    return new FieldOrder(execution, keys, parts);
  }

  /** `OutOfTime` when time is up before it is known which documents are the first. */
  async take(top: number, within?: DocumentSet): Promise<OrderedHits> {
    const set = within ?? (await this.#execution.matches());
    const groups = this.#collectFirstGroups(set, top);
    const last = groups.at(-1);
    const [next, ...more] = this.#keys.slice(this.#keysBeforeScore);
    const isByScore = more.length === 0 && !(next?.kind === "score" && next.isWorstFirst);
    if (last === undefined || !isByScore || last.documents.length <= MAX_TIES) {
      return this.#sortGroups(groups, top);
    }
    const before = await this.#sortGroups(groups.slice(0, -1), top);
    const equal = new DocumentSet(this.#execution.snapshot.documentLimit);
    for (const document of last.documents) equal.add(document);
    const rest = await this.#execution.rank(top - before.documents.length, { within: equal });
    return {
      documents: Uint32Array.from([...before.documents, ...rest.documents]),
      scores: Float64Array.from([...before.scores, ...rest.scores]),
    };
  }

  /** The documents of a set that come after a hit, which may have been deleted. */
  async selectAfter(hit: LastHit, set: DocumentSet): Promise<DocumentSet> {
    const selected = new DocumentSet(this.#execution.snapshot.documentLimit);
    const equal: number[] = [];
    for (const { base, end, columns } of this.#parts) {
      const before = columns.slice(0, this.#keysBeforeScore);
      const ordinals = before.map((column, i) => column.findOrdinal(hit.values[i] ?? null));
      set.forEachBetween(base, end, (document) => {
        this.#execution.limit.spend();
        let order = 0;
        for (let i = 0; i < before.length && order === 0; i++) {
          order = (before[i] as SortColumn).readOrdinal(document - base) - (ordinals[i] as number);
        }
        if (order > 0) selected.add(document);
        else if (order === 0) equal.push(document);
      });
    }
    const scores = await this.#execution.score(equal);
    const { snapshot, limit } = this.#execution;
    for (const [i, document] of equal.entries()) {
      limit.spend();
      const score = scores[i] as number;
      const own = new SortedHit(snapshot, document, this.readValues(document), score);
      if (this.#compare(own, hit) > 0) selected.add(document);
    }
    return selected;
  }

  /** The values of a document by field key. */
  readValues(document: number): Scalar[] {
    const part = this.#findPart(document);
    return part.columns.map((column) => column.readValue(column.readOrdinal(document - part.base)));
  }

  /** Adds distances where one is a key. */
  describeHits(
    documents: Uint32Array,
    details: readonly Pick<Hit, "group">[] = [],
  ): readonly Pick<Hit, "group" | "distance">[] | undefined {
    const key = this.#fields.findIndex(({ column: { geo } }) => geo?.kind === "distance");
    if (key < 0) return undefined;
    return Array.from(documents, (document, rank) => {
      const distance = this.readValues(document)[key] ?? undefined;
      return { ...details[rank], ...defined({ distance: distance as number | undefined }) };
    });
  }

  /** The groups of equal documents that hold the first `top`, in order. */
  #collectFirstGroups(set: DocumentSet, top: number): TiedDocuments[] {
    const groups: TiedDocuments[] = [];
    for (const part of this.#parts) groups.push(...this.#groupSegment(part, set, top));
    const fields = this.#fields.slice(0, this.#keysBeforeScore);
    const compare = (a: TiedDocuments, b: TiedDocuments): number => {
      for (const [i, key] of fields.entries()) {
        const order = compareByKey(key, a.values[i] ?? null, b.values[i] ?? null);
        if (order !== 0) return order;
      }
      return 0;
    };
    groups.sort(compare);
    const first: TiedDocuments[] = [];
    let count = 0;
    for (const group of groups) {
      const last = first.at(-1);
      const isSame = last !== undefined && compare(last, group) === 0;
      if (!isSame && count >= top) break;
      count += group.documents.length;
      if (isSame) for (const document of group.documents) last.documents.push(document);
      else first.push({ values: group.values, documents: [...group.documents] });
    }
    return first;
  }

  /** The groups of one segment. The last may hold more documents than `top`. */
  #groupSegment(
    { base, end, columns }: SortedSegment,
    set: DocumentSet,
    top: number,
  ): TiedDocuments[] {
    const before = columns.slice(0, this.#keysBeforeScore);
    const compare = (a: number, b: number): number => {
      for (const column of before) {
        const order = column.readOrdinal(a) - column.readOrdinal(b);
        if (order !== 0) return order;
      }
      return 0;
    };
    const [leading] = before;
    const best = new TopK(Math.min(top, Math.max(1, end - base)), (a, b) => compare(a, b) < 0);
    const { limit } = this.#execution;
    const documents =
      leading?.findFirst(set, base, end, { top, limit }) ?? set.numbersBetween(base, end);
    limit.spend(documents.length);
    const ordinals = leading?.readOrdinals(documents, base) ?? new Uint32Array(documents.length);
    for (let i = 0; i < documents.length; i++) {
      limit.spend();
      const ordinal = ordinals[i] as number;
      if (-ordinal >= best.threshold) best.push((documents[i] as number) - base, -ordinal);
    }
    const first = best.drain().items;
    const worst = first[first.length - 1];
    if (worst === undefined) return [];
    const groups: TiedDocuments[] = [];
    let previous: number | undefined;
    for (const document of first) {
      if (compare(document, worst) === 0) break; // documents equal to the worst are added below
      if (previous === undefined || compare(previous, document) !== 0) {
        const values = before.map((column) => column.readValue(column.readOrdinal(document)));
        groups.push({ values, documents: [] });
      }
      groups.at(-1)?.documents.push(base + document);
      previous = document;
    }
    const equal: number[] = [];
    const last = leading?.readOrdinal(worst) ?? 0;
    for (let i = 0; i < documents.length; i++) {
      if (ordinals[i] !== last) continue;
      limit.spend();
      const document = documents[i] as number;
      if (compare(document - base, worst) === 0) equal.push(document);
    }
    const values = before.map((column) => column.readValue(column.readOrdinal(worst)));
    return [...groups, { values, documents: equal }];
  }

  /** Scores all documents of some groups, and sorts the first `top`. `OutOfTime` when time is up before that. */
  async #sortGroups(groups: readonly TiedDocuments[], top: number): Promise<OrderedHits> {
    const documents = groups.flatMap((group) => group.documents);
    const scores = await this.#execution.score(documents);
    const { snapshot, limit } = this.#execution;
    const compare = (a: SortedHit, b: SortedHit): number => this.#compare(a, b);
    let first: SortedHit[] = [];
    for (const [i, document] of documents.entries()) {
      limit.spend();
      const values = this.readValues(document);
      first.push(new SortedHit(snapshot, document, values, scores[i] as number));
      if (first.length < 2 * top + MAX_TIES) continue;
      limit.spend(first.length);
      first = first.sort(compare).slice(0, top);
    }
    first = first.sort(compare).slice(0, top);
    return {
      documents: Uint32Array.from(first, ({ document }) => document),
      scores: Float64Array.from(first, ({ score }) => score),
    };
  }

  /** By the keys, then the better score, then the larger id by bytes. */
  #compare(a: LastHit, b: LastHit): number {
    let field = 0;
    for (const key of this.#keys) {
      const order =
        key.kind === "score"
          ? (b.score - a.score) * (key.isWorstFirst ? -1 : 1)
          : compareByKey(key, a.values[field] ?? null, b.values[field++] ?? null);
      if (order !== 0) return order;
    }
    return b.score - a.score || compareBytes(b.id, a.id);
  }

  #findPart(document: number): SortedSegment {
    const part = this.#parts.find(({ end }) => document < end);
    if (part === undefined) throw new Error(`document ${document} is in no segment`);
    return part;
  }
}

function selectFieldKeys(keys: readonly SortKey[]): FieldKey[] {
  return keys.filter((key): key is FieldKey => key.kind === "field");
}

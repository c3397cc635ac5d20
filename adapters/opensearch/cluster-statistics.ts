/**
 * The statistics of a published index, read from the cluster a part at a time: a query needs the
 * parts with its terms, prefixes and typos need all forms once.
 */

import { compareBytes } from "../../src/common/bytes/index.ts";
import { describeValue } from "../../src/common/errors.ts";
import type { TermStatistics } from "../../src/index/index.ts";
import { parseFieldNumber, stripField, toFieldPrefix } from "../../src/index/schema/index.ts";
import {
  type GlobalStatistics,
  needAll,
  PageFault,
  type TextStatistics,
} from "../../src/index/snapshots/index.ts";
import { TermWeights, type WeightEntry } from "../../src/index/weights/index.ts";
import type { Cluster } from "./cluster.ts";
import { createAnswerError } from "./cluster-errors.ts";
import type { AddedWords } from "./published-changes.ts";
import { type StatisticsRecord, type TermEntry, toPartId } from "./published-statistics.ts";

/** Parts in memory; beyond it all are dropped before the next search. */
const MAX_PARTS = 512;
/** Parts of forms per request. */
const PARTS_PER_REQUEST = 16;

/** The statistics of one published index. */
export class ClusterStatistics implements GlobalStatistics {
  readonly indexId: string;
  readonly documentCount: number;
  readonly totalLength: number;
  readonly maxCollectionFrequency: number;
  readonly weights: TermWeights | undefined;
  readonly #cluster: Cluster;
  readonly #index: string;
  readonly #record: StatisticsRecord;
  readonly #hasFields: boolean;
  readonly #firstTerms: readonly string[];
  /** Terms and forms that were added since the publication. */
  readonly #added: ReadonlyMap<string, TermEntry>;
  readonly #addedForms: AddedWords["forms"];
  readonly #parts: Map<number, ReadonlyMap<string, TermEntry>>;

  private constructor(
    cluster: Cluster,
    index: string,
    indexId: string,
    record: StatisticsRecord,
    hasFields: boolean,
    firstTerms: readonly string[],
    weights: TermWeights | undefined,
    { terms, forms }: AddedWords,
    parts: Map<number, ReadonlyMap<string, TermEntry>> = new Map(),
  ) {
    this.#cluster = cluster;
    this.#index = index;
    this.indexId = indexId;
    this.#record = record;
    this.#hasFields = hasFields;
    this.#firstTerms = firstTerms;
    this.weights = weights;
    this.#added = new Map(terms.map((entry) => [entry[0], entry]));
    this.#addedForms = forms;
    this.#parts = parts;
    this.documentCount = record.documentCount;
    this.totalLength = record.totalLength;
    this.maxCollectionFrequency = record.maxCollectionFrequency;
  }

  static async open(
    cluster: Cluster,
    index: string,
    indexId: string,
    record: StatisticsRecord,
    hasFields: boolean,
    added: AddedWords,
  ): Promise<ClusterStatistics> {
    const [first] = await readParts(cluster, index, [toPartId(record.set, "first terms", 0)]);
    const firstTerms = first as readonly string[];
    if (firstTerms.length !== record.termParts || firstTerms.some((t) => typeof t !== "string")) {
      throw createAnswerError(cluster.url, `damaged statistics of ${index}`);
    }
    const weights = await readWeights(cluster, index, record);
    return new ClusterStatistics(
      ...([cluster, index, indexId, record, hasFields, firstTerms, weights, added] as const),
    );
  }

  /** The same statistics with other words that were added. */
  withChanges(added: AddedWords): ClusterStatistics {
    return new ClusterStatistics(
      this.#cluster,
      this.#index,
      this.indexId,
      this.#record,
      this.#hasFields,
      this.#firstTerms,
      this.weights,
      added,
      this.#parts,
    );
  }

  /** Whether a document of the publication has a term, in any field. */
  isPublished(term: string): boolean {
    return this.#findPublished(term) !== undefined;
  }

  /** Bounds the memory. Not during a search, which would read the same parts again and again. */
  trim(): void {
    if (this.#parts.size > MAX_PARTS) this.#parts.clear();
  }

  field(number: number): TextStatistics {
    const totalLength = this.#record.lengths[number - 1] ?? 0;
    return { totalLength, documentCount: this.countDocuments([number]) };
  }

  countDocuments(fields: readonly number[]): number {
    return countByFields(this.#record.documents, fields);
  }

  term(term: string): TermStatistics | undefined {
    const number = parseFieldNumber(term);
    if (!this.#hasFields) {
      const entry = this.#find(term);
      const [documentFrequency = 0, collectionFrequency = 0] = [entry?.[1]["1"], entry?.[2][0]];
      return documentFrequency > 0 ? { documentFrequency, collectionFrequency } : undefined;
    }
    const entry = this.#find(stripField(term));
    if (entry === undefined || number === 0) return undefined;
    const documentFrequency = countByFields(entry[1], [number]);
    const collectionFrequency = entry[2][number - 1] ?? 0;
    return documentFrequency > 0 ? { documentFrequency, collectionFrequency } : undefined;
  }

  countDocumentsWith(terms: readonly string[]): number {
    const [first] = terms;
    const entry = first === undefined ? undefined : this.#find(stripField(first));
    return entry === undefined ? 0 : countByFields(entry[1], terms.map(parseFieldNumber));
  }

  needTerms(terms: Iterable<string>): void {
    const parts = new Set(Array.from(terms, (term) => this.#findPart(stripField(term))));
    needAll([...parts].map((part) => () => this.#getPart(part)));
  }

  termsFrom(start: string, prefix: string, limit: number): readonly string[] {
    if (!this.#hasFields) return this.#termsFrom(start, prefix, limit);
    const own = parseFieldNumber(start);
    const numbers = own > 0 ? [own] : Array.from(this.#record.lengths, (_, i) => i + 1);
    const found: string[] = [];
    for (const number of numbers) {
      const bit = 2 ** (number - 1);
      const isIn = ([, documents]: TermEntry): boolean =>
        Object.keys(documents).some((mask) => (Number(mask) & bit) !== 0);
      const rest = limit - found.length;
      const terms = this.#termsFrom(stripField(start), stripField(prefix), rest, isIn);
      for (const term of terms) found.push(toFieldPrefix(number) + term);
    }
    return found;
  }

  async readForms(): Promise<Iterable<readonly [form: string, count: number]>> {
    const { set, formParts } = this.#record;
    const forms: (readonly [string, number])[] = [];
    for (let from = 0; from < formParts; from += PARTS_PER_REQUEST) {
      const count = Math.min(PARTS_PER_REQUEST, formParts - from);
      const ids = Array.from({ length: count }, (_, i) => toPartId(set, "forms", from + i));
      for (const part of await readParts(this.#cluster, this.#index, ids)) {
        for (const entry of part) forms.push(entry as readonly [string, number]);
      }
    }
    if (this.#addedForms.length === 0) return forms;
    const all = new Map([...this.#addedForms, ...forms]);
    return [...all].sort(([a], [b]) => compareBytes(a, b));
  }

  #termsFrom(
    start: string,
    prefix: string,
    limit: number,
    isIn: (entry: TermEntry) => boolean = () => true,
  ): string[] {
    const published = this.#publishedTermsFrom(start, prefix, limit, isIn);
    const added = [...this.#added.values()].flatMap((entry) => {
      const [term] = entry;
      const isWanted = compareBytes(term, start) >= 0 && term.startsWith(prefix) && isIn(entry);
      return isWanted ? [term] : [];
    });
    if (added.length === 0) return published;
    return [...new Set([...published, ...added])].sort(compareBytes).slice(0, limit);
  }

  #publishedTermsFrom(
    start: string,
    prefix: string,
    limit: number,
    isIn: (entry: TermEntry) => boolean,
  ): string[] {
    const found: string[] = [];
    for (let part = this.#findPart(start); part < this.#firstTerms.length; part++) {
      for (const entry of this.#getPart(part).values()) {
        const [term] = entry;
        if (found.length >= limit) return found;
        if (compareBytes(term, start) < 0 || !isIn(entry)) continue;
        if (!term.startsWith(prefix)) return found;
        found.push(term);
      }
    }
    return found;
  }

  #find(term: string): TermEntry | undefined {
    return this.#findPublished(term) ?? this.#added.get(term);
  }

  #findPublished(term: string): TermEntry | undefined {
    if (this.#firstTerms.length === 0) return undefined;
    return this.#getPart(this.#findPart(term)).get(term);
  }

  /** The last part that does not begin after a term. */
  #findPart(term: string): number {
    let [low, high] = [0, this.#firstTerms.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareBytes(this.#firstTerms[middle] as string, term) <= 0) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  #getPart(part: number): ReadonlyMap<string, TermEntry> {
    const loaded = this.#parts.get(part);
    if (loaded !== undefined) return loaded;
    if (this.#firstTerms.length === 0) return NO_TERMS;
    throw new PageFault([{ file: this.#file, from: part, to: part + 1 }]);
  }

  /** The parts as the bytes of a file. */
  readonly #file = {
    isPacked: true,
    fetch: async (part: number): Promise<void> => {
      if (this.#parts.has(part)) return;
      const id = toPartId(this.#record.set, "terms", part);
      const [entries = []] = await readParts(this.#cluster, this.#index, [id]);
      const terms = (entries as readonly TermEntry[]).map((entry) => [entry[0], entry] as const);
      this.#parts.set(part, new Map(terms));
    },
  };
}

const NO_TERMS: ReadonlyMap<string, TermEntry> = new Map();

/** The sum over the sets of fields that have one of these. */
function countByFields(
  documents: Readonly<Record<string, number>>,
  fields: readonly number[],
): number {
  let requestedMask = 0;
  for (const number of new Set(fields)) requestedMask += 2 ** (number - 1);
  let count = 0;
  for (const [mask, own] of Object.entries(documents)) {
    if ((Number(mask) & requestedMask) !== 0) count += own;
  }
  return count;
}

/** The weights of a publication. */
async function readWeights(
  cluster: Cluster,
  index: string,
  { set, weights }: StatisticsRecord,
): Promise<TermWeights | undefined> {
  if (weights === undefined) return undefined;
  const { parts, missing, missingQuery } = weights;
  const entries: WeightEntry[] = [];
  for (let from = 0; from < parts; from += PARTS_PER_REQUEST) {
    const count = Math.min(PARTS_PER_REQUEST, parts - from);
    const ids = Array.from({ length: count }, (_, i) => toPartId(set, "weights", from + i));
    for (const part of await readParts(cluster, index, ids)) {
      for (const entry of part) entries.push(entry as WeightEntry);
    }
  }
  return new TermWeights(entries, missing, missingQuery);
}

/** Parts by their ids, each a list. */
async function readParts(
  cluster: Cluster,
  index: string,
  ids: readonly string[],
): Promise<readonly (readonly unknown[])[]> {
  type Part = { _id?: string; _source?: { statistics?: string } } | null;
  type Answer = { docs?: readonly Part[] } | null;
  const answer = await cluster.request<Answer>({
    method: "POST",
    path: `/${index}/_mget`,
    body: { ids },
  });
  return ids.map((id, i) => {
    const part = answer?.docs?.[i];
    const text = part?._id === id ? part._source?.statistics : undefined;
    const entries = text === undefined ? undefined : parseList(text);
    if (entries !== undefined) return entries;
    const fault = `statistics of ${index} that are ${describeValue(text)}`;
    throw createAnswerError(cluster.url, fault);
  });
}

function parseList(text: string): readonly unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return undefined;
  }
}

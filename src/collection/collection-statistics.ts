/**
 * Statistics of a collection: numbers of documents, queries and judgements, and lengths with mean
 * and standard deviation.
 *
 * Everything is read once, as a stream. Only the ids of queries are held in memory, to count each
 * query once.
 */

import { type Progress, silent, trackProgress } from "../common/progress.ts";
import type { Collection } from "./collection.ts";
import type { Document } from "./document.ts";

export interface StatisticsOptions {
  /** The length of a text. Default: the number of words separated by white space. */
  length?: (text: string) => number;
  progress?: Progress;
}

/**
 * Mean and standard deviation (of the population, dividing by the count). Zero if there are no
 * values.
 */
export interface Lengths {
  readonly mean: number;
  readonly deviation: number;
}

export interface SplitStatistics {
  readonly split: string;
  readonly queries: number;
  readonly queryLength: Lengths;
  readonly judgements: number;
  /** Queries with at least one judgement of any grade. */
  readonly judgedQueries: number;
  /** Mean number of documents with a grade above 0 over the judged queries. */
  readonly relevantPerQuery: number;
  /** The number of judgements of each grade, in ascending order. */
  readonly grades: readonly { readonly grade: number; readonly judgements: number }[];
}

/** Counts and lengths of the documents and queries of a collection. */
export interface CollectionStatistics {
  readonly name: string;
  readonly format: string;
  readonly documents: number;
  /** Documents with neither title nor text. They count in the lengths, too. */
  readonly emptyDocuments: number;
  /** Length of title and text together. */
  readonly documentLength: Lengths;
  /** Over the distinct queries of all splits, which may overlap. */
  readonly queryLength: Lengths;
  readonly splits: readonly SplitStatistics[];
}

/** Reads a whole collection and describes it. */
export async function computeCollectionStatistics(
  collection: Collection,
  { length = countWords, progress = silent }: StatisticsOptions = {},
): Promise<CollectionStatistics> {
  const documents = new Moments();
  let emptyDocuments = 0;
  const work = { task: `reading ${collection.name}`, unit: "documents" };
  for await (const document of trackProgress(collection.documents(), progress, work)) {
    const text = joinTitleAndText(document);
    documents.add(length(text));
    if (text.trim() === "") emptyDocuments++;
  }
  const queries = new DistinctQueries();
  const splits: SplitStatistics[] = [];
  for (const split of collection.splits) {
    splits.push(await computeSplitStatistics(collection, split, length, queries, progress));
  }
  return {
    name: collection.name,
    format: collection.format,
    documents: documents.count,
    emptyDocuments,
    documentLength: documents.toLengths(),
    queryLength: queries.moments.toLengths(),
    splits,
  };
}

/** Counts words separated by white space. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}

/** The distinct queries of all splits. */
class DistinctQueries {
  readonly moments: Moments = new Moments();
  readonly #ids = new Set<string>();

  add(id: string, length: number): void {
    if (!this.#ids.has(id)) this.moments.add(length);
    this.#ids.add(id);
  }
}

/** Also adds the queries to `all`. */
async function computeSplitStatistics(
  collection: Collection,
  split: string,
  length: (text: string) => number,
  all: DistinctQueries,
  progress: Progress,
): Promise<SplitStatistics> {
  const task = `reading ${collection.name}:${split}`;
  const queries = new Moments();
  for await (const { id, text } of trackProgress(collection.queries(split), progress, {
    task,
    unit: "queries",
  })) {
    const words = length(text);
    queries.add(words);
    all.add(id, words);
  }

  const judged = new Set<string>();
  const grades = new Map<number, number>();
  let judgements = 0;
  let relevant = 0;
  for await (const { query, grade } of trackProgress(collection.judgements(split), progress, {
    task,
    unit: "judgements",
  })) {
    judgements++;
    judged.add(query);
    grades.set(grade, (grades.get(grade) ?? 0) + 1);
    if (grade > 0) relevant++;
  }
  return {
    split,
    queries: queries.count,
    queryLength: queries.toLengths(),
    judgements,
    judgedQueries: judged.size,
    relevantPerQuery: judged.size === 0 ? 0 : relevant / judged.size,
    grades: [...grades]
      .sort(([a], [b]) => a - b)
      .map(([grade, count]) => ({ grade, judgements: count })),
  };
}

function joinTitleAndText({ title, text }: Document): string {
  return title === undefined || title === "" ? text : `${title} ${text}`;
}

/**
 * Running mean and variance (Welford, Technometrics 1962), which keep their precision on any scale.
 */
class Moments {
  count = 0;
  #mean = 0;
  #squares = 0;

  add(value: number): void {
    this.count++;
    const before = value - this.#mean;
    this.#mean += before / this.count;
    this.#squares += before * (value - this.#mean);
  }

  toLengths(): Lengths {
    const deviation = this.count === 0 ? 0 : Math.sqrt(this.#squares / this.count);
    return { mean: this.#mean, deviation };
  }
}

/**
 * The cost and savings of smaller vocabularies on a collection: Table 1 of
 * Hofstätter et al., SIGIR 2019, for any collection.
 */

import type { Collection } from "../collection/collection.ts";
import { type Progress, silent, trackProgress } from "../common/progress.ts";
import type { Analyzer } from "../text/analyzer.ts";
import { Tokens } from "../text/tokens.ts";
import type { SubwordVectors } from "./subword-vectors.ts";
import { FIRST_WORD, UNKNOWN, Vocabulary, type WordCounts } from "./vocabulary.ts";

/** The vocabularies of the paper; 1 is Voc-Full. */
export const PAPER_THRESHOLDS: readonly number[] = [1, 5, 10, 25, 50, 100];

/** Figures of one vocabulary. */
export interface VocabularyRow {
  /** `Voc-Full` or `Voc-n`. */
  readonly name: string;
  readonly least: number;
  readonly terms: number;
  /** Terms in percent of those of Voc-Full. */
  readonly covered: number;
  /** Size of a table of 32-bit floats with a row for each term. */
  readonly bytes: number;
  /** Queries with at least one term that is not in the vocabulary. */
  readonly oovQueries: number;
  /** The same in percent of all queries; 0 if there are none. */
  readonly oovShare: number;
}

/** The number of occurrences of each surface form in titles and texts of the documents. */
export async function countWords(
  collection: Collection,
  analyzer: Analyzer,
  progress: Progress = silent,
): Promise<WordCounts> {
  const counts = new Map<string, number>();
  const tokens = new Tokens();
  const work = { task: `counting words of ${collection.name}`, unit: "documents" };
  for await (const { title = "", text } of trackProgress(collection.documents(), progress, work)) {
    for (const part of [title, text]) {
      analyzer.read(part, tokens);
      for (let i = 0; i < tokens.count; i++) {
        const form = tokens.form(i);
        const count = counts.get(form);
        // A new key is copied, so that it does not keep its whole document in memory.
        counts.set(count === undefined ? form.split("").join("") : form, (count ?? 0) + 1);
      }
    }
  }
  return counts;
}

/** The surface forms of the queries of some splits, a list for each query. */
export async function readQueryWords(
  collection: Collection,
  splits: readonly string[],
  analyzer: Analyzer,
): Promise<string[][]> {
  const lists = new Map<string, string[]>();
  for (const split of splits) {
    for await (const { id, text } of collection.queries(split)) {
      const words = analyzer.tokenise(text).map((token) => token.text);
      lists.set(id, words); // by id, since splits may overlap
    }
  }
  return [...lists.values()];
}

/** A row for each threshold, in their order. */
export function computeVocabularyTable(
  counts: WordCounts,
  queries: readonly (readonly string[])[],
  {
    thresholds = PAPER_THRESHOLDS,
    dimension = 300,
  }: { thresholds?: readonly number[]; dimension?: number } = {},
): VocabularyRow[] {
  return thresholds.map((minCount) => {
    const vocabulary = Vocabulary.fromCounts(counts, minCount);
    const terms = vocabulary.size - FIRST_WORD;
    const oovQueries = queries.filter((words) =>
      words.some((word) => vocabulary.id(word) === UNKNOWN),
    ).length;
    return {
      name: minCount === 1 ? "Voc-Full" : `Voc-${minCount}`,
      least: minCount,
      terms,
      covered: counts.size === 0 ? 0 : (100 * terms) / counts.size,
      bytes: 4 * terms * dimension,
      oovQueries,
      oovShare: queries.length === 0 ? 0 : (100 * oovQueries) / queries.length,
    };
  });
}

/**
 * The row of sub-word vectors in the same table. It counts rows of words, buckets
 * and padding; every word gets a vector from them.
 */
export function computeSubwordRow({ words, ngrams, dimension }: SubwordVectors): VocabularyRow {
  const rows = 1 + words.length + ngrams.buckets;
  const bytes = 4 * rows * dimension;
  return {
    name: "fastText",
    least: 1,
    terms: rows,
    covered: 100,
    bytes,
    oovQueries: 0,
    oovShare: 0,
  };
}

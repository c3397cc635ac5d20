/**
 * Learned weights as files for people and other programs.
 *
 * A table has a line with the ranker, a line with the column names, and a line per term with its
 * weights in queries and in documents; `*` is the default for all other terms. Impacts are lines of
 * a document id and its terms, each with a whole number that an engine can use as the frequency
 * (`delimited_term_freq`), so that the score is a plain sum.
 */

import { decodeLineBatches } from "../collection/formats/index.ts";
import { badArgument, badInput } from "../common/errors.ts";
import { type IndexSnapshot, openTextView } from "../index/snapshots/index.ts";
import {
  type ImpactFormula,
  ImpactTable,
  TermWeights,
  type WeightEntry,
} from "../index/weights/index.ts";
import { getIndexStatistics } from "../ranking/index-statistics.ts";
import type { Files } from "../storage/files.ts";
import { PostingMatrix } from "./posting-matrix.ts";

const RANKER_PREFIX = "# term weights for ";
const OTHERS = "*";

/** Weights and the ranker that they belong to. */
export interface NamedWeights {
  readonly weights: TermWeights;
  /** The ranker that they were learned for. */
  readonly ranker: string;
}

/** The lines of a weight table, which `readWeightTable` reads back. */
export function* formatWeightLines({ weights, ranker }: NamedWeights): Generator<string> {
  yield `${RANKER_PREFIX}${ranker}`;
  yield "term\tquery\tdocument";
  yield `${OTHERS}\t${weights.missingQuery ?? 1}\t${weights.missing}`;
  for (const [term, weight, query] of weights.entries()) yield `${term}\t${query}\t${weight}`;
}

/** Reads a weight table. `BAD_INPUT` with file and line for anything else. */
export async function readWeightTable(files: Files, path: string): Promise<NamedWeights> {
  const entries: WeightEntry[] = [];
  let [ranker, missing, missingQuery]: [string | undefined, number, number] = [undefined, 1, 1];
  for await (const { first, lines } of decodeLineBatches(files.read(path), path)) {
    for (const [i, line] of lines.entries()) {
      const number = first + i;
      if (number === 1) {
        if (!line.startsWith(RANKER_PREFIX))
          throw badInput(path, 1, `the first line is "${RANKER_PREFIX}<ranker>"`);
        ranker = line.slice(RANKER_PREFIX.length).trim();
        continue;
      }
      if (number === 2 || line === "") continue;
      const [term = "", ...numbers] = line.split("\t");
      const [query = Number.NaN, weight = Number.NaN] = numbers.map(Number);
      if (numbers.length !== 2 || !(query >= 0) || !(weight > 0) || term === "") {
        throw badInput(path, number, "a line has a term, its weight in queries and in documents");
      }
      if (term === OTHERS) [missing, missingQuery] = [weight, query];
      else entries.push([term, weight, query]);
    }
  }
  if (ranker === undefined) throw badInput(path, 1, "the file is empty");
  return { ranker, weights: new TermWeights(entries, missing, missingQuery) };
}

/**
 * `BAD_ARGUMENT` for weights that cover less than half of the index's terms: they belong to another
 * index.
 */
export function checkWeightsFit(index: IndexSnapshot, weights: TermWeights): void {
  const weightedTerms = new Set([...weights.entries()].map(([term]) => term));
  const terms = openTextView(index).termsWithPrefix("", Infinity);
  const matchCount = terms.filter((term) => weightedTerms.has(term)).length;
  if (2 * matchCount >= terms.length) return;
  throw badArgument(
    `the weights cover ${matchCount} of the index's ${terms.length} terms: they were learned from another index`,
  );
}

/**
 * The contributions of each document to scores, as whole numbers up to `maxImpact`, in document
 * order. The fields of a document count as one text, as learning counts them.
 */
export function* formatImpactLines(
  index: IndexSnapshot,
  weights: TermWeights,
  formula: ImpactFormula,
  maxImpact = 255,
): Generator<string> {
  const view = openTextView(index);
  const matrix = PostingMatrix.read(view);
  const { documentCount, totalLength, averageLength, maxCollectionFrequency } =
    getIndexStatistics(view);
  const impacts = new ImpactTable({ ...formula, threshold: 0, averageLength }, weights, {
    ...{ documentCount, totalLength, maxCollectionFrequency },
    term: (term) => view.term(term),
  });
  const values = new Float32Array(matrix.postingCount);
  let largest = 0;
  for (const [number, term] of matrix.terms.entries()) {
    const impact = impacts.impact(term);
    const [start, end] = [matrix.starts[number] as number, matrix.starts[number + 1] as number];
    for (let i = start; i < end; i++) {
      const length = matrix.lengths[matrix.documents[i] as number] as number;
      const value = impact?.(matrix.frequencies[i] as number, length) ?? 0;
      values[i] = value;
      largest = Math.max(largest, value);
    }
  }
  const lists: string[][] = Array.from(matrix.lengths, () => []);
  for (const [number, term] of matrix.terms.entries()) {
    const [start, end] = [matrix.starts[number] as number, matrix.starts[number + 1] as number];
    for (let i = start; i < end; i++) {
      const quantised = Math.round((maxImpact * (values[i] as number)) / largest);
      if (quantised > 0) lists[matrix.documents[i] as number]?.push(`${term} ${quantised}`);
    }
  }
  for (const [document, list] of lists.entries()) {
    if (matrix.lengths[document] !== 0) yield [view.id(document), ...list].join("\t");
  }
}

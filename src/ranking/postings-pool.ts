/**
 * The postings of a query, read once and scored under any number of rankers.
 *
 * Measures need the ranks of judged documents alone. They are counted instead of sorted: a document
 * is compared with the scores of the judged ones. The grades equal those of a search and of its
 * evaluation, bit for bit: a search keeps the best documents by score, and an evaluation orders
 * them by the score as a 32-bit float (ranking-order.ts); ties go to the larger id in both.
 */

import { NOT_JUDGED } from "../evaluation/ranking-grades.ts";
import { EXHAUSTED, type IndexView } from "../index/snapshots/index.ts";
import type { Clause, PreparedQuery } from "./prepared-query.ts";
import type { DocumentFilter } from "./traversal/hits.ts";

/** The documents of one clause, as rows of the pool, with their frequencies. */
interface PoolList {
  readonly rows: Uint32Array;
  readonly frequencies: Float64Array;
}

export class PostingsPool {
  readonly #view: IndexView;
  /** Every document with a posting, ascending; a row is a position in it. */
  readonly #documents: Uint32Array;
  readonly #lengths: Float64Array;
  readonly #lists: readonly PoolList[];
  readonly #judgedRows: Uint32Array;
  readonly #gradeByRow: ReadonlyMap<number, number>;
  readonly #isExcluded: Uint8Array;
  readonly #size: number;
  readonly #scores: Float64Array;
  readonly #keys: Float32Array;

  /** `grades` are by document number. Excluded documents are in no ranking. */
  constructor(
    view: IndexView,
    clauses: readonly Clause[],
    grades: ReadonlyMap<number, number>,
    excluded: DocumentFilter & { readonly size: number },
  ) {
    this.#view = view;
    const postings = clauses.map(readPostings);
    const all = new Set<number>();
    for (const { documents } of postings) for (const document of documents) all.add(document);
    this.#documents = Uint32Array.from(all).sort();
    this.#lengths = Float64Array.from(this.#documents, (document) => view.length(document));
    this.#lists = postings.map(({ documents, frequencies }) => ({
      rows: findRows(this.#documents, documents),
      frequencies: Float64Array.from(frequencies),
    }));
    this.#isExcluded = Uint8Array.from(this.#documents, (each) => (excluded.has(each) ? 1 : 0));
    this.#size = this.#isExcluded.reduce((count, each) => count - each, this.#documents.length);
    const gradeByRow = new Map<number, number>();
    for (const [row, document] of this.#documents.entries()) {
      const grade = grades.get(document);
      if (grade !== undefined && !excluded.has(document)) gradeByRow.set(row, grade);
    }
    this.#gradeByRow = gradeByRow;
    this.#judgedRows = Uint32Array.from(gradeByRow.keys());
    this.#scores = new Float64Array(this.#documents.length);
    this.#keys = new Float32Array(this.#documents.length);
  }

  /**
   * The grades at the first `depth` ranks. The clauses must be those of the pool, in their order;
   * weights and matches may differ.
   */
  gradeRanking(prepared: PreparedQuery, depth: number): Int32Array {
    const grades = new Int32Array(Math.min(depth, this.#size)).fill(NOT_JUDGED);
    if (this.#judgedRows.length === 0) return grades;
    this.#score(prepared);
    for (const [row, rank] of this.#rankJudged(depth) ?? this.#sortRows(depth)) {
      grades[rank] = this.#gradeByRow.get(row) ?? NOT_JUDGED;
    }
    return grades;
  }

  #score({ clauses, documentPart }: PreparedQuery): void {
    const [scores, lengths] = [this.#scores.fill(0), this.#lengths];
    for (const [i, { weight, match }] of clauses.entries()) {
      const { rows, frequencies } = this.#lists[i] as PoolList;
      for (let at = 0; at < rows.length; at++) {
        const row = rows[at] as number;
        const score = weight * match(frequencies[at] as number, lengths[row] as number);
        scores[row] = (scores[row] as number) + score;
      }
    }
    const scoreDocument = documentPart?.open();
    if (scoreDocument !== undefined) {
      for (const [row, document] of this.#documents.entries()) {
        const part = scoreDocument(document, lengths[row] as number);
        scores[row] = (scores[row] as number) + part;
      }
    }
    this.#keys.set(scores);
  }

  /**
   * The rank of each judged row within `depth`; undefined if a group of equal keys crosses the
   * depth, where the search keeps a part of it by the exact score.
   */
  #rankJudged(depth: number): Map<number, number> | undefined {
    const keys = this.#keys;
    const levels = Float32Array.from(
      new Set(Array.from(this.#judgedRows, (row) => keys[row] as number)),
    );
    levels.sort().reverse();
    const lowest = levels.at(-1) as number;
    // Rows above each level and not above the one before, and rows at the level itself.
    const [above, level] = [new Uint32Array(levels.length), new Uint32Array(levels.length)];
    for (let row = 0; row < keys.length; row++) {
      const key = keys[row] as number;
      if (key < lowest || this.#isExcluded[row] === 1) continue;
      const i = findLevel(levels, key);
      if (levels[i] === key) level[i] = (level[i] as number) + 1;
      else above[i] = (above[i] as number) + 1;
    }
    const ranks = new Map<number, number>();
    let rank = 0;
    for (const [i, key] of levels.entries()) {
      rank += above[i] as number;
      if (rank >= depth) break;
      const size = level[i] as number;
      if (rank + size > depth) return undefined;
      const group = size === 1 ? this.#judgedRows : this.#sortGroup(key);
      let place = 0;
      for (const row of group) {
        if (keys[row] !== key) continue;
        if (this.#gradeByRow.has(row)) ranks.set(row, rank + place);
        place++;
      }
      rank += size;
    }
    return ranks;
  }

  /** The rows with one key, in the order of ties. */
  #sortGroup(key: number): number[] {
    const rows: number[] = [];
    for (let row = 0; row < this.#keys.length; row++) {
      if (this.#keys[row] === key && this.#isExcluded[row] === 0) rows.push(row);
    }
    return rows.sort((a, b) => this.#compareIds(b, a));
  }

  /** The ranks of all rows within `depth`, by sorting as a search and an evaluation do. */
  #sortRows(depth: number): Map<number, number> {
    const [scores, keys] = [this.#scores, this.#keys];
    const rows = Array.from(this.#documents.keys()).filter((row) => this.#isExcluded[row] === 0);
    const sortBy = (values: Float64Array | Float32Array, all: number[]): number[] =>
      all.sort((a, b) => (values[b] as number) - (values[a] as number) || this.#compareIds(b, a));
    const best = sortBy(keys, sortBy(scores, rows).slice(0, depth));
    return new Map(best.map((row, rank) => [row, rank]));
  }

  #compareIds(a: number, b: number): number {
    const documents = this.#documents;
    return this.#view.compareIds(documents[a] as number, documents[b] as number);
  }
}

function readPostings({ open }: Clause): { documents: number[]; frequencies: number[] } {
  const [documents, frequencies]: [number[], number[]] = [[], []];
  const cursor = open();
  for (let document = cursor.next(); document !== EXHAUSTED; document = cursor.next()) {
    documents.push(document);
    frequencies.push(cursor.frequency);
  }
  return { documents, frequencies };
}

/** The positions of some documents among all; both ascend. */
function findRows(all: Uint32Array, documents: readonly number[]): Uint32Array {
  let row = 0;
  return Uint32Array.from(documents, (document) => {
    while (all[row] !== document) row++;
    return row;
  });
}

/** The first of the descending levels that is not above `key`, which must reach the last one. */
function findLevel(levels: Float32Array, key: number): number {
  let [low, high] = [0, levels.length - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((levels[middle] as number) <= key) high = middle;
    else low = middle + 1;
  }
  return low;
}

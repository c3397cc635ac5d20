/**
 * A ranking as a list of grades instead of documents.
 *
 * It is prepared once per query and shared by all measures, which are pure
 * functions of two arrays of small whole numbers.
 */

import { badArgument, quote } from "../common/errors.ts";

/** The grade of a document that was never judged. Any grade below 0 means the same. */
export const NOT_JUDGED = -1;

/** A ranking with the grades of its documents, the input of measures. */
export interface RankingGrades {
  /** Grade at each rank, best rank first; below 0 if there is none. */
  readonly grades: Int32Array;
  /** Grades of all judged documents of the query, retrieved or not, highest first. */
  readonly ideal: Int32Array;
}

/** The number of judged documents with a grade of at least `rel`. */
export function countRelevant({ ideal }: RankingGrades, rel: number): number {
  let count = 0;
  while (count < ideal.length && (ideal[count] as number) >= rel) count++;
  return count;
}

/** The number of the first `cutoff` retrieved documents with a grade of at least `rel`. */
export function countRelevantRetrieved(
  { grades }: RankingGrades,
  rel: number,
  cutoff: number,
): number {
  const end = Math.min(cutoff, grades.length);
  let count = 0;
  for (let i = 0; i < end; i++) if ((grades[i] as number) >= rel) count++;
  return count;
}

/** The grades of one query, checked and sorted, to grade the rankings of any number of runs. */
export interface QueryGrades {
  readonly grades: ReadonlyMap<string, number>;
  readonly ideal: Int32Array;
}

/**
 * A grade below 0 means in the pool but not judged. Fails with `BAD_ARGUMENT` if it is not a whole
 * number.
 */
export function prepareQueryGrades(
  query: string,
  grades: ReadonlyMap<string, number>,
): QueryGrades {
  const ideal = new Int32Array(grades.size);
  let judgedCount = 0;
  for (const [document, grade] of grades) {
    if (grade !== (grade | 0)) {
      throw badArgument(
        `a grade must be a whole number below 2^31, got ${grade} for document ${quote(document)} of query ${quote(query)}`,
      );
    }
    if (grade >= 0) ideal[judgedCount++] = grade;
  }
  return { grades, ideal: ideal.subarray(0, judgedCount).sort().reverse() };
}

/** Grades `documents` in the order of ranks in `order`. */
export function gradeRanking(
  { grades: gradeById, ideal }: QueryGrades,
  documents: readonly string[],
  order: Uint32Array,
): RankingGrades {
  const grades = new Int32Array(order.length);
  for (let rank = 0; rank < order.length; rank++) {
    grades[rank] = gradeById.get(documents[order[rank] as number] as string) ?? NOT_JUDGED;
  }
  return { grades, ideal };
}

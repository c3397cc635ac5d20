/** How far several raters of the same documents agree, and one grade from theirs. */

import type { RatedJudgement } from "../../collection/index.ts";
import { defined } from "../../common/defined.ts";
import { type Agreement, computeCohenKappa, computeFleissKappa } from "../../evaluation/index.ts";

/** The agreement of two raters. */
export interface RaterPair extends Agreement {
  readonly raters: readonly [string, string];
  /** Cohen's kappa by the squares of the differences of grades. */
  readonly weightedKappa: number;
}

/** The agreement of the raters of judgements. */
export interface AgreementReport {
  readonly judgements: number;
  readonly queries: number;
  /** In alphabetical order. */
  readonly raters: readonly string[];
  /** Pairs of raters who judged some document for the same query. */
  readonly pairs: readonly RaterPair[];
  /** Fleiss' kappa of all raters; absent if no document was judged twice. */
  readonly fleiss?: Agreement;
}

/** The agreement of all raters, pair by pair and together. */
export function measureAgreement(judgements: readonly RatedJudgement[]): AgreementReport {
  const raters = [...new Set(judgements.flatMap(({ rater }) => rater ?? []))].sort();
  const items = groupByPair(judgements);
  const pairs: RaterPair[] = [];
  for (const [i, a] of raters.entries()) {
    for (const b of raters.slice(i + 1)) {
      const common = items.flatMap((grades) => {
        const [first, second] = [findGrade(grades, a), findGrade(grades, b)];
        return first === undefined || second === undefined ? [] : [[first, second] as const];
      });
      if (common.length > 0) pairs.push(comparePair([a, b], common));
    }
  }
  const grades = items.map((each) => each.map(({ grade }) => grade));
  const isCompared = raters.length > 1 && grades.some(({ length }) => length > 1);
  return {
    judgements: judgements.length,
    queries: new Set(judgements.map(({ query }) => query)).size,
    ...{ raters, pairs },
    ...(isCompared ? { fleiss: computeFleissKappa(grades) } : {}),
  };
}

function comparePair(
  raters: readonly [string, string],
  common: readonly (readonly [number, number])[],
): RaterPair {
  const [first, second] = [common.map(([grade]) => grade), common.map(([, grade]) => grade)];
  const { kappa: weightedKappa } = computeCohenKappa(first, second, { weights: "quadratic" });
  return { raters, ...computeCohenKappa(first, second), weightedKappa };
}

/** One judgement of each query and document: the median grade of its raters, the lower one of two. */
export function combineRaters(judgements: readonly RatedJudgement[]): RatedJudgement[] {
  return groupByPair(judgements).map((group) => {
    const sorted = group.map(({ grade }) => grade).sort((a, b) => a - b);
    const { query, document } = group[0] as RatedJudgement;
    const text = group.find((each) => each.text !== undefined)?.text;
    const grade = sorted[Math.floor((sorted.length - 1) / 2)] as number;
    return { query, document, grade, ...defined({ text }) };
  });
}

function groupByPair(judgements: readonly RatedJudgement[]): RatedJudgement[][] {
  const groups = new Map<string, RatedJudgement[]>();
  for (const judgement of judgements) {
    const key = JSON.stringify([judgement.query, judgement.document]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [judgement]);
    else group.push(judgement);
  }
  return [...groups.values()];
}

function findGrade(grades: readonly RatedJudgement[], rater: string): number | undefined {
  return grades.find((each) => each.rater === rater)?.grade;
}

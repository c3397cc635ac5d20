/** Whether a judge agrees with people well enough for its judgements to count. */

import { badArgument } from "../../common/errors.ts";
import { type Agreement, computeCohenKappa } from "../../evaluation/index.ts";
import { type ChatJudgeOptions, type JudgedPair, judgePairs } from "./chat-judge.ts";

/** A pair with the grade that people gave it. */
export interface HumanJudgement extends JudgedPair {
  readonly grade: number;
}

/** The agreement of a judge with people. */
export interface JudgeCheck {
  /** Cohen's kappa of relevant (grade 1 and above) or not: what the bound applies to. */
  readonly relevance: Agreement;
  /** Cohen's kappa of grades by the squares of their differences. */
  readonly grades: Agreement;
  /** Pairs without a usable answer; each counts as disagreement. */
  readonly failures: number;
  /** Counts of pairs by the grade of people, then by that of the judge. */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** Fewer pairs, or fewer of a kind, say nothing about agreement. */
const MIN_PAIRS = 30;
const MIN_PAIRS_PER_KIND = 5;

/** `BAD_ARGUMENT` for too few judgements of people, or of one kind alone. */
export function checkHumanJudgements(human: readonly HumanJudgement[]): void {
  const relevant = human.filter(({ grade }) => grade > 0).length;
  const few = Math.min(relevant, human.length - relevant);
  if (human.length >= MIN_PAIRS && few >= MIN_PAIRS_PER_KIND) return;
  throw badArgument(
    `a judge is compared with at least ${MIN_PAIRS} judgements of people, ${MIN_PAIRS_PER_KIND} of them relevant and ${MIN_PAIRS_PER_KIND} not; got ${human.length}, ${relevant} relevant`,
  );
}

/** Lets the judge grade what people graded, and compares. */
export async function checkJudge(
  human: readonly HumanJudgement[],
  options: ChatJudgeOptions,
): Promise<JudgeCheck> {
  checkHumanJudgements(human);
  const answers = await judgePairs(human, options);
  const [theirs, its]: [number[], number[]] = [[], []];
  const confusion: Record<string, Record<string, number>> = {};
  let failures = 0;
  for (const [i, { grade }] of human.entries()) {
    const answer = answers[i];
    const isFailure = answer === undefined || "failure" in answer;
    if (isFailure) failures++;
    // The grade that is furthest from the one of people.
    const other = isFailure ? (grade > 0 ? 0 : 3) : answer.grade;
    theirs.push(Math.max(0, grade));
    its.push(other);
    const row = confusion[grade] ?? {};
    confusion[grade] = row;
    const column = isFailure ? "none" : String(other);
    row[column] = (row[column] ?? 0) + 1;
  }
  const toRelevance = (grades: readonly number[]): number[] =>
    grades.map((grade) => (grade > 0 ? 1 : 0));
  return {
    relevance: computeCohenKappa(toRelevance(theirs), toRelevance(its)),
    grades: computeCohenKappa(theirs, its, { weights: "quadratic" }),
    ...{ failures, confusion },
  };
}

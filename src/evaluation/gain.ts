/**
 * Discounted cumulative gain in its three common forms.
 *
 * `linear`: grade / log2(rank + 1), as in trec_eval. `exp`: (2^grade - 1) / log2(rank + 1), from
 * Burges et al., ICML 2005, as in TREC's gdeval and most web-search work. `log-rank`: the grade
 * itself at rank 1, then grade / log2(rank), the form of Järvelin and Kekäläinen, TOIS 2002, with
 * base 2.
 */

import { badArgument } from "../common/errors.ts";

/** The gain of a grade, and the discount of a rank. */
export type GainForm = "linear" | "exp" | "log-rank";

/** The forms of gain, by name. */
export const GAIN_FORMS: readonly GainForm[] = ["linear", "exp", "log-rank"];

/** Older names. */
export const GAIN_FORM_ALIASES: ReadonlyMap<string, GainForm> = new Map([["lecture", "log-rank"]]);

/** 2^grade stays finite, and so does a sum of many. */
const MAX_EXP_GRADE = 1000;

/** Sums the gain of the first `cutoff` grades; grades of 0 and below have none. */
export function computeDcg(grades: Int32Array, form: GainForm, cutoff: number): number {
  const end = Math.min(cutoff, grades.length);
  let sum = 0;
  for (let i = 0; i < end; i++) {
    const grade = grades[i] as number;
    if (grade > 0) sum += computeGain(grade, form) / computeDiscount(i + 1, form);
  }
  return sum;
}

function computeGain(grade: number, form: GainForm): number {
  if (form !== "exp") return grade;
  if (grade > MAX_EXP_GRADE) {
    throw badArgument(`form=exp takes grades up to ${MAX_EXP_GRADE}, got ${grade}`);
  }
  return 2 ** grade - 1;
}

function computeDiscount(rank: number, form: GainForm): number {
  if (form !== "log-rank") return Math.log2(rank + 1);
  return rank === 1 ? 1 : Math.log2(rank);
}

/**
 * Clauses of a bag of words with rounded scores (scorers/rounded-scores.ts). Loaded with the first
 * ranker that has them.
 */

import { badArgument, quote } from "../common/errors.ts";
import { RoundedLists } from "./block-max/rounded-lists.ts";
import type { Clause } from "./prepared-query.ts";
import type { Match } from "./scorers/match.ts";
import { roundCount, roundMatch } from "./scorers/rounded-scores.ts";

/** How a bag of words is rounded. */
export interface Rounding {
  /** `BAD_ARGUMENT` for a match that scores lengths by themselves. */
  checkMatch(match: Match): void;
  /** The rounded clause of a term, from the exact one of a term that occurs once in the query. */
  roundClause(exact: Clause | undefined, queryWeight: number): Clause | undefined;
  /** The saturated count of a repeated query term, rounded. */
  roundCount(count: number): number;
}

/** Rounds contributions to multiples of 1/256. */
export const ROUNDING: Rounding = { checkMatch, roundClause, roundCount };

/** A bundle that leaves this out searches by upper bounds, with the same results. */
const OPEN_LISTS = globalThis.TERMWISE_LEXICAL ? undefined : RoundedLists.open;

/** By the formula of exact scores: every term of a query has one. */
const formulas = new Map<string, string>();

function checkMatch({ document }: Match): void {
  if (document === undefined) return;
  throw badArgument("scores=rounded needs a ranker that does not score lengths by themselves");
}

/** Every term of a query passes here: no copies of objects. */
function roundClause(exact: Clause | undefined, queryWeight: number): Clause | undefined {
  if (exact === undefined) return undefined;
  const { label, statistics, weight, facts, isMonotone = false, isTerm, open } = exact;
  if (facts.salience !== undefined && facts.salience < 0) {
    throw badArgument(
      `scores=rounded needs saliences ≥ 0, got ${facts.salience} for ${quote(label)}; choose another idf`,
    );
  }
  const { match, factor, unit } = roundMatch(exact.match, weight);
  return {
    label,
    statistics,
    weight: queryWeight,
    match,
    rounded: { factor, unit, openLists: OPEN_LISTS },
    isMonotone,
    isConcave: false,
    isTerm,
    open,
    formula: getFormula(exact),
    facts: queryWeight === 1 ? facts : { ...facts, queryWeight },
  };
}

function getFormula({ formula, facts }: Clause): string {
  let rounded = formulas.get(formula);
  if (rounded === undefined) {
    const factors = facts.termWeight === undefined ? "salience" : "salience·termWeight";
    rounded = `${factors}·${formula}, rounded to a multiple of 1/256`;
    formulas.set(formula, rounded);
  }
  return rounded;
}

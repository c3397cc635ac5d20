/** The checks of options and queries that a caller passes to the library. What needs the index is checked there. */

import { checkDeclaredOptions, type OptionRules } from "../api/check-options.ts";
import { CALL_RULES, RESULT_RULES, SCORING_RULES } from "../api/option-rules.generated.ts";
import type { ScoringOptions, SearchOptions } from "../api/search-options.ts";
import { badArgument, describeValue } from "../common/errors.ts";

/** Rules of the options of `search`. */
export const SEARCH_RULES: OptionRules = { ...SCORING_RULES, ...RESULT_RULES, ...CALL_RULES };

/** `BAD_ARGUMENT` for anything but a text. */
export function checkQuery(query: unknown): void {
  if (typeof query !== "string")
    throw badArgument(`a query must be a text, got ${describeValue(query)}`);
}

/** Checks the options of `search`. */
export function checkSearchOptions(options: SearchOptions): void {
  checkDeclaredOptions("search", options, SEARCH_RULES);
  for (const name of ["sort", "after", "distinct"] as const) {
    if (options.rerank === undefined || options[name] === undefined) continue;
    throw badArgument(`${name} and rerank exclude each other: a model orders by its own scores`);
  }
}

/** Checks the options of `explain`. */
export function checkScoringOptions(options: ScoringOptions): void {
  checkDeclaredOptions("explain", options, { ...SCORING_RULES, ...CALL_RULES });
}

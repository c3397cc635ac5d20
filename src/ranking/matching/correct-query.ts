/**
 * The query that a person may have meant: each word that the index hardly has is
 * replaced by a near one that it has far more often.
 */

import type { QueryAnalyzer } from "../query-analyzer.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { computeFuzzyEdits, type FormMatcher } from "./form-matcher.ts";

/** A word must be so many times as frequent to be what was meant. */
const MIN_FREQUENCY_RATIO = 10;

/** Words of a query that are looked at. */
const MAX_WORDS = 16;

/** How a query was typed. */
export interface CorrectionOptions {
  /** Its last word may go on: the beginning of a word is no mistake. */
  readonly isUnfinished?: boolean;
  readonly limit?: TimeLimit;
}

/** The query with likely mistakes corrected, otherwise as it was typed; undefined where there is nothing to correct. */
export function correctQuery(
  query: string,
  analyzer: QueryAnalyzer,
  matcher: FormMatcher,
  { isUnfinished = false, limit = TimeLimit.none() }: CorrectionOptions = {},
): string | undefined {
  const tokens = analyzer.tokenise(query).slice(0, MAX_WORDS);
  let corrected = "";
  let at = 0;
  for (const { text: form, start, end } of tokens) {
    if (start < at || analyzer.isStopWord?.(form) === true) continue;
    // A word of three letters may be a slip too, if the index does not have it.
    const documentFrequency = matcher.countDocuments(form);
    const edits = Math.max(
      computeFuzzyEdits(form, 2),
      documentFrequency === 0 && /^\p{L}{3}$/u.test(form) ? 1 : 0,
    );
    if (edits === 0) continue;
    const isPartialWord = isUnfinished && end === query.trimEnd().length;
    if (isPartialWord && matcher.findCompletions(form, 1, limit).length > 0) continue;
    const [best] = matcher.findCorrections(form, edits, 1, limit);
    if (
      best === undefined ||
      best.documents < MIN_FREQUENCY_RATIO * documentFrequency ||
      best.documents === 0
    ) {
      continue;
    }
    corrected += `${query.slice(at, start)}${best.form}`;
    at = end;
  }
  return at === 0 ? undefined : corrected + query.slice(at);
}

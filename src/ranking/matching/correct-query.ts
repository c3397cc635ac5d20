/**
 * Spelling correction of a query: each word that the index hardly contains is
 * replaced by a similar one that is far more frequent.
 */

import type { QueryAnalyzer } from "../query-analyzer.ts";
import { TimeLimit } from "../traversal/time-limit.ts";
import { computeFuzzyEdits, type FormMatcher } from "./fuzzy-terms.ts";

/** A correction must be this many times as frequent as the word. */
const MIN_FREQUENCY_RATIO = 10;

/** Maximum number of words of a query that are checked. */
const MAX_WORDS = 16;

/** How to correct a query. */
export interface CorrectionOptions {
  /** The last word may be incomplete: a prefix of a word is not a mistake. */
  readonly isUnfinished?: boolean;
  readonly limit?: TimeLimit;
}

/**
 * The query with likely mistakes corrected and everything else unchanged; undefined
 * if there is nothing to correct.
 */
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
    // A word of three letters may be a typo too, if the index does not contain it.
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

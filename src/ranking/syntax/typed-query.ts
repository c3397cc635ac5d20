/**
 * Queries that are more than a list of words: operators, half-typed and mistyped
 * words, synonyms. Loaded with the first such query.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { FormMatcher } from "../matching/form-matcher.ts";
import { viewFormsWithin } from "../matching/view-forms.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import { expandedParts } from "../traversal/expanded-parts.ts";
import { expandedSearch } from "../traversal/expanded-search.ts";
import type { Hits, TraversalOptions } from "../traversal/hits.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { ExpandedIndex } from "./expanded-index.ts";
import { parseQuery, type QueryClause } from "./query-clauses.ts";
import type { TypingOptions } from "./query-words.ts";
import { type StructuredQuery, structureQuery } from "./structured-query.ts";

/** Reads a text with operators, or as words that may be half-typed or mistyped. */
export function readTyped(
  query: string,
  view: IndexView,
  analyzer: QueryAnalyzer,
  { syntax, limit, typing }: { syntax: boolean; limit: TimeLimit; typing: TypingOptions },
): Promise<StructuredQuery> {
  const clauses: readonly QueryClause[] = syntax
    ? parseQuery(
        query,
        view.fields?.map(({ name }) => name),
      )
    : [{ mode: "should", kind: "words", text: query, edits: 0 }];
  view.needLists?.(clauses.flatMap(({ text }) => termsIn(text, analyzer)));
  return structureQuery(clauses, view, analyzer, limit, typing);
}

/** The terms of a text, words that are not searched left out. */
function termsIn(text: string, analyzer: QueryAnalyzer): string[] {
  return analyzer
    .tokenise(text)
    .flatMap((token) =>
      analyzer.isStopWord?.(token.text) === true ? [] : (analyzer.term(token.text) ?? []),
    );
}

/** Leaves the plain terms of such a query to a faster search. Undefined where it is not of the kind that this can do. */
export function searchTyped(
  view: IndexView,
  prepared: PreparedQuery,
  options: TraversalOptions,
  search: (view: IndexView, prepared: PreparedQuery, options: TraversalOptions) => Hits | undefined,
): Hits | undefined {
  if (!(view instanceof ExpandedIndex)) return undefined;
  if (view.fields !== undefined) {
    const parts = expandedParts(prepared);
    return parts && search(view.plain, parts, options);
  }
  return expandedSearch(
    view,
    prepared,
    ({ label }) => view.added(label),
    options,
    (bounds, asked) => search(view.plain, bounds, asked),
  );
}

/** What words of an index may have been meant by one that was typed. Undefined once time is up. */
export async function matcherOf(
  view: IndexView,
  analyzer: QueryAnalyzer,
  limit: TimeLimit,
): Promise<FormMatcher | undefined> {
  const forms = await viewFormsWithin(view, limit);
  return forms && new FormMatcher(forms, view, analyzer);
}

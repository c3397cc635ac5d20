/**
 * Queries that are more than a list of words: operators, half-typed and mistyped
 * words, synonyms. Loaded with the first such query.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { FormMatcher } from "../matching/form-matcher.ts";
import { openFormsWithin } from "../matching/view-forms.ts";
import type { PreparedQuery } from "../prepared-query.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import { expandFieldParts } from "../traversal/expand-field-parts.ts";
import type { Hits, TraversalOptions } from "../traversal/hits.ts";
import { searchExpansions } from "../traversal/search-expansions.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import type { ExpansionOptions } from "./clause-reader.ts";
import { ExpandedIndex } from "./expanded-index.ts";
import { parseQuery, type QueryClause } from "./query-clauses.ts";
import { type StructuredQuery, structureQuery } from "./structured-query.ts";

/** Reads a text with operators, or as words that may be half-typed or mistyped. */
export function readExpandedQuery(
  query: string,
  view: IndexView,
  analyzer: QueryAnalyzer,
  { syntax, limit, typing }: { syntax: boolean; limit: TimeLimit; typing: ExpansionOptions },
): Promise<StructuredQuery> {
  const clauses: readonly QueryClause[] = syntax
    ? parseQuery(
        query,
        view.fields?.map(({ name }) => name),
      )
    : [{ mode: "should", kind: "words", text: query, edits: 0 }];
  view.needLists?.(clauses.flatMap(({ text }) => readTerms(text, analyzer)));
  return structureQuery(clauses, view, analyzer, limit, typing);
}

/** The terms of a text, words that are not searched left out. */
function readTerms(text: string, analyzer: QueryAnalyzer): string[] {
  return analyzer
    .tokenise(text)
    .flatMap((token) =>
      analyzer.isStopWord?.(token.text) === true ? [] : (analyzer.term(token.text) ?? []),
    );
}

/** Leaves the plain terms of such a query to a faster search. Undefined where it is not of the kind that this can do. */
export function searchExpandedQuery(
  view: IndexView,
  prepared: PreparedQuery,
  options: TraversalOptions,
  search: (view: IndexView, prepared: PreparedQuery, options: TraversalOptions) => Hits | undefined,
): Hits | undefined {
  if (!(view instanceof ExpandedIndex)) return undefined;
  if (view.fields !== undefined) {
    const parts = expandFieldParts(prepared);
    return parts && search(view.plain, parts, options);
  }
  return searchExpansions(
    view,
    prepared,
    ({ label }) => view.findMultiTerm(label),
    options,
    (bounds, traversalOptions) => search(view.plain, bounds, traversalOptions),
  );
}

/** What words of an index may have been meant by one that was typed. Undefined once time is up. */
export async function createMatcher(
  view: IndexView,
  analyzer: QueryAnalyzer,
  limit: TimeLimit,
): Promise<FormMatcher | undefined> {
  const forms = await openFormsWithin(view, limit);
  return forms && new FormMatcher(forms, view, analyzer);
}

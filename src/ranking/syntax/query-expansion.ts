/**
 * Queries with operators, prefix search, typo tolerance or synonyms. Loaded with the
 * first such query.
 */

import { EXHAUSTED, type IndexView } from "../../index/snapshots/index.ts";
import { FormMatcher } from "../matching/fuzzy-terms.ts";
import { openFormsWithin } from "../matching/view-forms.ts";
import { openPostings } from "../postings-list.ts";
import type { DocumentBonus, PreparedQuery } from "../prepared-query.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import { expandFieldParts, openFieldUnion } from "../traversal/expand-field-parts.ts";
import type { Hits, TraversalOptions } from "../traversal/hits.ts";
import { searchExpansions } from "../traversal/search-expansions.ts";
import type * as merged from "../traversal/search-merged.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import type { ExpansionOptions } from "./clause-reader.ts";
import { ExpandedIndex } from "./expanded-index.ts";
import { parseQuery, type QueryClause } from "./parse-query.ts";
import { type StructuredQuery, structureQuery } from "./structured-query.ts";

/** Loaded with the first such query, except in a bundle in one file, which must be small. */
let searchMerged: typeof merged.searchMerged | undefined;

/** Reads a text with operators, or as words that may be prefixes or have typos. */
export async function readExpandedQuery(
  query: string,
  view: IndexView,
  analyzer: QueryAnalyzer,
  { syntax, limit, typing }: { syntax: boolean; limit: TimeLimit; typing: ExpansionOptions },
): Promise<StructuredQuery> {
  if (!globalThis.TERMWISE_BROWSER) {
    searchMerged ??= (await import("../traversal/search-merged.ts")).searchMerged;
  }
  const clauses: readonly QueryClause[] = syntax
    ? parseQuery(
        query,
        view.fields?.map(({ name }) => name),
      )
    : [{ mode: "should", kind: "words", text: query, edits: 0 }];
  view.needLists?.(clauses.flatMap(({ text }) => readTerms(text, analyzer)));
  return structureQuery(clauses, view, analyzer, limit, typing);
}

/**
 * A bonus for the documents that have a word as it was typed, where it is also
 * corrected: the most that the word can add to a score, so that no document with only a
 * correction gets as much from it.
 */
export function collectTypedBonuses(
  view: IndexView,
  { clauses }: PreparedQuery,
  limit: TimeLimit,
): DocumentBonus[] {
  if (!(view instanceof ExpandedIndex)) return [];
  return clauses.flatMap(({ label, weight: value }) => {
    const typedTerms = view.findMultiTerm(label)?.typedTerms ?? [];
    if (typedTerms.length === 0 || !(value > 0)) return [];
    const documents = new Set<number>();
    for (const term of typedTerms) {
      const cursor = openPostings(view, term);
      while (cursor.next() !== EXHAUSTED && !limit.count()) documents.add(cursor.document);
    }
    return [{ label: `${typedTerms.join(" ")} as typed`, value, documents }];
  });
}

/** The terms of a text, without words that are not searched. */
function readTerms(text: string, analyzer: QueryAnalyzer): string[] {
  return analyzer
    .tokenise(text)
    .flatMap((token) =>
      analyzer.isStopWord?.(token.text) === true ? [] : (analyzer.term(token.text) ?? []),
    );
}

/**
 * Runs the plain terms of such a query in a faster search. Undefined if the query
 * does not allow it.
 */
export function searchExpandedQuery(
  view: IndexView,
  prepared: PreparedQuery,
  options: TraversalOptions,
  search: (view: IndexView, prepared: PreparedQuery, options: TraversalOptions) => Hits | undefined,
): Hits | undefined {
  if (!(view instanceof ExpandedIndex)) return undefined;
  const searchPlain = (bounds: PreparedQuery, own: TraversalOptions): Hits | undefined =>
    search(view.plain, bounds, own);
  const hits = searchMerged?.(view, prepared, options, searchPlain);
  if (hits !== undefined) return hits;
  if (view.fields !== undefined) {
    const parts = expandFieldParts(prepared);
    return parts && searchPlain(parts, options);
  }
  return searchExpansions(
    view,
    prepared,
    ({ label }) => view.findMultiTerm(label),
    options,
    searchPlain,
  );
}

/**
 * The same query for the scores of few documents: expanded terms are looked up in their lists, which
 * are not added up for all documents first.
 */
export function openUnions(view: IndexView, prepared: PreparedQuery): PreparedQuery {
  if (!(view instanceof ExpandedIndex)) return prepared;
  const clauses = prepared.clauses.map((clause) => {
    const { label, parts, combine } = clause;
    if (parts !== undefined && combine !== undefined) {
      return { ...clause, ...openFieldUnion(parts, combine) };
    }
    const multiTerm = view.findMultiTerm(label);
    return multiTerm === undefined ? clause : { ...clause, open: () => multiTerm.openUnion() };
  });
  return { ...prepared, clauses };
}

/** The matcher for completions and corrections of words. Undefined once time is up. */
export async function createMatcher(
  view: IndexView,
  analyzer: QueryAnalyzer,
  limit: TimeLimit,
): Promise<FormMatcher | undefined> {
  const forms = await openFormsWithin(view, limit);
  return forms && new FormMatcher(forms, view, analyzer);
}

/**
 * From clauses to something every ranker can run: a row of terms, an index in
 * which patterns are terms, and the documents that the operators allow.
 *
 * All clauses but excluded ones lend their terms to the score. A clause
 * *matches* a document that contains all its words, its phrase, or one of the
 * terms it expands to. Allowed are the documents that every `must` matches
 * (or, without any, at least one clause) and that no `not` matches.
 */

import { EXHAUSTED, type IndexView } from "../../index/snapshots/index.ts";
import { DocumentSet } from "../document-set.ts";
import { openPostings } from "../postings-list.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { DocumentFilter } from "../traversal/hits.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { ExpandedIndex } from "./expanded-index.ts";
import { fuzzyTerms } from "./fuzzy-terms.ts";
import { phraseDocuments } from "./phrase.ts";
import type { QueryClause } from "./query-clauses.ts";
import { checkClauses } from "./query-limits.ts";

/** A pattern stands for at most so many terms: the nearest, or the first. */
export const MOST_EXPANSIONS = 1024;

/** A pattern may cost a walk through the dictionary; what a query has beyond so many is read as words. */
export const MOST_PATTERNS = 64;

/** Terms read from the dictionary between two looks at the time. */
const AT_ONCE = 64;

/** What it takes to read a clause, in postings. */
const COST_OF_A_CLAUSE = 32;

export interface StructuredQuery {
  readonly view: IndexView;
  readonly terms: readonly string[];
  /** Undefined when every document that contains one of the terms is allowed. */
  readonly filter: DocumentFilter | undefined;
}

/** A clause with the terms it asks for, at least one, and their places in its text. */
interface Resolved {
  readonly clause: QueryClause;
  readonly terms: readonly string[];
  readonly offsets: readonly number[];
}

/** Once `limit` is over, documents that are allowed may be missing, never the other way round. */
export function structureQuery(
  clauses: readonly QueryClause[],
  view: IndexView,
  analyzer: QueryAnalyzer,
  limit: TimeLimit,
): StructuredQuery {
  checkClauses(clauses.length);
  const expanded = new ExpandedIndex(view);
  let patterns = 0;
  const resolved: Resolved[] = [];
  for (const clause of clauses) {
    if (limit.count(COST_OF_A_CLAUSE + clause.text.length)) break;
    const isPattern = clause.kind === "prefix" || clause.kind === "fuzzy";
    const isWords = isPattern && ++patterns > MOST_PATTERNS;
    const read: QueryClause = isWords ? { ...clause, kind: "words" } : clause;
    resolved.push(...resolve(read, expanded, analyzer, limit));
  }
  const wanted = resolved.filter(({ clause }) => clause.mode !== "not");
  const terms = wanted.flatMap((each) => each.terms);
  // An index that patterns have not extended is searched as it is, which may be faster.
  const searched = patterns === 0 ? view : expanded;
  return { view: searched, terms, filter: allowed(searched, resolved, limit) };
}

/** None for a clause of stop words alone; one for each word where words are optional. */
function resolve(
  clause: QueryClause,
  view: ExpandedIndex,
  analyzer: QueryAnalyzer,
  limit: TimeLimit,
): Resolved[] {
  const forms = analyzer.tokenise(clause.text).map((token) => token.text);
  const isPattern = clause.kind === "prefix" || clause.kind === "fuzzy";
  const pattern = isPattern ? forms.pop() : undefined; // only the last word is one
  const terms: string[] = [];
  const offsets: number[] = [];
  for (const [offset, form] of forms.entries()) {
    const term = analyzer.term(form);
    if (term === undefined) continue;
    terms.push(term);
    offsets.push(offset);
  }
  if (pattern !== undefined) {
    terms.push(expand(clause, pattern, view, analyzer, limit));
    offsets.push(forms.length);
  }
  if (terms.length === 0) return [];
  if (clause.mode !== "should" || clause.kind === "phrase") return [{ clause, terms, offsets }];
  return terms.map((term) => ({ clause, terms: [term], offsets: [0] }));
}

/** Adds the term that a pattern stands for. */
function expand(
  { kind, edits }: QueryClause,
  form: string,
  view: ExpandedIndex,
  analyzer: QueryAnalyzer,
  limit: TimeLimit,
): string {
  const whole = analyzer.term(form) ?? form;
  if (kind === "fuzzy") {
    const near = fuzzyTerms(view, whole, edits, limit)
      .sort((a, b) => a.edits - b.edits)
      .map(({ term }) => term);
    return view.add(`${whole}~${edits}`, near.slice(0, MOST_EXPANSIONS), limit);
  }
  const terms = new Set(prefixTerms(view, form, limit));
  // Stemming may have shortened the very word that was typed.
  if (view.term(whole) !== undefined) terms.add(whole);
  return view.add(`${form}*`, [...terms].slice(0, MOST_EXPANSIONS), limit);
}

/** The first terms that begin with `prefix`, some at a time. Incomplete once `limit` is over. */
function prefixTerms(view: IndexView, prefix: string, limit: TimeLimit): string[] {
  const found: string[] = [];
  for (let start = prefix; found.length < MOST_EXPANSIONS; start = `${found.at(-1)}\0`) {
    const terms = view.termsFrom(start, AT_ONCE).filter((term) => term.startsWith(prefix));
    found.push(...terms);
    if (limit.count(AT_ONCE) || terms.length < AT_ONCE) break;
  }
  return found.slice(0, MOST_EXPANSIONS);
}

function allowed(
  view: IndexView,
  resolved: readonly Resolved[],
  limit: TimeLimit,
): DocumentFilter | undefined {
  const isPlain = ({ clause, terms }: Resolved): boolean =>
    clause.mode === "should" && terms.length === 1;
  if (resolved.every(isPlain)) return undefined;

  const none = new DocumentSet(view.documentLimit);
  const documents = new DocumentSet(view.documentLimit);
  const musts = resolved.filter(({ clause }) => clause.mode === "must");
  const shoulds = resolved.filter(({ clause }) => clause.mode === "should");
  for (const each of musts.length > 0 ? musts.slice(0, 1) : shoulds) {
    documents.addAll(matching(view, each, limit));
  }
  for (const each of musts.slice(1)) documents.keepAll(matching(view, each, limit));
  for (const each of resolved) {
    if (each.clause.mode === "not") documents.removeAll(matching(view, each, limit));
  }
  // What is excluded is known only when all has been looked at.
  return limit.isOver ? none : documents;
}

function matching(
  view: IndexView,
  { clause, terms, offsets }: Resolved,
  limit: TimeLimit,
): DocumentSet {
  // Making a set and joining it with another goes through all its words.
  const isOver = limit.count(view.documentLimit >>> 7) || limit.count(terms.length);
  if (isOver || terms.some((term) => view.term(term) === undefined)) {
    return new DocumentSet(view.documentLimit);
  }
  // Without positions, all words of a phrase are the nearest to it that can be asked for.
  if (clause.kind === "phrase" && terms.length > 1 && view.hasPositions) {
    return phraseDocuments(view, terms, offsets, limit);
  }
  const [first = "", ...others] = terms;
  const documents = containing(view, first, limit);
  for (const term of others) {
    if (limit.count(view.documentLimit >>> 7)) break;
    documents.keepAll(containing(view, term, limit));
  }
  return documents;
}

function containing(view: IndexView, term: string, limit: TimeLimit): DocumentSet {
  const documents = new DocumentSet(view.documentLimit);
  const cursor = openPostings(view, term);
  while (cursor.next() !== EXHAUSTED && !limit.count()) documents.add(cursor.document);
  return documents;
}

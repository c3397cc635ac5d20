/**
 * Turns clauses into a query that every ranker can run: a list of terms, an index in
 * which patterns are terms, and the documents that the operators allow.
 *
 * All clauses except excluded ones contribute their terms to the score. A clause
 * *matches* a document that contains all its words, its phrase, or one of the terms
 * it expands to. Allowed are the documents that every `must` matches (or, without
 * any, at least one clause) and that no `not` matches.
 */

import { EXHAUSTED, FieldView, type IndexView } from "../../index/snapshots/index.ts";
import { DocumentSet } from "../document-set.ts";
import { FormMatcher } from "../matching/fuzzy-terms.ts";
import { getSynonymTable } from "../matching/synonyms.ts";
import { openFormsWithin } from "../matching/view-forms.ts";
import { openPostings } from "../postings-list.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { DocumentFilter } from "../traversal/hits.ts";
import type { TimeLimit } from "../traversal/time-limit.ts";
import { ClauseReader, type ExpansionOptions, type ResolvedClause } from "./clause-reader.ts";
import { ExpandedIndex } from "./expanded-index.ts";
import { ForwardPhrases } from "./forward-phrases.ts";
import type { QueryClause } from "./parse-query.ts";
import { findPhraseDocuments } from "./phrase.ts";
import { checkClauses } from "./query-limits.ts";

/** The cost of reading a clause, in postings. */
const CLAUSE_COST = 32;

export interface StructuredQuery {
  readonly view: IndexView;
  readonly terms: readonly string[];
  /** Undefined if every document that contains one of the terms is allowed. */
  readonly filter: DocumentFilter | undefined;
  /** The terms of the index that the query expands to, with their weights. */
  readonly words: ReadonlyMap<string, number>;
  readonly phrases: readonly QueryPhrase[];
}

/** Terms of a phrase with their positions in it. */
export interface QueryPhrase {
  readonly terms: readonly string[];
  readonly offsets: readonly number[];
}

/** Once `limit` is over, allowed documents may be missing, but no excluded one is returned. */
export async function structureQuery(
  inputClauses: readonly QueryClause[],
  view: IndexView,
  analyzer: QueryAnalyzer,
  limit: TimeLimit,
  typing: ExpansionOptions = {},
): Promise<StructuredQuery> {
  checkClauses(inputClauses.length);
  const { synonyms: rules } = typing;
  const synonyms = rules === undefined ? undefined : getSynonymTable(rules, analyzer, limit);
  const clauses = synonyms === undefined ? inputClauses : mergeWordClauses(inputClauses);
  const needsForms = typing.prefix === true || (typing.fuzzy ?? false) !== false;
  const hasPatterns = clauses.some(({ kind }) => kind === "prefix" || kind === "fuzzy");
  const forms = needsForms || hasPatterns ? await openFormsWithin(view, limit) : undefined;
  const matcher = forms && new FormMatcher(forms, view, analyzer);
  const expanded = new ExpandedIndex(view);
  const reader = new ClauseReader({
    ...{ view: expanded, analyzer, matcher, synonyms, typing, limit },
    inField: (field, term) => toFieldTerm(view, field, term),
  });
  let resolved = resolveClauses(clauses, reader, limit, false);
  // Stop words must never leave a query empty.
  if (resolved.length === 0) resolved = resolveClauses(clauses, reader, limit, true);
  const scoringClauses = resolved.filter(({ clause }) => clause.mode !== "not");
  const terms = scoringClauses.flatMap((each) => each.terms);
  // An index without added terms is searched itself, which may be faster.
  const searchView = reader.hasExpansions ? expanded : view;
  const phrases = [...scoringClauses.filter(isPhrase), ...reader.phrases];
  const needsForwardIndex = !view.hasPositions && resolved.some(isPhrase);
  const forward = needsForwardIndex ? await ForwardPhrases.open(view) : undefined;
  const filter = findAllowedDocuments(searchView, resolved, limit, forward);
  return { view: searchView, terms, filter, words: reader.words, phrases };
}

/** The name of a term that only the lists of one field contain. */
function toFieldTerm(view: IndexView, field: string, term: string): string | undefined {
  const fieldView = view.fields?.find(({ name }) => name === field)?.view;
  return fieldView instanceof FieldView ? fieldView.key(term) : term;
}

/** Merges consecutive optional words into one clause, since a synonym may have several words. */
function mergeWordClauses(clauses: readonly QueryClause[]): QueryClause[] {
  const merged: QueryClause[] = [];
  for (const clause of clauses) {
    const last = merged.at(-1);
    const isWords = clause.mode === "should" && clause.kind === "words";
    const isContinuation =
      last?.mode === "should" && last.kind === "words" && last.field === clause.field;
    if (isWords && isContinuation) {
      merged[merged.length - 1] = { ...last, text: `${last.text} ${clause.text}` };
    } else merged.push(clause);
  }
  return merged;
}

function isPhrase({ clause, terms }: ResolvedClause): boolean {
  return clause.kind === "phrase" && terms.length > 1;
}

function resolveClauses(
  clauses: readonly QueryClause[],
  reader: ClauseReader,
  limit: TimeLimit,
  keepsStopWords: boolean,
): ResolvedClause[] {
  const resolved: ResolvedClause[] = [];
  for (const [i, clause] of clauses.entries()) {
    if (limit.count(CLAUSE_COST + clause.text.length)) break;
    const isLast = i === clauses.length - 1;
    for (const each of reader.read(clause, { isLast, keepsStopWords })) resolved.push(each);
  }
  return resolved;
}

function findAllowedDocuments(
  view: IndexView,
  resolved: readonly ResolvedClause[],
  limit: TimeLimit,
  forward: ForwardPhrases | undefined,
): DocumentFilter | undefined {
  const isPlain = ({ clause, terms }: ResolvedClause): boolean =>
    clause.mode === "should" && terms.length === 1;
  if (resolved.every(isPlain)) return undefined;

  const none = new DocumentSet(view.documentLimit);
  const documents = new DocumentSet(view.documentLimit);
  const musts = resolved.filter(({ clause }) => clause.mode === "must");
  const shoulds = resolved.filter(({ clause }) => clause.mode === "should");
  for (const each of musts.length > 0 ? musts.slice(0, 1) : shoulds) {
    documents.addAll(findClauseDocuments(view, each, limit, forward));
  }
  for (const each of musts.slice(1))
    documents.keepAll(findClauseDocuments(view, each, limit, forward));
  for (const each of resolved) {
    if (each.clause.mode === "not")
      documents.removeAll(findClauseDocuments(view, each, limit, forward));
  }
  // Excluded documents are known only after a complete scan.
  return limit.isOver ? none : documents;
}

/** The documents with a phrase in one of the fields; it does not cross fields. */
function findPhraseInFields(
  view: IndexView,
  terms: readonly string[],
  offsets: readonly number[],
  limit: TimeLimit,
): DocumentSet {
  if (view.fields === undefined) return findPhraseDocuments(view, terms, offsets, limit);
  const documents = new DocumentSet(view.documentLimit);
  for (const { view: field } of view.fields) {
    if (terms.some((term) => field.term(term) === undefined)) continue;
    documents.addAll(findPhraseDocuments(field, terms, offsets, limit));
  }
  return documents;
}

function findClauseDocuments(
  view: IndexView,
  { clause, terms, offsets }: ResolvedClause,
  limit: TimeLimit,
  forward: ForwardPhrases | undefined,
): DocumentSet {
  // Creating a set and joining it with another reads all its words.
  const isOver = limit.count(view.documentLimit >>> 7) || limit.count(terms.length);
  if (isOver || terms.some((term) => view.term(term) === undefined)) {
    return new DocumentSet(view.documentLimit);
  }
  const isOrdered = clause.kind === "phrase" && terms.length > 1;
  if (isOrdered && forward === undefined) return findPhraseInFields(view, terms, offsets, limit);
  const [first = "", ...others] = terms;
  const documents = findTermDocuments(view, first, limit);
  for (const term of others) {
    if (limit.count(view.documentLimit >>> 7)) break;
    documents.keepAll(findTermDocuments(view, term, limit));
  }
  if (isOrdered && forward !== undefined) {
    return forward.documents(view, documents, terms, offsets, limit);
  }
  return documents;
}

function findTermDocuments(view: IndexView, term: string, limit: TimeLimit): DocumentSet {
  const documents = new DocumentSet(view.documentLimit);
  const cursor = openPostings(view, term);
  while (cursor.next() !== EXHAUSTED && !limit.count()) documents.add(cursor.document);
  return documents;
}

/**
 * The query that finds the candidates of a search on the cluster. Every document that the search
 * can return matches it; where it matches no others, the cluster counts for the search.
 */

import type { SearchOptions } from "../../src/api/search-options.ts";
import { type Schema, stripField } from "../../src/index/schema/index.ts";
import { countQueryTerms } from "../../src/ranking/quantised-ranker.ts";
import type { IndexReader } from "../../src/search/index.ts";
import { createFilterQuery } from "./filter-query.ts";
import type { PublishedRecord } from "./published-record.ts";
import { createClause } from "./query-body.ts";
import { encodeTerm } from "./term-encoding.ts";
import { createWholeFilter } from "./whole-texts.ts";

/** The usual limit of a cluster for the clauses of a query is 1,024; some are for filters. */
const MAX_CLAUSES = 900;

/** What finds candidates. */
export interface CandidateQuery {
  /** Undefined if no document can match. */
  readonly query: object | undefined;
  /** Whether exactly the documents of the search match. */
  readonly isExact: boolean;
  /** Whether words are left out, so that documents of the search may not match. */
  readonly isCut: boolean;
  /** Whether the cluster can tell which documents pass the filter, and no rule or field counts. */
  readonly isOpen: boolean;
  /** Whether the score is the sum of the impacts of the words of the query. */
  readonly isPlain: boolean;
  /** The sum of the boosts of the words. */
  readonly weight: number;
  /** The query for documents with a field that is the query; undefined without such a field. */
  readonly whole: object | undefined;
}

/**
 * The query for documents that match by their words, or are among the nearest by vector. Both pass the
 * filter. `byWords` is false for a search by vector alone.
 */
export function addNearest(
  candidates: CandidateQuery,
  ids: readonly string[],
  byWords: boolean,
): CandidateQuery {
  const nearest = { constant_score: { filter: { ids: { values: ids } }, boost: 0 } };
  const { query } = candidates;
  const should = [...(byWords && query !== undefined ? [query] : []), nearest];
  const matching = ids.length > 0 ? { bool: { should, minimum_should_match: 1 } } : query;
  return {
    ...candidates,
    query: byWords || ids.length > 0 ? matching : undefined,
    ...(byWords ? {} : { isExact: candidates.isOpen, isCut: false, whole: undefined }),
  };
}

/** `probe` is the index without documents; `isAll` says that an empty query selects all. */
export async function createCandidateQuery(
  record: PublishedRecord,
  schema: Schema | undefined,
  probe: IndexReader,
  query: string,
  options: SearchOptions,
  isAll: boolean,
): Promise<CandidateQuery> {
  const { syntax = false, fields, filter, minMatch = 1, rules = [], stopWords } = options;
  const filters: object[] = [{ exists: { field: "key" } }];
  const canFilter = schema !== undefined;
  if (filter !== undefined && canFilter) filters.push(createFilterQuery(schema, filter));
  const isFiltered = filter === undefined || canFilter;
  const wrap = (must: readonly object[]): object => ({ bool: { must, filter: filters } });
  const isOpen = fields === undefined && !syntax && isFiltered && rules.length === 0;
  if (isAll) {
    return {
      ...{ query: wrap([]), isExact: isOpen, isCut: false, isPlain: false, isOpen },
      ...{ weight: 0, whole: undefined },
    };
  }
  const { prefix = false, fuzzy = false, synonyms } = options;
  const isExpanded = prefix || fuzzy !== false || synonyms !== undefined;
  const reading = { syntax, prefix, fuzzy, synonyms, stopWords, ...(fields && { fields }) };
  const { words, phrases } = await probe.searcher.matchedWords(query, reading);
  const isWords = !syntax && !isExpanded;
  const terms = isWords ? readTerms(probe, query, stopWords) : [];
  const boosts = isWords ? countQueryTerms(terms) : words;
  const plain = [...boosts].filter(([term]) => !term.startsWith('"'));
  plain.sort(([, a], [, b]) => b - a);
  const should = plain
    .slice(0, MAX_CLAUSES)
    .map(([term, boost]) => createClause(record, encodeTerm(stripField(term)), boost));
  const rest = plain.slice(MAX_CLAUSES).map(([term]) => encodeTerm(stripField(term)));
  const hasTerms = record.mode !== "rank_features";
  const isCut = rest.length > 0 && !hasTerms;
  const field = record.mode === "impacts" ? "impacts" : "terms";
  if (rest.length > 0 && hasTerms) should.push({ terms: { [field]: rest } });
  for (const phrase of phrases) {
    const must = phrase.terms.map((term) => createClause(record, encodeTerm(stripField(term)), 1));
    should.push({ bool: { must } });
  }
  if (should.length === 0) {
    const none = { query: undefined, isExact: true, isCut: false, isPlain: false, isOpen };
    return { ...none, weight: 0, whole: undefined };
  }
  const least = isWords ? Math.min(minMatch, should.length + 1) : 1;
  const isExact = isOpen && !isCut && phrases.length === 0 && (minMatch === 1 || isWords);
  const { exactFields } = options;
  const isWhole = createWholeFilter(schema, probe.analyzer, query, exactFields);
  return {
    query: wrap([{ bool: { should, minimum_should_match: least } }]),
    isExact,
    isCut,
    isOpen,
    isPlain: isOpen && isWords && !isCut,
    weight: plain.reduce((sum, [, boost]) => sum + boost, 0),
    whole: isWhole && { bool: { filter: [...filters, isWhole] } },
  };
}

function readTerms(
  { analyzer }: IndexReader,
  query: string,
  stopWords: readonly string[] | undefined,
): readonly string[] {
  if (stopWords === undefined) return analyzer.terms(query);
  const stopped = new Set(stopWords.flatMap((word) => analyzer.tokenise(word).map((t) => t.text)));
  const forms = analyzer.tokenise(query).map(({ text }) => text);
  const kept = forms.filter((form) => !stopped.has(form) && !analyzer.isStopWord(form));
  const toTerms = (all: readonly string[]): string[] =>
    all.flatMap((form) => analyzer.term(form) ?? []);
  const terms = toTerms(kept);
  return terms.length > 0 ? terms : toTerms(forms);
}

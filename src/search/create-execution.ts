/**
 * The execution of a query over a snapshot: with its filter, its rules and its boosts, by
 * words, by vectors or by both.
 */

import type { Filter } from "../api/filter.ts";
import type { ScoringOptions, SearchOptions } from "../api/search-options.ts";
import { defined } from "../common/defined.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import { needsQueryVector } from "../ranking/needs-query-vector.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import type { TimeLimit } from "../ranking/traversal/index.ts";
import { isHybridByDefault } from "./describe-ranking.ts";
import type { IndexReader } from "./index-reader.ts";
import { LexicalSearch, type SearchBounds } from "./lexical-search.ts";
import { loadVectorExecution } from "./neural-parts.ts";
import { loadBoost, resolveScoring } from "./resolve-scoring.ts";

/** When a search ends. */
export interface SearchClock {
  readonly limit: TimeLimit;
  /** The end of `limit`, in ms since the epoch, for other threads. */
  readonly deadline: number | undefined;
}

/** What an execution is restricted to. */
export type ExecutionBounds = Pick<SearchBounds, "minMatch" | "filter" | "deadline" | "limit">;

/** The query with its filter and its limits. */
export async function createFilteredExecution(
  reader: IndexReader,
  query: string,
  options: SearchOptions,
  { limit, deadline }: SearchClock,
): Promise<QueryExecution> {
  const { filter, minMatch } = options;
  const passing = filter === undefined ? undefined : await loadFilter(reader, filter, limit);
  const bounds = { ...defined({ filter: passing, deadline, minMatch }), limit };
  return createRuledExecution(reader, query, options, bounds, isMatchAll(query, options));
}

/** Loaded with the first search that has rules. */
let loadedRules: typeof import("./rules.ts") | undefined;

/** The query with the rules that apply to it; with `isAll`, all documents. */
export async function createRuledExecution(
  reader: IndexReader,
  query: string,
  options: ScoringOptions,
  { filter, ...bounds }: ExecutionBounds,
  isAll = false,
): Promise<QueryExecution> {
  if (options.rules !== undefined) loadedRules ??= await import("./rules.ts");
  const { rules, ...scoring } = loadedRules?.applyRules(query, options) ?? {
    ...options,
    rules: undefined,
  };
  const allowed =
    rules === undefined ? filter : rules.removeHidden(reader.snapshot, bounds.limit, filter);
  const execution = await (isAll ? createMatchAll : createExecution)(reader, query, scoring, {
    ...bounds,
    ...defined({ filter: allowed }),
  });
  return rules?.pin(execution, allowed) ?? execution;
}

async function createMatchAll(
  reader: IndexReader,
  _: string,
  { boost: boosts }: ScoringOptions,
  { filter, limit }: ExecutionBounds,
): Promise<QueryExecution> {
  const { AllDocuments } = await import("./all-documents.ts");
  const boost = await loadBoost(reader, boosts, limit);
  return new AllDocuments(reader.snapshot, defined({ filter, limit, boost }));
}

/** Whether no rule applies to a query; undefined if that is not known yet. */
export function hasNoRule(query: string, rules: ScoringOptions["rules"]): boolean | undefined {
  if (rules === undefined || rules.length === 0) return true;
  return loadedRules && loadedRules.selectRules(rules, query) === undefined;
}

/**
 * True when the query is empty and a filter, facet, sort or distinct field selects
 * the documents.
 */
export function isMatchAll(
  query: string,
  { filter, facets, sort, distinct, vector }: SearchOptions,
): boolean {
  const selector = filter ?? facets ?? sort ?? distinct;
  return query.trim() === "" && vector === undefined && selector !== undefined;
}

/**
 * Executes a query lexically or, with a dense or hybrid ranker and a query vector, by both. The
 * default is hybrid in an index with vectors, if the query has one.
 */
export async function createExecution(
  reader: IndexReader,
  query: string,
  { ranker: named, ...options }: ScoringOptions,
  bounds: ExecutionBounds,
): Promise<QueryExecution> {
  const ranker = named ?? (isHybridByDefault(reader, options) ? "hybrid" : undefined);
  if (!needsQueryVector(ranker)) {
    const resolved = await resolveScoring(reader, { ranker, ...options }, bounds.limit);
    const { searcher, ...scoring } = resolved;
    return new LexicalSearch(reader, searcher, query, { ...scoring, ...bounds });
  }
  const { createVectorExecution } = await loadVectorExecution();
  return createVectorExecution(reader, query, { ...options, ranker }, bounds);
}

async function loadFilter(
  { snapshot }: IndexReader,
  filter: Filter | string,
  limit: TimeLimit,
): Promise<DocumentSet> {
  const { filterDocuments } = await import("./filter-documents.ts");
  return filterDocuments(snapshot, filter, limit);
}

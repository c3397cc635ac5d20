/** Ranks the documents of an index for queries, by named rankers. */

import { badArgument } from "../common/errors.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import { type IndexView, isMultiFieldView } from "../index/snapshots/index.ts";
import type { SharedIndex } from "./block-max/shared-index.ts";
import { defaultRanker } from "./default-rankers.ts";
import type { DocumentSet } from "./document-set.ts";
import type { Explanation } from "./explanation.ts";
import type { SearchView, SearchViewCache } from "./fields/search-view-cache.ts";
import { KernelAccess } from "./kernel-access.ts";
import type { FormMatcher } from "./matching/fuzzy-terms.ts";
import type { PreparedQuery } from "./prepared-query.ts";
import type { QueryAnalyzer } from "./query-analyzer.ts";
import type { MatchOptions, QueryOptions, RankOptions } from "./rank-options.ts";
import type { Ranker } from "./ranker.ts";
import { getLoadedExpansion, loadQueryExpansion } from "./syntax/load-query-expansion.ts";
import { collectWords, readPlainQuery, readQuery } from "./syntax/read-query.ts";
import type { StructuredQuery } from "./syntax/structured-query.ts";
import { countMatches } from "./traversal/count-matches.ts";
import {
  type DocumentFilter,
  excludeDocuments,
  type Hits,
  intersectFilters,
  type TraversalOptions,
} from "./traversal/hits.ts";
import { findMatchingDocuments } from "./traversal/matching-documents.ts";
import {
  getPlainTraversal,
  type PlainTraversal,
  selectPlainTraversal,
} from "./traversal/plain-traversal.ts";
import { scoreDocuments } from "./traversal/score-documents.ts";
import type { StoredListReader } from "./traversal/stored-lists.ts";
import { type Clock, TimeLimit } from "./traversal/time-limit.ts";
import { runTimedBatches } from "./traversal/timed-batches.ts";

export type { MatchOptions, QueryOptions, RankOptions } from "./rank-options.ts";

/** The parts of a searcher besides the index. */
export interface SearcherOptions {
  /** Needed for text queries; not for queries that are terms. */
  readonly analyzer?: QueryAnalyzer;
  /** The views of text fields; `SearchViewCache.create` opens them. Absent for an index without fields. */
  readonly fields?: SearchViewCache | undefined;
  /** Needed for deadlines. */
  readonly clock?: Clock;
  /** The posting lists of the index in shared memory. By default they are copied on first use. */
  readonly shared?: SharedIndex;
  /**
   * Minimum number of documents for a search by the kernels. Below it plain TypeScript
   * searches at first, without set-up time. The results are the same. Default 0.
   */
  readonly kernelsFrom?: number;
}

/** Maximum number of named rankers that a searcher caches. */
const MAX_RANKERS = 16;

/** A prepared query and the view it runs on, which prefix and fuzzy patterns may have extended. */
interface QueryPlan {
  readonly view: IndexView;
  readonly prepared: PreparedQuery;
  readonly filter: DocumentFilter | undefined;
  readonly addBonuses?: (hits: Hits, options: TraversalOptions) => Hits;
}

const NO_DOCUMENTS: ReadonlySet<number> = new Set();

/** Loaded with the first query that gives bonuses to exact matches. */
let loadedBonuses: typeof import("./document-bonus.ts") | undefined;

/** Ranks, scores and explains the documents of one index. */
export class Searcher {
  /** The index, with its term weights applied if it has any; fields are one text. */
  readonly view: IndexView;
  readonly #fields: SearchViewCache | undefined;
  readonly #analyzer: QueryAnalyzer | undefined;
  readonly #clock: Clock | undefined;
  readonly #kernels: KernelAccess;
  readonly #rankers = new Map<string, Ranker>();

  constructor(
    view: IndexView,
    { analyzer, fields, clock, shared, kernelsFrom = 0 }: SearcherOptions = {},
  ) {
    this.#fields = fields;
    this.view = fields?.all.view ?? view.weights?.applyTo(view) ?? view;
    this.#analyzer = fields?.all.analyzer ?? analyzer;
    this.#clock = clock;
    this.#kernels = new KernelAccess(this.view, { shared, minDocuments: kernelsFrom });
  }

  /**
   * The best documents for a text or for terms, best first. A document without any
   * query term is never returned.
   */
  async rank(query: string | readonly string[], options: RankOptions = {}): Promise<Hits> {
    const hits = this.rankNow(query, options);
    if (hits !== undefined) return hits;
    const { filter, exclude } = options;
    const limit = this.#timeLimit(options.deadline);
    await this.#kernels.load();
    const plan = await this.#planQuery(query, options, limit, filter, exclude);
    const traverse = await selectPlainTraversal(plan.prepared);
    return this.#rankPlan(plan, options, limit, traverse);
  }

  /**
   * The same at once; undefined if that needs code or bytes that are not loaded, as the first
   * query of a ranker does, or work that other searches share.
   */
  rankNow(query: string | readonly string[], options: RankOptions = {}): Hits | undefined {
    const { ranker = "bm25", fields, filter, exclude = NO_DOCUMENTS, exactFields } = options;
    const { boost } = options;
    this.#kernels.count();
    const named = typeof ranker === "string" ? this.#rankers.get(ranker) : ranker;
    if (named?.prepareNow === undefined || !this.#kernels.isLoaded) return undefined;
    const limit = this.#timeLimit(options.deadline);
    const searchView = this.selectView(fields, named);
    const read = readPlainQuery(query, searchView, options, limit);
    if (read === undefined) return undefined;
    const { view, terms } = read;
    const needsBonuses = hasExactField(view, exactFields);
    if (needsBonuses && loadedBonuses === undefined) return undefined;
    view.needLists?.(terms);
    const unboosted = named.prepareNow(view, terms, {
      limit,
      filter: exclude.size === 0 ? filter : excludeFrom(filter, exclude),
    });
    const prepared = boost === undefined ? unboosted : { ...unboosted, boost };
    const traverse = getPlainTraversal(prepared);
    if (traverse === undefined) return undefined;
    const bonuses = needsBonuses
      ? loadedBonuses?.planBonuses(prepared, { query, exactFields, searchView, view, limit })
      : undefined;
    return this.#rankPlan({ view, prepared, filter, ...bonuses }, options, limit, traverse);
  }

  #rankPlan(
    plan: QueryPlan,
    { top = 10, minMatch, exclude = NO_DOCUMENTS, total = false, within }: RankOptions,
    limit: TimeLimit,
    traverse: PlainTraversal,
  ): Hits {
    // Excluded documents may be among the best, so that many more are requested.
    const all = top + exclude.size;
    const traversalOptions = { top: all, minMatch, limit, filter: within ?? plan.filter };
    const best = this.#traverse(plan, traversalOptions, traverse);
    const withBonuses = plan.addBonuses?.(best, traversalOptions) ?? best;
    const hits = excludeDocuments(withBonuses, exclude, top);
    if (total === false) return hits;
    const maxCount = total === true ? Infinity : total;
    const matches = this.#countTotal(plan, hits, exclude, { ...traversalOptions, maxCount });
    return { ...hits, total: matches, isPartial: limit.isOver };
  }

  #countTotal(
    { view, prepared, filter }: QueryPlan,
    { documents, isPartial }: Hits,
    exclude: ReadonlySet<number>,
    traversalOptions: TraversalOptions & {
      readonly top: number;
      readonly maxCount: number;
      readonly limit: TimeLimit;
    },
  ): number {
    const isAll = !isPartial && documents.length < traversalOptions.top - exclude.size;
    if (isAll) return documents.length;
    const { minMatch = 1, maxCount, limit } = traversalOptions;
    // One clause has its count in its statistics.
    if (filter === undefined && exclude.size === 0 && minMatch === 1 && maxCount === Infinity) {
      const count = prepared.clauses.length === 1 ? undefined : this.#countLast(prepared, limit);
      if (count !== undefined) return Math.max(documents.length, count);
    }
    const allowedFilter = exclude.size === 0 ? filter : excludeFrom(filter, exclude);
    const matchOptions = { ...traversalOptions, filter: allowedFilter, fromLists: this.#fromLists };
    return Math.max(documents.length, countMatches(view, prepared, matchOptions));
  }

  /** Uses the WASM kernels where they can run the query, else plain TypeScript. The result is the same. */
  #traverse(
    { view, prepared }: QueryPlan,
    options: TraversalOptions,
    traverse: PlainTraversal,
  ): Hits {
    const hits = this.#hasKernels(view)
      ? this.#searchByKernels(view, prepared, options)
      : undefined;
    if (hits !== undefined) return hits;
    const expanded = this.#searchExpanded(view, prepared, options);
    return expanded ?? traverse(view, prepared, options);
  }

  /** Searches the plain terms of a query with expanded terms by the kernels, on a large index. */
  #searchExpanded(
    view: IndexView,
    prepared: PreparedQuery,
    options: TraversalOptions,
  ): Hits | undefined {
    if (!this.#kernels.isUsed) return undefined;
    return getLoadedExpansion()?.searchExpandedQuery(
      view,
      prepared,
      options,
      (searchView, bounds, traversalOptions) =>
        this.#searchByKernels(searchView, bounds, traversalOptions),
    );
  }

  /** True for the index itself or fields of it, not for a view that patterns have extended. */
  #hasKernels(view: IndexView): boolean {
    return view === this.view || (this.#fields !== undefined && isMultiFieldView(view));
  }

  #searchByKernels(
    view: IndexView,
    prepared: PreparedQuery,
    options: TraversalOptions,
  ): Hits | undefined {
    return this.#kernels.run(
      (kernels) => kernels.search(prepared, options, view),
      () => prepared.clauses.map(({ label }) => label),
    );
  }

  /** All matches of the query that the kernels searched last, whose lists are open. */
  #countLast(prepared: PreparedQuery, limit: TimeLimit): number | undefined {
    return this.#kernels.run(
      (kernels) => kernels.countLast(prepared, limit),
      () => prepared.clauses.map(({ label }) => label),
    );
  }

  /** Reads the documents of lists, all of this index. */
  readonly #fromLists: StoredListReader = (keys, limit, use) =>
    this.#kernels.run(
      (kernels) => kernels.withDocuments(keys, limit, use),
      () => keys,
    );

  /** All documents that match; with `isPartial`, those matched before the deadline. */
  async matches(
    query: string | readonly string[],
    { minMatch, filter, deadline, ...options }: MatchOptions = {},
  ): Promise<{ documents: DocumentSet; isPartial: boolean }> {
    const limit = this.#timeLimit(deadline);
    await this.#kernels.load();
    const plan = await this.#planQuery(query, options, limit, filter);
    const matchOptions = { minMatch, filter: plan.filter, limit, fromLists: this.#fromLists };
    const documents = findMatchingDocuments(plan.view, plan.prepared, matchOptions);
    return { documents, isPartial: limit.isOver };
  }

  /**
   * The scores of documents by number, in their order, whether they match or not. A
   * filter affects feedback only. `OutOfTime` when the deadline comes first.
   */
  async score(
    query: string | readonly string[],
    documents: ArrayLike<number>,
    { filter, deadline, ...options }: Pick<RankOptions, "filter" | "deadline"> & QueryOptions = {},
  ): Promise<Float64Array> {
    const limit = this.#timeLimit(deadline);
    const { view, prepared } = await this.#planQuery(query, options, limit, filter);
    limit.spend();
    if (deadline === undefined) return scoreDocuments(view, prepared, documents);
    const scores = new Float64Array(documents.length);
    const all = Uint32Array.from(documents);
    const done = runTimedBatches(all.length, prepared.clauses.length, limit, (from, to) => {
      scores.set(scoreDocuments(view, prepared, all.subarray(from, to)), from);
    });
    if (done < all.length) limit.spend();
    return scores;
  }

  /** Explains the score of a document. */
  async explain(
    query: string | readonly string[],
    document: number,
    options: QueryOptions = {},
  ): Promise<Explanation> {
    return (await this.prepareExplanations(query, options))(document);
  }

  /**
   * A function that explains the scores of documents: the query is prepared once. A
   * filter affects feedback only, and `OutOfTime`, both as in `score`.
   */
  async prepareExplanations(
    query: string | readonly string[],
    { filter, deadline, ...options }: Pick<RankOptions, "filter" | "deadline"> & QueryOptions = {},
  ): Promise<(document: number) => Explanation> {
    const limit = this.#timeLimit(deadline);
    const { view, prepared } = await this.#planQuery(query, options, limit, filter);
    const { explain } = await import("./explanation.ts");
    limit.spend();
    return (document) => explain(view, prepared, document);
  }

  async #planQuery(
    query: string | readonly string[],
    options: QueryOptions,
    limit: TimeLimit,
    filter?: DocumentFilter,
    exclude: ReadonlySet<number> = NO_DOCUMENTS,
  ): Promise<QueryPlan> {
    const { ranker = "bm25", fields, syntax, exactFields, boost } = options;
    const resolvedRanker =
      typeof ranker === "string"
        ? (this.#rankers.get(ranker) ?? (await this.#loadRanker(ranker)))
        : ranker;
    const searchView = this.selectView(fields, resolvedRanker);
    const { view, terms, filter: allowed } = await readQuery(query, searchView, options, limit);
    view.needLists?.(terms);
    const bothFilters = intersectFilters(filter, allowed);
    const scopeFilter = exclude.size === 0 ? bothFilters : excludeFrom(bothFilters, exclude);
    const unboosted = await resolvedRanker.prepare(view, terms, { limit, filter: scopeFilter });
    const prepared = boost === undefined ? unboosted : { ...unboosted, boost };
    const plan = { view, prepared, filter: bothFilters };
    if (view === searchView.view && !hasExactField(view, exactFields)) return plan;
    loadedBonuses ??= await import("./document-bonus.ts");
    return {
      ...plan,
      ...loadedBonuses.planBonuses(prepared, {
        query,
        syntax,
        exactFields,
        searchView,
        view,
        limit,
      }),
    };
  }

  /** The ranker of a name, the same object for every query: the WASM kernels cache score tables per scorer. */
  async #loadRanker(name: string): Promise<Ranker> {
    const createdRanker =
      (await defaultRanker(name)) ?? (await import("./naming/ranker-name.ts")).ranker(name);
    // Another query may have loaded it meanwhile.
    const resolvedRanker = this.#rankers.get(name) ?? createdRanker;
    if (this.#rankers.size === MAX_RANKERS) this.#rankers.clear();
    this.#rankers.set(name, resolvedRanker);
    return resolvedRanker;
  }

  /** The view to search and its analyzer: all text, or a choice of fields. */
  selectView(fields?: FieldChoice, resolvedRanker: Pick<Ranker, "usesFields"> = {}): SearchView {
    if (fields === undefined) return { view: this.view, analyzer: this.#analyzer };
    if (this.#fields === undefined) {
      throw badArgument("the index was made without fields, so a search cannot choose any");
    }
    return this.#fields.select(fields, resolvedRanker);
  }

  /**
   * The terms of the index that a text expands to, with their weights, and its
   * phrases: what to highlight in hits.
   */
  async matchedWords(
    query: string,
    { ranker: _, fields, deadline, ...reading }: Pick<RankOptions, "deadline"> & QueryOptions = {},
  ): Promise<Pick<StructuredQuery, "words" | "phrases">> {
    // Weights of fields do not matter here, nor whether the ranker uses them.
    const searchView = this.selectView(fields, { usesFields: true });
    const read = await readQuery(query, searchView, reading, this.#timeLimit(deadline));
    return { words: collectWords(read), phrases: read.phrases };
  }

  /** The matcher for completions and corrections of words. Undefined once time is up. */
  async matcher(deadline?: number): Promise<FormMatcher | undefined> {
    if (this.#analyzer === undefined) return undefined;
    const { createMatcher } = await loadQueryExpansion();
    return createMatcher(this.view, this.#analyzer, this.#timeLimit(deadline));
  }

  #timeLimit(deadline = Infinity): TimeLimit {
    if (deadline === Infinity) return TimeLimit.none();
    if (this.#clock === undefined) throw badArgument("a deadline needs a searcher with a clock");
    if (Number.isNaN(deadline)) throw badArgument("a deadline must be a number, got NaN");
    return new TimeLimit(deadline, this.#clock);
  }
}

/** A filter without some documents. */
function excludeFrom(
  filter: DocumentFilter | undefined,
  exclude: ReadonlySet<number>,
): DocumentFilter | undefined {
  return intersectFilters(filter, { has: (document) => !exclude.has(document) });
}

/** Whether a field of the view ranks a document first when it is the query. */
function hasExactField({ fields }: IndexView, exactFields: readonly string[] = []): boolean {
  return fields?.some(({ name }) => exactFields.includes(name)) === true;
}

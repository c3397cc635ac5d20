/**
 * A published index as a retriever. Queries are analysed here, with the analysis of the index, and
 * sent in batches by `_msearch`; the cluster returns ids, scores and, for re-rankers, the tokens of
 * documents.
 *
 * Hits are complete or refused, unless partial ones are allowed: then hits of a cluster that lacks
 * a shard, or that timed out, are marked.
 */

import { badArgument, quote, type TermwiseError } from "../../src/common/errors.ts";
import { readClock } from "../../src/common/monotonic-clock.ts";
import type { Schema } from "../../src/index/schema/index.ts";
import type {
  RetrievalResult,
  RetrieveOptions,
  Retriever,
  RetrieverHit,
  RetrieverQuery,
} from "../../src/ranking/retriever.ts";
import { toStoredDocument } from "../../src/search/search-document.ts";
import { type Analyzer, openAnalyzer } from "../../src/text/index.ts";
import type { Cluster, ClusterCall } from "./cluster.ts";
import {
  createAnswerError,
  createPartError,
  isTransient,
  toClusterError,
} from "./cluster-errors.ts";
import { readSchema } from "./columns.ts";
import { readFacets } from "./facet-query.ts";
import { type PublishedRecord, readRecord } from "./published-record.ts";
import { createQueryBody } from "./query-body.ts";
import { type ClusterPage, createPageBody, type PageOptions } from "./search-page.ts";
import {
  type ClusterHit,
  type ClusterSearchResponse,
  findContradiction,
  isIncomplete,
  lacksShards,
  type RequestedHits,
} from "./search-response.ts";
import { readBoosts } from "./stored-boosts.ts";
import { splitTokens } from "./term-encoding.ts";

/** The options of searching a published index. */
export interface OpenSearchRetrieverOptions {
  /** Action if some documents cannot be searched. Default `refuse`. */
  readonly partial?: "refuse" | "mark" | undefined;
  /**
   * The time in ms after which a shard returns its hits so far; needs `partial: "mark"`. Default
   * never.
   */
  readonly timeout?: number | undefined;
  /** Queries per request. Default 32. */
  readonly batch?: number | undefined;
  /** How long transient failures are retried, in ms. Default 60,000. */
  readonly patience?: number | undefined;
}

/** The limit of OpenSearch for one query (`index.max_result_window`). */
export const MAX_HITS = 10_000;
const FIRST_PAUSE = 50;
const MAX_PAUSE = 2000;

/** The body of a query, and the hits that it requests. */
export interface ClusterQuery extends RequestedHits {
  readonly body: object;
  /** Default: the alias that was opened. */
  readonly index?: string;
}

/** Retrieves from a published index. */
export class OpenSearchRetriever implements Retriever {
  readonly name: string;
  /** The index behind the alias when it was opened. */
  readonly index: string;
  /** The self-description of the index. */
  readonly record: PublishedRecord;
  readonly analyzer: Analyzer;
  readonly #cluster: Cluster;
  readonly #alias: string;
  readonly #boosts: ReadonlyMap<string, number> | undefined;
  readonly #options: OpenSearchRetrieverOptions;
  readonly #schema: Schema | undefined;

  private constructor(
    cluster: Cluster,
    alias: string,
    index: string,
    record: PublishedRecord,
    analyzer: Analyzer,
    boosts: ReadonlyMap<string, number> | undefined,
    options: OpenSearchRetrieverOptions,
  ) {
    this.name = record.ranker;
    this.index = index;
    this.record = record;
    this.analyzer = analyzer;
    this.#cluster = cluster;
    this.#alias = alias;
    this.#boosts = boosts;
    this.#options = options;
    this.#schema = readSchema(record);
  }

  /**
   * Opens an alias or index. `NOT_FOUND` if there is none, `INDEX_TOO_NEW` or `INDEX_TOO_OLD` for
   * another schema.
   */
  static async open(
    cluster: Cluster,
    alias: string,
    options: OpenSearchRetrieverOptions = {},
  ): Promise<OpenSearchRetriever> {
    const { partial = "refuse", timeout } = options;
    if (timeout !== undefined && partial !== "mark") {
      throw badArgument('a timeout gives partial hits, so it needs partial: "mark"');
    }
    const { index, record } = await readRecord(cluster, alias);
    const analyzer = await openAnalyzer(record.analysis);
    const boosts = record.mode === "boosts" ? await readBoosts(cluster, index, record) : undefined;
    return new OpenSearchRetriever(cluster, alias, index, record, analyzer, boosts, options);
  }

  async search(
    query: string | RetrieverQuery,
    k: number,
    options: RetrieveOptions = {},
  ): Promise<RetrievalResult> {
    const input = typeof query === "string" ? { text: query } : query;
    const [result] = await this.searchAll([input], k, options);
    return result as RetrievalResult;
  }

  async searchAll(
    queries: readonly RetrieverQuery[],
    k: number,
    options: RetrieveOptions = {},
  ): Promise<readonly RetrievalResult[]> {
    if (!Number.isInteger(k) || k < 1 || k > MAX_HITS) {
      throw badArgument(`a cluster returns 1 to ${MAX_HITS} hits, got ${k}`);
    }
    if ((options.tokens ?? 0) > 0 && this.record.tokens === "none") {
      throw badArgument("the index was published without tokens; read them from a local index");
    }
    const { batch = 32 } = this.#options;
    const { tokens = 0 } = options;
    const results: RetrievalResult[] = [];
    for (let from = 0; from < queries.length; from += batch) {
      const some = queries.slice(from, from + batch);
      // Tokens of a few hits come with a separate request, not with every hit.
      const fields = tokens >= k ? this.#selectTokenFields() : { _source: false };
      const sent = some.map((query) => this.#createQuery(query, k, fields, options.timeout));
      const hits = (await this.#sendBatch(sent)).map((each) => this.#toRetrieved(each));
      results.push(...(tokens > 0 && tokens < k ? await this.#addTokens(hits, tokens) : hits));
    }
    return results;
  }

  /**
   * A page of hits with filters, facets, sorting and counts, of an index with fields. An empty query
   * matches all documents.
   */
  async searchPage(query: string, options: PageOptions = {}): Promise<ClusterPage> {
    const schema = this.#schema;
    if (schema === undefined) {
      throw badArgument("filters, facets and sorting need an index that was published with fields");
    }
    const terms = this.analyzer.terms(query);
    const matching = createQueryBody(this.record, { terms, minMatch: options.minMatch });
    if (matching === undefined && query.trim() !== "") {
      return { hits: [], total: 0, isPartial: false };
    }
    const { limit = 10, offset = 0 } = options;
    if (offset + limit > MAX_HITS) {
      throw badArgument(`a cluster returns the first ${MAX_HITS} hits, got ${offset + limit}`);
    }
    const { body, facets } = createPageBody(schema, matching, options);
    const page = { size: limit, from: offset, isByScore: options.sort === undefined };
    const mayBeLate = options.timeout !== undefined;
    const [response = NO_HITS] = await this.#sendBatch([
      { body: { ...body, ...toTimeout(options.timeout) }, ...page, needsTotal: true, mayBeLate },
    ]);
    const { hits, aggregations } = response;
    const total = hits?.total?.value ?? 0;
    return {
      hits: (hits?.hits ?? []).map(({ _id: id, _score: score, _source: source }) => ({
        id,
        score: Math.fround(score),
        ...(source?.document === undefined
          ? {}
          : { document: toStoredDocument(id, source.document) }),
      })),
      total,
      ...(facets === undefined
        ? {}
        : { facets: readFacets(facets, aggregations, { total, url: this.#cluster.url }) }),
      isPartial: isIncomplete(response),
    };
  }

  /** Sends queries as the cluster takes them. Responses that cannot be true are errors. */
  sendAll(queries: readonly ClusterQuery[]): Promise<readonly ClusterSearchResponse[]> {
    return this.#sendBatch(queries);
  }

  /** The connection. Closing the retriever closes it. */
  get cluster(): Cluster {
    return this.#cluster;
  }

  /** The hits with the tokens of the first ones. */
  async #addTokens(
    results: readonly RetrievalResult[],
    tokenHits: number,
  ): Promise<readonly RetrievalResult[]> {
    const queries = results.map(({ hits }) => {
      const values = hits.slice(0, tokenHits).map(({ id }) => id);
      if (values.length === 0) return undefined;
      const query = { constant_score: { filter: { ids: { values } } } };
      const size = values.length;
      const body = { query, size, track_total_hits: false, ...this.#selectTokenFields() };
      return { body, size, isByScore: false };
    });
    const read = (await this.#sendBatch(queries)).map((each) => this.#toRetrieved(each));
    return results.map(({ hits, isPartial }, i) => ({
      hits: this.#joinTokens(hits, tokenHits, read[i] as RetrievalResult),
      isPartial,
    }));
  }

  /** Tokens are missing only where a part of the documents cannot be searched. */
  #joinTokens(
    hits: readonly RetrieverHit[],
    tokenHits: number,
    read: RetrievalResult,
  ): RetrieverHit[] {
    const tokensById = new Map(read.hits.map(({ id, tokens }) => [id, tokens]));
    return hits.map((hit, rank) => {
      if (rank >= tokenHits) return hit;
      const tokens = tokensById.get(hit.id);
      if (tokens !== undefined) return { ...hit, tokens };
      if (read.isPartial) return hit;
      throw createAnswerError(this.#cluster.url, `no tokens of ${quote(hit.id)}`);
    });
  }

  #selectTokenFields(): object {
    if (this.record.tokens === "source") return { _source: ["tokens"] };
    return { _source: false, docvalue_fields: ["tokens"] };
  }

  /** Retries the queries with transient failures. */
  async #sendBatch(
    queries: readonly (ClusterQuery | undefined)[],
  ): Promise<readonly ClusterSearchResponse[]> {
    const results = queries.map((query) => (query === undefined ? NO_HITS : undefined));
    const end = readClock() + (this.#options.patience ?? 60_000);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(MAX_PAUSE, 2 * pause)) {
      const pending = [...results.keys()].filter((i) => results[i] === undefined);
      if (pending.length === 0) return results as ClusterSearchResponse[];
      const failure = await this.#attempt(pending, queries, results);
      if (failure === undefined) continue;
      if (!isTransient(failure) || readClock() + pause > end) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Fills in results; returns the reason for missing ones. */
  async #attempt(
    pending: readonly number[],
    queries: readonly (ClusterQuery | undefined)[],
    results: (ClusterSearchResponse | undefined)[],
  ): Promise<TermwiseError | undefined> {
    const { mode } = this.record;
    const lines = pending.flatMap((i) => {
      const { body, index = this.#alias, mayBeLate = false } = queries[i] as ClusterQuery;
      const header = {
        index,
        allow_partial_search_results: mayBeLate || this.#options.partial === "mark",
        ...(mode === "boosts" ? { search_type: "dfs_query_then_fetch" } : {}),
      };
      return [JSON.stringify(header), JSON.stringify(body)];
    });
    try {
      const call = { method: "POST", path: "/_msearch", lines } as const;
      const responses = await this.#readResponses(call, pending.length);
      let failure: TermwiseError | undefined;
      for (const [at, i] of pending.entries()) {
        const response = responses[at] ?? {};
        const error = this.#findFailure(response, queries[i] as ClusterQuery);
        if (error === undefined) results[i] = response;
        failure ??= error;
      }
      return failure;
    } catch (error) {
      return error as TermwiseError;
    }
  }

  async #readResponses(
    call: ClusterCall,
    count: number,
  ): Promise<readonly (ClusterSearchResponse | null)[]> {
    type Answer = { responses?: ClusterSearchResponse[] } | null | undefined;
    const responses = (await this.#cluster.attempt<Answer>(call))?.responses;
    const { url } = this.#cluster;
    if (!Array.isArray(responses)) throw createAnswerError(url, "no responses to queries");
    if (responses.length === count) return responses;
    throw createAnswerError(url, `${responses.length} responses to ${count} queries`);
  }

  /** Why a response is not the one that was requested; undefined if it is. */
  #findFailure(
    response: ClusterSearchResponse,
    requested: RequestedHits,
  ): TermwiseError | undefined {
    const { url } = this.#cluster;
    const { status = 500, error, hits } = response;
    if (hits === undefined) return toClusterError({ statusCode: status, body: { error } }, url);
    const contradiction = findContradiction(response, requested, url);
    if (contradiction !== undefined) return contradiction;
    const isShort = requested.mayBeLate === true ? lacksShards(response) : isIncomplete(response);
    const isRefused = this.#options.partial !== "mark" && isShort;
    return isRefused ? createPartError(url) : undefined;
  }

  #createQuery(
    { text, exclude }: RetrieverQuery,
    k: number,
    fields: object,
    requestedTimeout: number | undefined,
  ): ClusterQuery | undefined {
    const terms = this.analyzer.terms(text);
    const query = createQueryBody(this.record, { terms, exclude, boosts: this.#boosts });
    if (query === undefined) return undefined;
    const { timeout = requestedTimeout } = this.#options;
    const body = {
      query,
      size: k,
      sort: [{ _score: "desc" }, { key: "desc" }],
      track_total_hits: false,
      ...fields,
      ...toTimeout(timeout),
    };
    return { body, size: k, isByScore: true, mayBeLate: requestedTimeout !== undefined };
  }

  #toRetrieved(response: ClusterSearchResponse): RetrievalResult {
    const hits = (response.hits?.hits ?? []).map((hit): RetrieverHit => {
      const { _id: id } = hit;
      const score = Math.fround(hit._score); // parsed from the digits of a 32-bit float
      const tokens = readTokens(hit, this.#cluster.url);
      return tokens === undefined ? { id, score } : { id, score, tokens };
    });
    return { hits, isPartial: isIncomplete(response) };
  }

  /** Closes the connection. */
  close(): Promise<void> {
    return this.#cluster.close();
  }
}

/** The time limit of a query on each shard. */
export function toTimeout(timeout: number | undefined): object {
  return timeout === undefined ? {} : { timeout: `${Math.max(1, Math.ceil(timeout))}ms` };
}

const NO_HITS: ClusterSearchResponse = { hits: { hits: [] } };

function readTokens(
  { _id: id, _source: source, fields }: ClusterHit,
  url: string,
): readonly string[] | undefined {
  const [coded] = fields?.tokens ?? [];
  const text = coded === undefined ? source?.tokens : Buffer.from(coded, "base64").toString("utf8");
  if (text === undefined) return undefined;
  try {
    return splitTokens(text);
  } catch (cause) {
    throw createAnswerError(url, `damaged tokens of ${quote(id)}`, cause);
  }
}

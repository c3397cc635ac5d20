/**
 * A published index as a retriever. Queries are analysed here, with the analysis of the index, and
 * sent in batches by `_msearch`; the cluster returns ids, scores and, for re-rankers, the tokens of
 * documents.
 *
 * Hits are complete or refused, unless partial ones are allowed: then hits of a cluster that lacks
 * a shard, or that timed out, are marked.
 */

import { badArgument, type TermwiseError } from "../../src/common/errors.ts";
import { readClock } from "../../src/common/monotonic-clock.ts";
import type { StoredFields } from "../../src/index/index.ts";
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
import type { Cluster } from "./cluster.ts";
import { isTransient, toClusterError } from "./cluster-errors.ts";
import { readSchema } from "./columns.ts";
import { type Aggregation, readFacets } from "./facet-query.ts";
import { type PublishedRecord, readRecord } from "./published-record.ts";
import { createQueryBody } from "./query-body.ts";
import { type ClusterPage, createPageBody, type PageOptions } from "./search-page.ts";
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
const MAX_HITS = 10_000;
const FIRST_PAUSE = 50;
const MAX_PAUSE = 2000;

/** The response of a cluster to one query. */
interface ClusterSearchResponse {
  readonly status?: number;
  readonly error?: unknown;
  readonly timed_out?: boolean;
  readonly _shards?: { readonly successful: number; readonly total: number };
  readonly hits?: {
    readonly hits: readonly ClusterHit[];
    readonly total?: { readonly value: number };
  };
  readonly aggregations?: Readonly<Record<string, Aggregation>>;
}

interface ClusterHit {
  readonly _id: string;
  readonly _score: number;
  readonly _source?: { readonly tokens?: string; readonly document?: StoredFields };
  readonly fields?: { readonly tokens?: readonly string[] };
}

/** Retrieves from a published index. */
export class OpenSearchRetriever implements Retriever {
  readonly name: string;
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
    record: PublishedRecord,
    analyzer: Analyzer,
    boosts: ReadonlyMap<string, number> | undefined,
    options: OpenSearchRetrieverOptions,
  ) {
    this.name = record.ranker;
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
    return new OpenSearchRetriever(cluster, alias, record, analyzer, boosts, options);
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
      const bodies = some.map((query) => this.#createBody(query, k, fields));
      const hits = (await this.#sendBatch(bodies)).map(toRetrieved);
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
    const [response = NO_HITS] = await this.#sendBatch([body]);
    const { hits, aggregations = {}, _shards: shards, timed_out: isLate = false } = response;
    return {
      hits: (hits?.hits ?? []).map(({ _id: id, _score: score, _source: source }) => ({
        id,
        score: Math.fround(score),
        ...(source?.document === undefined
          ? {}
          : { document: toStoredDocument(id, source.document) }),
      })),
      total: hits?.total?.value ?? 0,
      ...(facets === undefined ? {} : { facets: readFacets(facets, aggregations) }),
      isPartial: isIncomplete(isLate, shards),
    };
  }

  /** The hits with the tokens of the first ones. */
  async #addTokens(
    results: readonly RetrievalResult[],
    tokenHits: number,
  ): Promise<readonly RetrievalResult[]> {
    const bodies = results.map(({ hits }) => {
      const values = hits.slice(0, tokenHits).map(({ id }) => id);
      if (values.length === 0) return undefined;
      const query = { constant_score: { filter: { ids: { values } } } };
      return { query, size: values.length, track_total_hits: false, ...this.#selectTokenFields() };
    });
    const read = (await this.#sendBatch(bodies)).map(toRetrieved);
    return results.map(({ hits, isPartial }, i) => {
      const tokensById = new Map(read[i]?.hits.map(({ id, tokens }) => [id, tokens]));
      const all = hits.map((hit, rank) => {
        const tokens = rank < tokenHits ? tokensById.get(hit.id) : undefined;
        return tokens === undefined ? hit : { ...hit, tokens };
      });
      return { hits: all, isPartial };
    });
  }

  #selectTokenFields(): object {
    if (this.record.tokens === "source") return { _source: ["tokens"] };
    return { _source: false, docvalue_fields: ["tokens"] };
  }

  /** Retries the queries with transient failures. */
  async #sendBatch(
    bodies: readonly (object | undefined)[],
  ): Promise<readonly ClusterSearchResponse[]> {
    const results = bodies.map((body) => (body === undefined ? NO_HITS : undefined));
    const end = readClock() + (this.#options.patience ?? 60_000);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(MAX_PAUSE, 2 * pause)) {
      const pending = [...results.keys()].filter((i) => results[i] === undefined);
      if (pending.length === 0) return results as ClusterSearchResponse[];
      const failure = await this.#attempt(pending, bodies, results);
      if (failure === undefined) continue;
      if (!isTransient(failure) || readClock() + pause > end) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Fills in results; returns the reason for missing ones. */
  async #attempt(
    pending: readonly number[],
    bodies: readonly (object | undefined)[],
    results: (ClusterSearchResponse | undefined)[],
  ): Promise<TermwiseError | undefined> {
    const { mode } = this.record;
    const header = JSON.stringify({
      index: this.#alias,
      allow_partial_search_results: this.#options.partial === "mark",
      ...(mode === "boosts" ? { search_type: "dfs_query_then_fetch" } : {}),
    });
    const lines = pending.flatMap((i) => [header, JSON.stringify(bodies[i])]);
    try {
      const call = { method: "POST", path: "/_msearch", lines } as const;
      const { responses } = await this.#cluster.attempt<{ responses: ClusterSearchResponse[] }>(
        call,
      );
      let failure: TermwiseError | undefined;
      for (const [at, i] of pending.entries()) {
        const response = responses[at] ?? {};
        if (response.hits !== undefined) results[i] = response;
        else failure ??= this.#toError(response);
      }
      return failure;
    } catch (error) {
      return error as TermwiseError;
    }
  }

  #toError({ status = 500, error }: ClusterSearchResponse): TermwiseError {
    return toClusterError({ statusCode: status, body: { error } }, this.#cluster.url);
  }

  #createBody({ text, exclude }: RetrieverQuery, k: number, fields: object): object | undefined {
    const terms = this.analyzer.terms(text);
    const query = createQueryBody(this.record, { terms, exclude, boosts: this.#boosts });
    if (query === undefined) return undefined;
    const { timeout } = this.#options;
    return {
      query,
      size: k,
      sort: [{ _score: "desc" }, { key: "desc" }],
      track_total_hits: false,
      ...fields,
      ...(timeout === undefined ? {} : { timeout: `${timeout}ms` }),
    };
  }

  /** Closes the connection. */
  close(): Promise<void> {
    return this.#cluster.close();
  }
}

const NO_HITS: ClusterSearchResponse = { hits: { hits: [] } };

function toRetrieved({
  hits,
  timed_out: isLate = false,
  _shards: shards,
}: ClusterSearchResponse): RetrievalResult {
  return {
    hits: (hits?.hits ?? []).map((hit): RetrieverHit => {
      const { _id: id } = hit;
      const score = Math.fround(hit._score); // parsed from the digits of a 32-bit float
      const tokens = readTokens(hit);
      return tokens === undefined ? { id, score } : { id, score, tokens };
    }),
    isPartial: isIncomplete(isLate, shards),
  };
}

/** A shard without a copy is not counted as failed. */
function isIncomplete(isLate: boolean, shards: ClusterSearchResponse["_shards"]): boolean {
  return isLate || (shards !== undefined && shards.successful < shards.total);
}

function readTokens({ _source: source, fields }: ClusterHit): readonly string[] | undefined {
  const [coded] = fields?.tokens ?? [];
  if (coded !== undefined) return splitTokens(Buffer.from(coded, "base64").toString("utf8"));
  return source?.tokens === undefined ? undefined : splitTokens(source.tokens);
}

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
import type {
  RetrievalResult,
  RetrieveOptions,
  Retriever,
  RetrieverHit,
  RetrieverQuery,
} from "../../src/ranking/retriever.ts";
import { type Analyzer, openAnalyzer } from "../../src/text/index.ts";
import type { Cluster } from "./cluster.ts";
import { isTransient, toClusterError } from "./cluster-errors.ts";
import { type PublishedRecord, readRecord } from "./published-record.ts";
import { createQueryBody } from "./query-body.ts";
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

interface ClusterSearchResponse {
  readonly status?: number;
  readonly error?: unknown;
  readonly timed_out?: boolean;
  readonly _shards?: { readonly successful: number; readonly total: number };
  readonly hits?: { readonly hits: readonly ClusterHit[] };
}

interface ClusterHit {
  readonly _id: string;
  readonly _score: number;
  readonly _source?: { readonly tokens?: string };
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
      const hits = await this.#sendBatch(bodies);
      results.push(...(tokens > 0 && tokens < k ? await this.#addTokens(hits, tokens) : hits));
    }
    return results;
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
    const read = await this.#sendBatch(bodies);
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
  async #sendBatch(bodies: readonly (object | undefined)[]): Promise<readonly RetrievalResult[]> {
    const results = bodies.map((body) => (body === undefined ? NO_HITS : undefined));
    const end = readClock() + (this.#options.patience ?? 60_000);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(MAX_PAUSE, 2 * pause)) {
      const pending = [...results.keys()].filter((i) => results[i] === undefined);
      if (pending.length === 0) return results as RetrievalResult[];
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
    results: (RetrievalResult | undefined)[],
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
        if (response.hits !== undefined) results[i] = toRetrieved(response);
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

const NO_HITS: RetrievalResult = { hits: [], isPartial: false };

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
    // A shard without a copy is not counted as failed.
    isPartial: isLate || (shards !== undefined && shards.successful < shards.total),
  };
}

function readTokens({ _source: source, fields }: ClusterHit): readonly string[] | undefined {
  const [coded] = fields?.tokens ?? [];
  if (coded !== undefined) return splitTokens(Buffer.from(coded, "base64").toString("utf8"));
  return source?.tokens === undefined ? undefined : splitTokens(source.tokens);
}

/**
 * A published index as a retriever: queries are analysed here, as the index
 * was, and sent in batches by `_msearch`; the cluster returns ids, scores and,
 * where a re-ranker wants them, the tokens of documents.
 *
 * Hits are complete or refused, unless partial ones were asked for: then those
 * of a cluster that lacks a shard, or that ran out of time, are marked.
 */

import { badArgument, type TermwiseError } from "../../src/common/errors.ts";
import type {
  Retrieved,
  RetrievedHit,
  RetrieveOptions,
  Retriever,
  RetrieverQuery,
} from "../../src/ranking/retriever.ts";
import { type Analyzer, openAnalyzer } from "../../src/text/index.ts";
import type { Cluster } from "./cluster.ts";
import { clusterError, isTransient } from "./cluster-errors.ts";
import { type PublishedRecord, readRecord } from "./published-record.ts";
import { queryBody } from "./query-body.ts";
import { readBoosts } from "./stored-boosts.ts";
import { splitTokens } from "./term-code.ts";

/** How a published index is searched. */
export interface OpenSearchRetrieverOptions {
  /** What to do when a part of the documents cannot be searched. Default `refuse`. */
  readonly partial?: "refuse" | "mark" | undefined;
  /** After so many ms a shard answers with what it has found; needs `partial: "mark"`. Default never. */
  readonly timeout?: number | undefined;
  /** Queries of one request. Default 32. */
  readonly batch?: number | undefined;
  /** How long to try again what fails for a passing reason, in ms. Default 60,000. */
  readonly patience?: number | undefined;
}

/** As many hits as OpenSearch gives for one query (`index.max_result_window`). */
const MOST_HITS = 10_000;
const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 2000;

interface SearchAnswer {
  readonly status?: number;
  readonly error?: unknown;
  readonly timed_out?: boolean;
  readonly _shards?: { readonly successful: number; readonly total: number };
  readonly hits?: { readonly hits: readonly AnswerHit[] };
}

interface AnswerHit {
  readonly _id: string;
  readonly _score: number;
  readonly _source?: { readonly tokens?: string };
  readonly fields?: { readonly tokens?: readonly string[] };
}

/** Retrieves from a published index. */
export class OpenSearchRetriever implements Retriever {
  readonly name: string;
  /** What the index says about itself. */
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

  /** Opens an alias or index. `NOT_FOUND` without one, `INDEX_TOO_NEW` or `INDEX_TOO_OLD` for another schema. */
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
  ): Promise<Retrieved> {
    const asked = typeof query === "string" ? { text: query } : query;
    const [found] = await this.searchAll([asked], k, options);
    return found as Retrieved;
  }

  async searchAll(
    queries: readonly RetrieverQuery[],
    k: number,
    options: RetrieveOptions = {},
  ): Promise<readonly Retrieved[]> {
    if (!Number.isInteger(k) || k < 1 || k > MOST_HITS) {
      throw badArgument(`a cluster returns 1 to ${MOST_HITS} hits, got ${k}`);
    }
    if ((options.tokens ?? 0) > 0 && this.record.tokens === "none") {
      throw badArgument("the index was published without tokens; read them from a local index");
    }
    const { batch = 32 } = this.#options;
    const { tokens = 0 } = options;
    const found: Retrieved[] = [];
    for (let from = 0; from < queries.length; from += batch) {
      const some = queries.slice(from, from + batch);
      // Tokens of a few hits come with a request of their own, not with every hit.
      const fields = tokens >= k ? this.#tokenFields() : { _source: false };
      const bodies = some.map((query) => this.#body(query, k, fields));
      const hits = await this.#batch(bodies);
      found.push(...(tokens > 0 && tokens < k ? await this.#withTokens(hits, tokens) : hits));
    }
    return found;
  }

  /** The hits with the tokens of the first of them. */
  async #withTokens(found: readonly Retrieved[], most: number): Promise<readonly Retrieved[]> {
    const bodies = found.map(({ hits }) => {
      const values = hits.slice(0, most).map(({ id }) => id);
      if (values.length === 0) return undefined;
      const query = { constant_score: { filter: { ids: { values } } } };
      return { query, size: values.length, track_total_hits: false, ...this.#tokenFields() };
    });
    const read = await this.#batch(bodies);
    return found.map(({ hits, isPartial }, i) => {
      const known = new Map(read[i]?.hits.map(({ id, tokens }) => [id, tokens]));
      const all = hits.map((hit, rank) => {
        const tokens = rank < most ? known.get(hit.id) : undefined;
        return tokens === undefined ? hit : { ...hit, tokens };
      });
      return { hits: all, isPartial };
    });
  }

  #tokenFields(): object {
    if (this.record.tokens === "source") return { _source: ["tokens"] };
    return { _source: false, docvalue_fields: ["tokens"] };
  }

  /** Sends again, by themselves, the queries that failed for a passing reason. */
  async #batch(bodies: readonly (object | undefined)[]): Promise<readonly Retrieved[]> {
    const found = bodies.map((body) => (body === undefined ? NOTHING : undefined));
    const end = Date.now() + (this.#options.patience ?? 60_000);
    for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
      const open = [...found.keys()].filter((i) => found[i] === undefined);
      if (open.length === 0) return found as Retrieved[];
      const failure = await this.#attempt(open, bodies, found);
      if (failure === undefined) continue;
      if (!isTransient(failure) || Date.now() + pause > end) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /** Fills in what is found; returns why something is not. */
  async #attempt(
    open: readonly number[],
    bodies: readonly (object | undefined)[],
    found: (Retrieved | undefined)[],
  ): Promise<TermwiseError | undefined> {
    const { mode } = this.record;
    const header = JSON.stringify({
      index: this.#alias,
      allow_partial_search_results: this.#options.partial === "mark",
      ...(mode === "boosts" ? { search_type: "dfs_query_then_fetch" } : {}),
    });
    const lines = open.flatMap((i) => [header, JSON.stringify(bodies[i])]);
    try {
      const call = { method: "POST", path: "/_msearch", lines } as const;
      const { responses } = await this.#cluster.attempt<{ responses: SearchAnswer[] }>(call);
      let failure: TermwiseError | undefined;
      for (const [at, i] of open.entries()) {
        const answer = responses[at] ?? {};
        if (answer.hits !== undefined) found[i] = retrieved(answer);
        else failure ??= this.#failed(answer);
      }
      return failure;
    } catch (error) {
      return error as TermwiseError;
    }
  }

  #failed({ status = 500, error }: SearchAnswer): TermwiseError {
    return clusterError({ statusCode: status, body: { error } }, this.#cluster.place);
  }

  #body({ text, exclude }: RetrieverQuery, k: number, fields: object): object | undefined {
    const terms = this.analyzer.terms(text);
    const query = queryBody(this.record, { terms, exclude, boosts: this.#boosts });
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

const NOTHING: Retrieved = { hits: [], isPartial: false };

function retrieved({ hits, timed_out: isLate = false, _shards: shards }: SearchAnswer): Retrieved {
  return {
    hits: (hits?.hits ?? []).map((hit): RetrievedHit => {
      const { _id: id } = hit;
      const score = Math.fround(hit._score); // written with the digits that a 32-bit float needs
      const tokens = tokensOf(hit);
      return tokens === undefined ? { id, score } : { id, score, tokens };
    }),
    // A shard without a copy is not counted as failed.
    isPartial: isLate || (shards !== undefined && shards.successful < shards.total),
  };
}

function tokensOf({ _source: source, fields }: AnswerHit): readonly string[] | undefined {
  const [coded] = fields?.tokens ?? [];
  if (coded !== undefined) return splitTokens(Buffer.from(coded, "base64").toString("utf8"));
  return source?.tokens === undefined ? undefined : splitTokens(source.tokens);
}

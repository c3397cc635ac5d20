/**
 * An index on a cluster, as a thread has it open: the retriever that finds
 * candidates, and what a model needs to re-rank them here.
 */

import type {
  ClusterSearchIndex,
  OpenSearchRetriever,
  PublishedRecord,
} from "../../../../adapters/opensearch/index.ts";
import type { HttpSearchOptions } from "../../../../src/api/index.ts";
import type { SearchRequest, SearchResponse } from "../../../../src/client/index.ts";
import { defined } from "../../../../src/common/defined.ts";
import { badArgument, quote, type TermwiseError } from "../../../../src/common/errors.ts";
import { readClock } from "../../../../src/common/monotonic-clock.ts";
import type { SearchOptions, StoredDocument } from "../../../../src/index.ts";
import type { Reranker } from "../../../../src/neural.ts";
import {
  indexInMemory,
  type RetrievalResult,
  type RetrieverHit,
} from "../../../../src/retrieval.ts";
import { type CacheKey, getOrCreate, joinSettings } from "../cache-key.ts";
import type { ClusterTarget } from "../index-catalog.ts";
import type { Store } from "../store.ts";
import { pickSystem } from "../system-options.ts";

/** Ms after which the alias is looked at again: another index may have been published under it. */
const REFRESH_MS = 10_000;
/** Models that are kept open. */
const MAX_RERANKERS = 8;

/** Whether a cluster takes an option: `fields` ones only of an index with fields. */
type Support = "accepted" | "fields" | "ignored" | "refused";

/**
 * Options of a search in an index that was published without documents; with them, the index takes
 * all options. `ignored` ones say how hits look or help with typing; the response lists
 * them. Without `refused` ones other documents would be hits.
 */
export const SUPPORT: Readonly<Record<keyof HttpSearchOptions, Support>> = {
  ...{ ranker: "accepted", rerank: "accepted", depth: "accepted" },
  ...{ limit: "accepted", offset: "accepted", total: "accepted", timeout: "accepted" },
  ...{ vector: "refused", vectorFallback: "accepted", withoutVector: "accepted" },
  ...{ snippet: "ignored", highlight: "ignored", didYouMean: "ignored", select: "ignored" },
  ...{ prefix: "ignored", fuzzy: "ignored" },
  ...{ filter: "fields", facets: "fields", sort: "fields", minMatch: "fields" },
  ...{ after: "refused", distinct: "refused", fields: "refused", syntax: "refused" },
  ...{ explain: "refused", weights: "refused", synonyms: "refused", stopWords: "refused" },
  ...{ exactFields: "ignored", boost: "refused", rules: "refused" },
};

interface OpenRetriever {
  /** With documents, the index of `retriever` for every option. */
  readonly index: ClusterSearchIndex | undefined;
  readonly retriever: OpenSearchRetriever;
  readonly at: number;
  /** Requests that use it. */
  users: number;
  /** Whether another one took its place: the last user closes it. */
  isReplaced: boolean;
}

/** A published index. */
export class ClusterIndex {
  readonly #store: Store;
  readonly #target: ClusterTarget;
  readonly #rerankers = new Map<CacheKey, Promise<Reranker>>();
  #opened: Promise<OpenRetriever> | undefined;

  constructor(store: Store, target: ClusterTarget) {
    this.#store = store;
    this.#target = target;
  }

  /** The description of the index. */
  async record(): Promise<PublishedRecord> {
    return this.#use(async ({ retriever }) => retriever.record);
  }

  /** Searches the cluster and, where a model is named, re-ranks here. */
  search(request: SearchRequest): Promise<SearchResponse> {
    return this.#use((opened) => this.#searchIn(opened, request));
  }

  async #searchIn(
    { retriever, index }: OpenRetriever,
    request: SearchRequest,
  ): Promise<SearchResponse> {
    const startTime = performance.now();
    if (index !== undefined) return this.#searchDocuments(index, request);
    checkOptions(request, retriever.record);
    const { query, limit = 10, offset = 0, rerank, depth, timeout } = request;
    if (retriever.record.fields !== undefined && rerank === undefined) {
      return this.#searchPage(retriever, request, startTime);
    }
    const retrieved =
      rerank === undefined
        ? await this.#candidates(retriever, query, offset + limit, timeout)
        : await this.#rerank(retriever, query, rerank, { depth, top: offset + limit, timeout });
    const page = retrieved.hits.slice(offset, offset + limit);
    const texts = await this.#texts(page);
    const ignored = listOptions(request, ["ignored"]);
    return {
      hits: page.map(({ id, score }, i) => ({ id, score, document: texts[i] as StoredDocument })),
      total: retrieved.hits.length,
      ...(retrieved.hits.length < offset + limit ? {} : { isLowerBound: true as const }),
      took: performance.now() - startTime,
      isPartial: retrieved.isPartial,
      ...describeSystem(retriever.record, request),
      ...(ignored.length === 0 ? {} : { ignored }),
    };
  }

  /** A page of an index with fields, whose documents come from the cluster. */
  async #searchPage(
    retriever: OpenSearchRetriever,
    request: SearchRequest,
    startTime: number,
  ): Promise<SearchResponse> {
    const { query, limit, offset, filter, facets, sort, minMatch, timeout } = request;
    const options = { limit, offset, filter, facets, sort, minMatch, timeout };
    const { hits, ...page } = await retriever.searchPage(query, options);
    const ignored = listOptions(request, ["ignored"]);
    return {
      ...page,
      hits: hits.map((hit) => ({ document: { id: hit.id } as StoredDocument, ...hit })),
      took: performance.now() - startTime,
      ...describeSystem(retriever.record, request),
      ...(ignored.length === 0 ? {} : { ignored }),
    };
  }

  async #candidates(
    retriever: OpenSearchRetriever,
    query: string,
    top: number,
    timeout: number | undefined,
  ): Promise<RetrievalResult> {
    const hasTokens = retriever.record.tokens !== "none";
    return retriever.search(query, Math.max(1, top), { tokens: hasTokens ? top : 0, timeout });
  }

  async #rerank(
    retriever: OpenSearchRetriever,
    query: string,
    model: string,
    {
      depth: requestedDepth,
      top,
      timeout,
    }: {
      readonly depth: number | undefined;
      readonly top: number;
      readonly timeout: number | undefined;
    },
  ): Promise<RetrievalResult> {
    if (retriever.record.tokens === "none") {
      throw badArgument(
        "the index was published without tokens, which models read; publish it with --tokens source",
      );
    }
    const reranker = await this.#reranker(model, retriever.record);
    const { rerankRetrievedHits, resolveDepth } = await import("../../../../src/neural.ts");
    const depth = resolveDepth(reranker, requestedDepth);
    const retrieved = await retriever.search(query, Math.max(top, depth), {
      tokens: depth,
      timeout,
    });
    const ordered = await rerankRetrievedHits(reranker, query, retrieved, { depth });
    const tokens = new Map(retrieved.hits.map((hit) => [hit.id, hit.tokens]));
    const withTokens = ordered.hits.map((hit) => {
      const own = tokens.get(hit.id);
      return own === undefined ? hit : { ...hit, tokens: own };
    });
    return { ...ordered, hits: withTokens };
  }

  /** Documents: those of the local index if there is one, else what the cluster keeps of their words. */
  async #texts(hits: readonly RetrieverHit[]): Promise<StoredDocument[]> {
    const { only } = this.#store.catalog;
    const local = only === undefined ? undefined : await this.#store.index(only.name);
    return Promise.all(
      hits.map(async ({ id, tokens }) => {
        const document = await local?.get(id);
        if (document !== undefined) return document;
        return {
          id,
          ...(tokens === undefined ? {} : { text: tokens.join(" ") }),
        } as StoredDocument;
      }),
    );
  }

  /** Models read tokens alone, so an index without documents that analyses as the published one does for them. */
  async #reranker(name: string, { analysis }: PublishedRecord): Promise<Reranker> {
    const key = joinSettings(await this.#store.modelKey(undefined, name), analysis);
    const open = async (): Promise<Reranker> => {
      const model = await this.#store.model(undefined, name);
      const { openReranker } = await import("../../../../src/neural.ts");
      return openReranker(model, await indexInMemory([], { analysis }));
    };
    return getOrCreate(this.#rerankers, key, open, MAX_RERANKERS);
  }

  /** Uses the index with its documents. `BAD_ARGUMENT` for one that was published without them. */
  withDocuments<T>(task: string, work: (index: ClusterSearchIndex) => Promise<T>): Promise<T> {
    return this.#use(async ({ index }) => {
      if (index === undefined) throw createUnsupported(task);
      return work(index);
    });
  }

  /** A search with every option. */
  async #searchDocuments(
    index: ClusterSearchIndex,
    request: SearchRequest,
  ): Promise<SearchResponse> {
    const { query, weights, rerank, ...options } = request;
    if (weights !== undefined) {
      throw badArgument("a server in front of a cluster has no learned weights to name");
    }
    const model = rerank === undefined ? undefined : await this.#store.model(undefined, rerank);
    const searched = { ...options, ...defined({ rerank: model }) };
    const result = await index.search(query, searched as SearchOptions);
    return { ...result, system: { ...pickSystem(request), ranker: result.ranker } };
  }

  /** The connection stays open while `work` uses it, also if another takes its place. */
  async #use<T>(work: (opened: OpenRetriever) => Promise<T>): Promise<T> {
    const opened = await this.#acquire();
    try {
      return await work(opened);
    } finally {
      opened.users--;
      await closeUnused(opened);
    }
  }

  async #acquire(): Promise<OpenRetriever> {
    for (;;) {
      const opening = this.#opened;
      const current = await opening?.catch(() => undefined);
      if (opening !== this.#opened) continue; // another request has opened it anew
      if (current !== undefined && readClock() - current.at < REFRESH_MS) {
        current.users++;
        return current;
      }
      const fresh = this.#open();
      this.#opened = fresh;
      if (current !== undefined) {
        current.isReplaced = true;
        await closeUnused(current);
      }
      const opened = await fresh;
      opened.users++;
      return opened;
    }
  }

  async #open(): Promise<OpenRetriever> {
    const { Cluster, ClusterSearchIndex: Index } = await import(
      "../../../../adapters/opensearch/index.ts"
    );
    const { alias, partial, options } = this.#target;
    const cluster = await Cluster.connect(options);
    const { patience } = options;
    const { encoder } = this.#store.catalog;
    const searching = { partial, patience, encoder };
    const { index, retriever } = await Index.openIfPossible(cluster, alias, searching);
    return { index, retriever, at: readClock(), users: 0, isReplaced: false };
  }
}

async function closeUnused({ index, retriever, users, isReplaced }: OpenRetriever): Promise<void> {
  if (isReplaced && users === 0) await (index ?? retriever).close();
}

/** What ranked: the ranker of the publication, and the model that the request names. */
function describeSystem(
  { ranker }: PublishedRecord,
  request: SearchRequest,
): Pick<SearchResponse, "ranker" | "system"> {
  return { ranker, system: { ...pickSystem(request), ranker } };
}

/** Options of a request with this support, but those that are off. */
function listOptions(request: SearchRequest, support: readonly Support[]): string[] {
  const names = Object.keys(SUPPORT) as (keyof HttpSearchOptions)[];
  return names.filter((name) => {
    const value = request[name];
    return support.includes(SUPPORT[name]) && value !== undefined && value !== false;
  });
}

function checkOptions(request: SearchRequest, { ranker, alias, fields }: PublishedRecord): void {
  const isPage = fields !== undefined && request.rerank === undefined;
  const [refused] = listOptions(request, isPage ? ["refused"] : ["refused", "fields"]);
  if (refused !== undefined) {
    throw badArgument(
      `${quote(alias)} is on a cluster, which has no ${refused}; serve a local index for that`,
    );
  }
  if (request.ranker !== undefined && request.ranker !== ranker) {
    throw badArgument(
      `${quote(alias)} was published with ${ranker}; publish it again for ${quote(request.ranker)}`,
    );
  }
}

/** The error of a task that a cluster cannot do. */
export function createUnsupported(task: string): TermwiseError {
  return badArgument(
    `the index is on a cluster and only read from there: ${task} needs a local index; termwise publish brings changes to the cluster`,
  );
}

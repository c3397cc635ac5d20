/**
 * An index on a cluster, as a thread has it open: the retriever that finds
 * candidates, and what a model needs to re-rank them here.
 */

import type {
  OpenSearchRetriever,
  PublishedRecord,
} from "../../../../adapters/opensearch/index.ts";
import type { SearchAnswer, SearchRequest } from "../../../../src/client/index.ts";
import { badArgument, quote, type TermwiseError } from "../../../../src/common/errors.ts";
import type { Retrieved, RetrievedHit } from "../../../../src/ranking/retriever.ts";
import { depthOf, type Reranker, rerankRetrieved } from "../../../../src/reranking/index.ts";
import { indexInMemory, openReranker, type StoredDocument } from "../../../../src/search/index.ts";
import type { ClusterPlace } from "../places.ts";
import type { Store } from "../store.ts";
import { namedSystem } from "../system.ts";

/** Ms after which the alias is looked at again: another index may have been published under it. */
const LOOK_EVERY = 10_000;

/** Options that say how hits look, and help with typing. A cluster lacks them; the answer says that they were not used. */
const WITHOUT = ["snippet", "highlight", "didYouMean", "prefix", "fuzzy"] as const;
/** Options that change which documents are hits. Without them the answer would be to another question. */
const REFUSED = [
  ...["filter", "facets", "sort", "after", "distinct", "fields", "syntax", "minMatch"],
  ...["explain", "weights"],
] as const;

interface Opened {
  readonly retriever: OpenSearchRetriever;
  readonly at: number;
}

/** A published index. */
export class ClusterIndex {
  readonly #store: Store;
  readonly #place: ClusterPlace;
  readonly #rerankers = new Map<string, Promise<Reranker>>();
  #opened: Promise<Opened> | undefined;

  constructor(store: Store, place: ClusterPlace) {
    this.#store = store;
    this.#place = place;
  }

  /** What the index says about itself. */
  async record(): Promise<PublishedRecord> {
    return (await this.#retriever()).record;
  }

  /** Searches the cluster and, where a model is named, re-ranks here. */
  async search(request: SearchRequest): Promise<SearchAnswer> {
    const begun = performance.now();
    const retriever = await this.#retriever();
    checkOptions(request, retriever.record);
    const { query, limit = 10, offset = 0, rerank, depth } = request;
    const found =
      rerank === undefined
        ? await this.#candidates(retriever, query, offset + limit, offset + limit)
        : await this.#reranked(retriever, query, rerank, { depth, top: offset + limit });
    const shown = found.hits.slice(offset, offset + limit);
    const texts = await this.#texts(shown);
    const ignored = WITHOUT.filter(
      (name) => request[name] !== undefined && request[name] !== false,
    );
    return {
      hits: shown.map(({ id, score }, i) => ({ id, score, document: texts[i] as StoredDocument })),
      total: found.hits.length,
      took: performance.now() - begun,
      isPartial: found.isPartial,
      system: namedSystem(request) ?? {},
      ...(ignored.length === 0 ? {} : { ignored }),
    };
  }

  async #candidates(
    retriever: OpenSearchRetriever,
    query: string,
    top: number,
    tokens: number,
  ): Promise<Retrieved> {
    const hasTokens = retriever.record.tokens !== "none";
    return retriever.search(query, Math.max(1, top), { tokens: hasTokens ? tokens : 0 });
  }

  async #reranked(
    retriever: OpenSearchRetriever,
    query: string,
    model: string,
    { depth: asked, top }: { readonly depth: number | undefined; readonly top: number },
  ): Promise<Retrieved> {
    if (retriever.record.tokens === "none") {
      throw badArgument(
        "the index was published without tokens, which models read; publish it with --tokens source",
      );
    }
    const reranker = await this.#reranker(model, retriever.record);
    const depth = depthOf(reranker, asked);
    const found = await retriever.search(query, Math.max(top, depth), { tokens: depth });
    const ordered = await rerankRetrieved(reranker, query, found, { depth });
    const tokens = new Map(found.hits.map((hit) => [hit.id, hit.tokens]));
    const withTokens = ordered.hits.map((hit) => {
      const own = tokens.get(hit.id);
      return own === undefined ? hit : { ...hit, tokens: own };
    });
    return { ...ordered, hits: withTokens };
  }

  /** Documents: those of the local index if there is one, else what the cluster keeps of their words. */
  async #texts(hits: readonly RetrievedHit[]): Promise<StoredDocument[]> {
    const { only } = this.#store.places;
    const local = only === undefined ? undefined : await this.#store.index(only.name);
    return Promise.all(
      hits.map(async ({ id, tokens }) => {
        const stored = await local?.get(id);
        if (stored !== undefined) return stored;
        return {
          id,
          ...(tokens === undefined ? {} : { text: tokens.join(" ") }),
        } as StoredDocument;
      }),
    );
  }

  /** Models read tokens alone, so an index without documents that analyses as the published one does for them. */
  #reranker(name: string, { analysis }: PublishedRecord): Promise<Reranker> {
    let known = this.#rerankers.get(name);
    if (known === undefined) {
      known = (async () => {
        const model = await this.#store.model(undefined, name);
        return openReranker(model, await indexInMemory([], { analysis }));
      })();
      this.#rerankers.set(name, known);
      known.catch(() => this.#rerankers.delete(name));
    }
    return known;
  }

  async #retriever(): Promise<OpenSearchRetriever> {
    const known = await this.#opened?.catch(() => undefined);
    if (known !== undefined && Date.now() - known.at < LOOK_EVERY) return known.retriever;
    this.#opened = this.#open();
    const { retriever } = await this.#opened;
    await known?.retriever.close();
    return retriever;
  }

  async #open(): Promise<Opened> {
    const { Cluster, OpenSearchRetriever: Retriever } = await import(
      "../../../../adapters/opensearch/index.ts"
    );
    const { alias, partial, options } = this.#place;
    const cluster = await Cluster.connect(options);
    const { patience } = options;
    const retriever = await Retriever.open(cluster, alias, { partial, patience });
    return { retriever, at: Date.now() };
  }
}

function checkOptions(request: SearchRequest, { ranker, alias }: PublishedRecord): void {
  for (const name of REFUSED) {
    const value = request[name];
    if (value === undefined || value === false) continue;
    throw badArgument(
      `${quote(alias)} is on a cluster, which has no ${name}; serve a local index for that`,
    );
  }
  if (request.ranker !== undefined && request.ranker !== ranker) {
    throw badArgument(
      `${quote(alias)} was published with ${ranker}; publish it again for ${quote(request.ranker)}`,
    );
  }
}

/** What a cluster cannot do, said for each task by its name. */
export function notOnCluster(task: string): TermwiseError {
  return badArgument(
    `the index is on a cluster and only read from there: ${task} needs a local index; termwise publish brings changes to the cluster`,
  );
}

/** A local index as a retriever, so that code for retrievers also works on local indexes. */

import { defined } from "../common/defined.ts";
import { readClock } from "../common/monotonic-clock.ts";
import { findExcludedDocuments } from "../ranking/candidates.ts";
import type { Ranker } from "../ranking/ranker.ts";
import type {
  RetrievalResult,
  RetrieveOptions,
  Retriever,
  RetrieverHit,
  RetrieverQuery,
} from "../ranking/retriever.ts";
import type { IndexReader } from "./index-reader.ts";

/**
 * Retrieves from an open index. Closing it leaves the index open: it belongs to the
 * caller that opened it.
 */
export class LocalRetriever implements Retriever {
  readonly name: string;
  readonly #reader: IndexReader;
  readonly #ranker: string | Ranker;

  /** `ranker` is a name or a ranker; by default the lexical one of the index. */
  constructor(
    reader: IndexReader,
    { ranker = reader.lexicalRanker, name }: { ranker?: string | Ranker; name?: string } = {},
  ) {
    this.#reader = reader;
    this.#ranker = ranker;
    this.name = name ?? (typeof ranker === "string" ? ranker : "local");
  }

  async search(
    query: string | RetrieverQuery,
    k: number,
    { tokens = 0, timeout }: RetrieveOptions = {},
  ): Promise<RetrievalResult> {
    const { searcher, snapshot } = this.#reader;
    const { text, exclude } = typeof query === "string" ? { text: query } : query;
    const excluded = findExcludedDocuments(searcher.view, exclude === undefined ? {} : { exclude });
    const deadline = timeout === undefined ? undefined : readClock() + timeout;
    const bounds = { top: k, exclude: excluded, ...defined({ deadline }) };
    const ranked = await searcher.rank(text, { ranker: this.#ranker, ...bounds });
    const hits: RetrieverHit[] = [];
    for (const [rank, document] of ranked.documents.entries()) {
      const hit = { id: snapshot.id(document), score: ranked.scores[rank] as number };
      hits.push(rank < tokens ? { ...hit, tokens: await snapshot.readTokens(document) } : hit);
    }
    return { hits, isPartial: ranked.isPartial };
  }

  async searchAll(
    queries: readonly RetrieverQuery[],
    k: number,
    options: RetrieveOptions = {},
  ): Promise<readonly RetrievalResult[]> {
    const results: RetrievalResult[] = [];
    for (const query of queries) results.push(await this.search(query, k, options));
    return results;
  }

  async close(): Promise<void> {}
}

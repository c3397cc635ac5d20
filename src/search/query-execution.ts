/** One query over one snapshot: the interface for ranking, counting, sorting and paging. */

import type { IndexSnapshot } from "../index/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { RankOptions, Searcher } from "../ranking/searcher.ts";
import type { Hits } from "../ranking/traversal/index.ts";
import type { IndexReader } from "./index-reader.ts";

/** How the query is scored, and which documents may match. */
export interface SearchBounds
  extends Omit<RankOptions, "top" | "total" | "within" | "exclude" | "filter"> {
  readonly filter?: DocumentSet;
}

/** A query that can be evaluated in several ways; results are cached. */
export interface QueryExecution {
  readonly snapshot: IndexSnapshot;
  /** True if time ran out in any evaluation. */
  readonly isPartial: boolean;
  /** The number of matching documents, if known. */
  readonly total: number | undefined;
  /** The `top` best documents, restricted to `within` if present. */
  rank(top: number, options?: Pick<RankOptions, "total" | "within">): Promise<Hits>;
  /** All documents that match. The set must not be changed. */
  matches(): Promise<DocumentSet>;
  /** The scores of documents that match, in their order. */
  score(documents: ArrayLike<number>): Promise<Float64Array>;
  /** The explanation of a document's score. */
  explain(document: number): Promise<Explanation>;
  /** For semantic search: the index of the passage that is nearest to the query, from 0. */
  nearestPassage?(document: number): number | undefined;
}

/** A keyword query. */
export class LexicalSearch implements QueryExecution {
  readonly snapshot: IndexSnapshot;
  readonly #reader: IndexReader;
  readonly #searcher: Searcher;
  readonly #query: string;
  readonly #bounds: SearchBounds;
  #matches: Promise<DocumentSet> | undefined;
  #isPartial = false;
  #total: number | undefined;

  /** `searcher` is that of the reader, or one with other term weights. */
  constructor(reader: IndexReader, searcher: Searcher, query: string, bounds: SearchBounds) {
    this.snapshot = reader.snapshot;
    this.#reader = reader;
    this.#searcher = searcher;
    this.#query = query;
    this.#bounds = bounds;
  }

  get isPartial(): boolean {
    return this.#isPartial;
  }

  get total(): number | undefined {
    return this.#total;
  }

  /** Ranks on the threads of the reader if possible. */
  async rank(
    top: number,
    { total = false, within }: Pick<RankOptions, "total" | "within"> = {},
  ): Promise<Hits> {
    const isPlain = within === undefined && this.#searcher === this.#reader.searcher;
    const ranks = isPlain ? this.#reader : this.#searcher;
    const part = within === undefined ? {} : { within };
    const hits = await ranks.rank(this.#query, { ...this.#bounds, ...part, top, total });
    this.#isPartial ||= hits.isPartial;
    return hits;
  }

  matches(): Promise<DocumentSet> {
    this.#matches ??= this.#searcher.matches(this.#query, this.#bounds).then((result) => {
      this.#isPartial ||= result.isPartial;
      this.#total = result.documents.size;
      return result.documents;
    });
    return this.#matches;
  }

  score(documents: ArrayLike<number>): Promise<Float64Array> {
    const { minMatch: _, deadline: __, ...scored } = this.#bounds;
    return this.#searcher.score(this.#query, documents, scored);
  }

  explain(document: number): Promise<Explanation> {
    const { minMatch: _, deadline: __, filter: ___, ...scored } = this.#bounds;
    return this.#searcher.explain(this.#query, document, scored);
  }
}

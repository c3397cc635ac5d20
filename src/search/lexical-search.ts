/** A query by its terms alone, over the snapshot of an index reader. */

import type { IndexSnapshot } from "../index/index.ts";
import type { DocumentSet } from "../ranking/document-set.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import type { RankOptions, Searcher } from "../ranking/searcher.ts";
import { GRACE_MS, type Hits, TimeLimit } from "../ranking/traversal/index.ts";
import type { IndexReader } from "./index-reader.ts";

/** How the query is scored, and which documents may be returned. */
export interface SearchBounds
  extends Omit<RankOptions, "top" | "total" | "within" | "exclude" | "filter"> {
  readonly filter?: DocumentSet;
  /** The clock of the search; its end is `deadline`. */
  readonly limit?: TimeLimit;
}

/** Executes a query with a lexical ranker. */
export class LexicalSearch implements QueryExecution {
  readonly snapshot: IndexSnapshot;
  readonly limit: TimeLimit;
  readonly #reader: IndexReader;
  readonly #searcher: Searcher;
  readonly #query: string;
  readonly #bounds: Omit<SearchBounds, "limit">;
  #explain: Promise<(document: number) => Explanation> | undefined;
  #matches: Promise<DocumentSet> | undefined;
  #isPartial = false;
  #total: number | undefined;

  /** `searcher` belongs to the reader, or has other term weights. */
  constructor(
    reader: IndexReader,
    searcher: Searcher,
    query: string,
    { limit = TimeLimit.none(), ...bounds }: SearchBounds,
  ) {
    this.snapshot = reader.snapshot;
    this.limit = limit;
    this.#reader = reader;
    this.#searcher = searcher;
    this.#query = query;
    this.#bounds = bounds;
  }

  get isPartial(): boolean {
    return this.#isPartial || this.limit.isOver;
  }

  get total(): number | undefined {
    return this.#total;
  }

  /** Ranks on the reader's threads where possible. */
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
    const { minMatch: _, ...scored } = this.#bounds;
    return this.#searcher.score(this.#query, documents, { ...scored, ...this.#lateDeadline() });
  }

  async explain(document: number): Promise<Explanation> {
    const { minMatch: _, ...scored } = this.#bounds;
    const options = { ...scored, ...this.#lateDeadline() };
    this.#explain ??= this.#searcher.prepareExplanations(this.#query, options);
    return (await this.#explain)(document);
  }

  #lateDeadline(): { deadline?: number } {
    const { deadline } = this.#bounds;
    return deadline === undefined ? {} : { deadline: deadline + GRACE_MS };
  }
}

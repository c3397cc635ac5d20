/**
 * The empty query: all documents that pass the filter, each with a score of 0 and its
 * boosts, so that people can browse before they type.
 */

import type { IndexSnapshot } from "../index/index.ts";
import { boostScore, type DocumentBoost } from "../ranking/boost-score.ts";
import { DocumentSet } from "../ranking/document-set.ts";
import { type Explanation, explainBoost } from "../ranking/explanation.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import { createTopK, type Hits, TimeLimit, takeHits } from "../ranking/traversal/index.ts";

/**
 * Every live document of a snapshot, or those of a set. Equal scores are ordered by
 * the larger id, as always.
 */
export class AllDocuments implements QueryExecution {
  readonly snapshot: IndexSnapshot;
  readonly limit: TimeLimit;
  readonly #matches: DocumentSet;
  readonly #boost: DocumentBoost | undefined;

  constructor(
    snapshot: IndexSnapshot,
    {
      filter,
      limit = TimeLimit.none(),
      boost,
    }: {
      readonly filter?: DocumentSet;
      readonly limit?: TimeLimit;
      readonly boost?: DocumentBoost;
    } = {},
  ) {
    this.snapshot = snapshot;
    this.limit = limit;
    this.#boost = boost;
    this.#matches = createLiveDocuments(snapshot);
    if (filter !== undefined) this.#matches.keepAll(filter);
  }

  get isPartial(): boolean {
    return this.limit.isOver;
  }

  get total(): number {
    return this.#matches.size;
  }

  async rank(top: number, { within }: { readonly within?: DocumentSet } = {}): Promise<Hits> {
    const best = createTopK(this.snapshot, top);
    (within ?? this.#matches).forEach((document) => {
      if (!this.limit.count()) best.push(document, this.#score(document));
    });
    return takeHits(best, this.limit);
  }

  async matches(): Promise<DocumentSet> {
    return this.#matches;
  }

  async score(documents: ArrayLike<number>): Promise<Float64Array> {
    return Float64Array.from(documents, (document) => this.#score(document));
  }

  async explain(document: number): Promise<Explanation> {
    const parts = explainBoost(this.#boost, document, 0);
    const value = this.#score(document);
    return { label: this.snapshot.id(document), value, facts: {}, parts };
  }

  #score(document: number): number {
    return this.#boost === undefined ? 0 : boostScore(this.#boost, document, 0);
  }
}

function createLiveDocuments({ documentLimit, parts }: IndexSnapshot): DocumentSet {
  const live = new DocumentSet(documentLimit);
  live.words.fill(0xffffffff);
  for (let document = documentLimit; document < 32 * live.words.length; document++) {
    live.delete(document);
  }
  for (const { base, deletions } of parts) {
    if (deletions === undefined) continue;
    DocumentSet.fromWords(deletions.words).forEach((document) => {
      live.delete(base + document);
    });
  }
  return live;
}

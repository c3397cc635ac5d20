/**
 * The best documents of the plain model for a query, searched once: a cross-validation needs the
 * same ones in each of its learnings.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { firstStage } from "../../ranking/candidates.ts";
import { Searcher } from "../../ranking/searcher.ts";
import type { TermQuery } from "../query-judgements.ts";

/** A snapshot never changes, so cached hits stay valid. */
const caches = new WeakMap<IndexView, FirstStageCache>();

export class FirstStageCache {
  readonly #searcher: Searcher;
  readonly #results = new Map<string, Uint32Array>();

  private constructor(view: IndexView) {
    this.#searcher = new Searcher(view);
  }

  static of(view: IndexView): FirstStageCache {
    let stage = caches.get(view);
    if (stage === undefined) {
      stage = new FirstStageCache(view);
      caches.set(view, stage);
    }
    return stage;
  }

  async find(
    query: TermQuery,
    { ranker, depth }: { readonly ranker: string; readonly depth: number },
  ): Promise<Uint32Array> {
    const key = JSON.stringify([ranker, depth, query.terms, query.exclude ?? []]);
    let documents = this.#results.get(key);
    if (documents === undefined) {
      const searchOptions = { ranker, top: depth };
      documents = (await firstStage(this.#searcher, query, searchOptions)).documents;
      this.#results.set(key, documents);
    }
    return documents;
  }
}

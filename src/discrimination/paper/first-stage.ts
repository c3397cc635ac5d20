/**
 * The best documents of the plain model for a query, searched once however
 * often the query is learned from: a cross-validation asks for the same ones in
 * each of its learnings.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import { firstStage } from "../../ranking/candidates.ts";
import { Searcher } from "../../ranking/searcher.ts";
import type { TermQuery } from "../judged-queries.ts";

/** A snapshot never changes, so what was found in it stays true. */
const known = new WeakMap<IndexView, FirstStage>();

export class FirstStage {
  readonly #searcher: Searcher;
  readonly #found = new Map<string, Uint32Array>();

  private constructor(view: IndexView) {
    this.#searcher = new Searcher(view);
  }

  static of(view: IndexView): FirstStage {
    let stage = known.get(view);
    if (stage === undefined) {
      stage = new FirstStage(view);
      known.set(view, stage);
    }
    return stage;
  }

  async find(
    query: TermQuery,
    { ranker, depth }: { readonly ranker: string; readonly depth: number },
  ): Promise<Uint32Array> {
    const key = JSON.stringify([ranker, depth, query.terms, query.exclude ?? []]);
    let found = this.#found.get(key);
    if (found === undefined) {
      const asked = { ranker, top: depth };
      found = (await firstStage(this.#searcher, query, asked)).documents;
      this.#found.set(key, found);
    }
    return found;
  }
}

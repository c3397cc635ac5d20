/** The collection statistics that scorers need, computed once per index. */

import type { IndexView } from "../index/snapshots/index.ts";
import type { MatchStatistics } from "./scorers/match.ts";

/** A snapshot never changes, so its statistics are computed once. */
const statisticsCache = new WeakMap<IndexView, MatchStatistics>();

/**
 * The statistics of an index. If the index does not store the largest collection
 * frequency, its first use reads the whole dictionary.
 */
export function getIndexStatistics(view: IndexView): MatchStatistics {
  let statistics = statisticsCache.get(view);
  if (statistics === undefined) {
    statistics = new ViewStatistics(view);
    statisticsCache.set(view, statistics);
  }
  return statistics;
}

/** Gives a view that extends another with more terms the statistics of the other. */
export function shareStatistics(view: IndexView, extended: IndexView): void {
  statisticsCache.set(extended, getIndexStatistics(view));
  origins.set(extended, view);
}

/** The views that others extend. */
const origins = new WeakMap<IndexView, IndexView>();

/** The view that a query has extended, with the same documents; otherwise the view itself. */
export function getBaseView(view: IndexView): IndexView {
  return origins.get(view) ?? view;
}

class ViewStatistics implements MatchStatistics {
  readonly documentCount: number;
  readonly totalLength: number;
  readonly averageLength: number;
  readonly #view: IndexView;
  #maxCollectionFrequency: number | undefined;

  constructor(view: IndexView) {
    this.#view = view;
    this.documentCount = view.documentCount;
    this.totalLength = view.totalLength;
    this.averageLength = view.totalLength / view.documentCount;
  }

  get maxCollectionFrequency(): number {
    this.#maxCollectionFrequency ??=
      this.#view.maxCollectionFrequency ?? computeMaxCollectionFrequency(this.#view);
    return this.#maxCollectionFrequency;
  }
}

function computeMaxCollectionFrequency(view: IndexView): number {
  let max = 0;
  for (const term of view.termsWithPrefix("", Infinity)) {
    max = Math.max(max, view.term(term)?.collectionFrequency ?? 0);
  }
  return max;
}

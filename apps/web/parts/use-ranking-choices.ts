/** What an index offers to rank with: learned weights, trained models, and meaning. */

import type {
  IndexDetails,
  LearnedWeightsSummary,
  ModelSummary,
} from "../../../src/client/api-types.ts";
import { fetchJson } from "../server/fetch-json.ts";
import { useFetch } from "./use-fetch.ts";

/** Weights and models by name. */
export interface RankingChoices {
  readonly weights: readonly LearnedWeightsSummary[];
  readonly models: readonly ModelSummary[];
  /** Whether it supports semantic search. */
  readonly byMeaning: boolean;
  /** Asks again, after something was learned. */
  readonly refetch: () => void;
}

/** The weights of an index, and the models that can re-rank it. */
export function useRankingChoices(index: string): RankingChoices {
  const { data, again: refetch } = useFetch(index, async (signal) => {
    const path = `indexes/${encodeURIComponent(index)}`;
    const [{ weights }, { models }, { byMeaning: canEncodeQueries = false }] = await Promise.all([
      fetchJson<Pick<RankingChoices, "weights">>(`${path}/weights`, { signal }),
      fetchJson<Pick<RankingChoices, "models">>("models", { signal }),
      fetchJson<IndexDetails>(path, { signal }),
    ]);
    const usable = models.filter((model) => model.index === undefined || model.index === index);
    return { weights, models: usable, byMeaning: canEncodeQueries };
  });
  const { weights = [], models = [], byMeaning: canEncodeQueries = false } = data ?? {};
  return { weights, models, byMeaning: canEncodeQueries, refetch };
}

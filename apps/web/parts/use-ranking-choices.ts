/** The rankings that an index offers: learned weights, trained models, and semantic search. */

import type { LearnedWeightsSummary, ModelSummary } from "../../../src/client/index.ts";
import { client } from "../server/client.ts";
import { useFetch } from "./use-fetch.ts";

/** Weights and models by name. */
export interface RankingChoices {
  readonly weights: readonly LearnedWeightsSummary[];
  readonly models: readonly ModelSummary[];
  /** True if it supports semantic search. */
  readonly byMeaning: boolean;
  /** Repeats the requests after something was learned. */
  readonly refetch: () => void;
}

/** The weights of an index, and the models that can re-rank it. */
export function useRankingChoices(index: string): RankingChoices {
  const { data, again: refetch } = useFetch(index, async (signal) => {
    const [{ weights }, { models }, { byMeaning: canEncodeQueries = false }] = await Promise.all([
      client.index(index).weights({ signal }),
      client.models({ signal }),
      client.index(index).describe({ signal }),
    ]);
    const usable = models.filter((model) => model.index === undefined || model.index === index);
    return { weights, models: usable, byMeaning: canEncodeQueries };
  });
  const { weights = [], models = [], byMeaning: canEncodeQueries = false } = data ?? {};
  return { weights, models, byMeaning: canEncodeQueries, refetch };
}

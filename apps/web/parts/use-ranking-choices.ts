/** The rankings that an index offers: learned weights, trained models, semantic search, and snapshots. */

import type { RankingSnapshotSummary } from "../../../src/api/snapshots.ts";
import type { LearnedWeightsSummary, ModelSummary } from "../../../src/client/index.ts";
import { client } from "../server/client.ts";
import { useFetch } from "./use-fetch.ts";

/** Weights and models by name. */
export interface RankingChoices {
  readonly weights: readonly LearnedWeightsSummary[];
  readonly models: readonly ModelSummary[];
  readonly snapshots: readonly RankingSnapshotSummary[];
  /** True if it supports semantic search. */
  readonly canEncodeQueries: boolean;
  /** Repeats the requests after something was learned. */
  readonly refetch: () => void;
}

/** The weights of an index, and the models that can re-rank it. */
export function useRankingChoices(index: string): RankingChoices {
  const { data, again: refetch } = useFetch(index, async (signal) => {
    const [{ weights }, { models }, { canEncodeQueries = false }, { snapshots }] =
      await Promise.all([
        client.index(index).weights({ signal }),
        client.models({ signal }),
        client.index(index).describe({ signal }),
        client.index(index).snapshots({ signal }),
      ]);
    const usable = models.filter((model) => model.index === undefined || model.index === index);
    return { weights, models: usable, snapshots, canEncodeQueries };
  });
  const { weights = [], models = [], snapshots = [] } = data ?? {};
  const { canEncodeQueries = false } = data ?? {};
  return { weights, models, snapshots, canEncodeQueries, refetch };
}

/** From a system, which names things, to the options of a search, which are the things. */

import type { System } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import type { SearchIndex, SearchOptions, TrainedModel } from "../../../src/index.ts";
import type { Store } from "./store.ts";

/** The options of a search that select the ranking. */
export interface RankingOptions extends Pick<SearchOptions, "ranker" | "weights" | "depth"> {
  readonly rerank?: TrainedModel;
}

/** The index that a system ranks, with the options of its searches. */
interface ResolvedSystem {
  readonly ranked: SearchIndex;
  readonly ranking: RankingOptions;
}

/**
 * The same, with what is ranked: the pruned copy of the index for learned weights if there is one, else the index,
 * which is `opened`.
 */
export async function resolveRanking(
  store: Store,
  index: string,
  opened: SearchIndex,
  system: System,
): Promise<ResolvedSystem> {
  const { ranker, weights, ...others } = system;
  if (weights !== undefined && ranker === undefined) {
    const copy = await store.prunedCopy(index, weights);
    if (copy !== undefined) {
      // The copy ranks by its weights, but for a ranker among the settings of the index.
      const { ranker: setting } = await copy.settings();
      const own =
        setting === undefined
          ? {}
          : { ranker: await copy.withReader(async ({ lexicalRanker }) => lexicalRanker) };
      return { ranked: copy, ranking: { ...(await resolveOptions(store, index, others)), ...own } };
    }
  }
  return { ranked: opened, ranking: await resolveOptions(store, index, system) };
}

/** Opens the weights and the model that a system names. `NOT_FOUND` where there are none. */
export async function resolveOptions(
  store: Store,
  index: string,
  { ranker, weights, rerank, depth }: System,
): Promise<RankingOptions> {
  return {
    ...defined({ ranker }),
    ...(weights === undefined ? {} : { weights: await store.weights(index, weights) }),
    ...(rerank === undefined ? {} : { rerank: await store.model(index, rerank) }),
    ...defined({ depth }),
  };
}

/** The same for a system that names nothing to open; undefined for another. */
export function resolveOptionsNow({
  ranker,
  weights,
  rerank,
  depth,
}: System): RankingOptions | undefined {
  if (weights !== undefined || rerank !== undefined) return undefined;
  return defined({ ranker, depth });
}

/** The parts of a request that name a system; undefined when it names none. */
export function pickSystem({ ranker, weights, rerank, depth }: System): System | undefined {
  if (ranker === undefined && weights === undefined && rerank === undefined && depth === undefined)
    return undefined;
  const named = { ranker, weights, rerank, depth };
  const entries = Object.entries(named).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

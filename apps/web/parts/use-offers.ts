/** What an index offers to rank with: learned weights, trained models, and meaning. */

import type {
  IndexDetails,
  LearnedWeightsSummary,
  ModelSummary,
} from "../../../src/client/shapes.ts";
import { ask } from "../server/ask.ts";
import { useAnswer } from "./use-answer.ts";

/** Weights and models by name. */
export interface Offers {
  readonly weights: readonly LearnedWeightsSummary[];
  readonly models: readonly ModelSummary[];
  /** Whether it can be searched by meaning. */
  readonly byMeaning: boolean;
  /** Asks again, after something was learned. */
  readonly again: () => void;
}

/** The weights of an index, and the models that can re-rank it. */
export function useOffers(index: string): Offers {
  const { answer, again } = useAnswer(index, async (signal) => {
    const path = `indexes/${encodeURIComponent(index)}`;
    const [{ weights }, { models }, { byMeaning = false }] = await Promise.all([
      ask<Pick<Offers, "weights">>(`${path}/weights`, { signal }),
      ask<Pick<Offers, "models">>("models", { signal }),
      ask<IndexDetails>(path, { signal }),
    ]);
    const usable = models.filter((model) => model.index === undefined || model.index === index);
    return { weights, models: usable, byMeaning };
  });
  const { weights = [], models = [], byMeaning = false } = answer ?? {};
  return { weights, models, byMeaning, again };
}

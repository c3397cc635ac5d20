/** What an index offers to rank with: learned weights, and trained models. */

import type { LearnedWeightsSummary, ModelSummary } from "../../../src/client/shapes.ts";
import { ask } from "../server/ask.ts";
import { useAnswer } from "./use-answer.ts";

/** Weights and models by name. */
export interface Offers {
  readonly weights: readonly LearnedWeightsSummary[];
  readonly models: readonly ModelSummary[];
  /** Asks again, after something was learned. */
  readonly again: () => void;
}

/** The weights of an index, and the models that can re-rank it. */
export function useOffers(index: string): Offers {
  const { answer, again } = useAnswer(index, async (signal) => {
    const path = `indexes/${encodeURIComponent(index)}/weights`;
    const [{ weights }, { models }] = await Promise.all([
      ask<Pick<Offers, "weights">>(path, { signal }),
      ask<Pick<Offers, "models">>("models", { signal }),
    ]);
    const usable = models.filter((model) => model.index === undefined || model.index === index);
    return { weights, models: usable };
  });
  return { weights: answer?.weights ?? [], models: answer?.models ?? [], again };
}

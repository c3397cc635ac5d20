/** The module of the threads that train vectors. */

import {
  type SkipGramLoss,
  type SkipGramPart,
  type SkipGramState,
  trainPart,
} from "./skip-gram.ts";

export function train(work: { state: SkipGramState; part: SkipGramPart }): SkipGramLoss {
  return trainPart(work.state, work.part);
}

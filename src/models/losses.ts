/** Losses over pairs of scores. */

import { affine, gather, mean, relu, subtract, type Tensor } from "../tensor/index.ts";
import type { TripleInputs } from "./pair-batch.ts";

/** mean of max(0, margin - better + worse): pairwise hinge. */
export function pairwiseHinge(
  scores: Tensor,
  { better, worse }: Pick<TripleInputs, "better" | "worse">,
  margin = 1,
): Tensor {
  const lead = subtract(gather(scores, better), gather(scores, worse));
  return mean(relu(affine(lead, -1, margin)));
}

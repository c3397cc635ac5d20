/** Finite differences: slopes of a function that gradients are compared with. */

/** Central differences in float64: the error of the rule itself is about STEP². */
const STEP = 1e-5;

/** The slope of a loss, given the loss after a change of one value by `change`. */
export async function computeSlope(
  computeLoss: (change: number) => Promise<number>,
): Promise<number> {
  return ((await computeLoss(STEP)) - (await computeLoss(-STEP))) / (2 * STEP);
}

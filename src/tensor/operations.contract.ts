/**
 * Random cases for every operation, used twice: finite differences check the
 * gradients of each, and every backend must agree with the plain one on each.
 */

import type { Build } from "./case-builder.contract.ts";
import { DENSE, FLAT_DENSE } from "./dense-operations.contract.ts";
import { FLAT_GROUPED, GROUPED } from "./group-operations.contract.ts";
import { PAIRED } from "./pair-operations.contract.ts";

/** Every operation with a gradient, and the layers made of them, by name. */
export const DIFFERENTIABLE: Readonly<Record<string, Build>> = { ...DENSE, ...GROUPED, ...PAIRED };

/** Operations without a gradient. */
export const FLAT: Readonly<Record<string, Build>> = { ...FLAT_DENSE, ...FLAT_GROUPED };

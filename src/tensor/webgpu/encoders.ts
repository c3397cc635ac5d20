/** The encoders of all operations. */

import { GRID_ENCODERS } from "./kernels/grids.ts";
import { GROUP_ENCODERS } from "./kernels/groups.ts";
import { encodeMatmul } from "./kernels/matmul.ts";
import { PAIR_ENCODERS } from "./kernels/pairs.ts";
import { ROW_SUM_ENCODERS } from "./kernels/row-sums.ts";
import { ROW_ENCODERS } from "./kernels/rows.ts";
import { SUM_ENCODERS } from "./kernels/sums.ts";
import { VALUE_ENCODERS } from "./kernels/values.ts";
import type { Encoders } from "./node-encoding.ts";

export const ENCODERS: Encoders = {
  ...VALUE_ENCODERS,
  ...SUM_ENCODERS,
  ...ROW_ENCODERS,
  ...ROW_SUM_ENCODERS,
  ...GROUP_ENCODERS,
  ...PAIR_ENCODERS,
  ...GRID_ENCODERS,
  matmul: encodeMatmul,
};

/** Operations whose kernels may overwrite an input, and which input that is. */
export const IN_PLACE: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    "step relu exp log sqrt reciprocal square tanh sigmoid softplus erf affine clampMin add subtract multiply divide reluGradient"
      .split(" ")
      .map((name) => [name, 0]),
  ),
  unitRowsGradient: 1,
};

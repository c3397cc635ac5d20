/** Layers that models share, written with the operations: dense, LSTM step, attention. */

import { add, multiply, scale, sigmoid, tanh } from "./elementwise.ts";
import { concat, slice } from "./layout.ts";
import { matmul } from "./matmul.ts";
import { createShapeError, type Index, type Pairs, type Tensor } from "./node.ts";
import { cellRows, pairDot, pairMix } from "./pairs.ts";
import { segmentSoftmax } from "./segments.ts";

/** x W + b */
export function dense(x: Tensor, weights: Tensor, bias?: Tensor): Tensor {
  const product = matmul(x, weights);
  return bias === undefined ? product : add(product, bias);
}

export interface LstmState {
  readonly hidden: Tensor;
  readonly cell: Tensor;
}

export interface LstmWeights {
  /** [inputs, 4 · units], gates in the order input, forget, cell, output. */
  readonly input: Tensor;
  /** [units, 4 · units] */
  readonly recurrent: Tensor;
  /** [4 · units] */
  readonly bias: Tensor;
}

/** One step of a long short-term memory (Hochreiter and Schmidhuber 1997, with forget gates). */
export function lstmStep(
  x: Tensor,
  state: LstmState,
  weights: LstmWeights,
  gate: (x: Tensor) => Tensor = sigmoid,
): LstmState {
  const units = state.hidden.shape.at(-1);
  if (typeof units !== "number") {
    throw createShapeError("lstmStep", "the state must have a fixed width", state.hidden);
  }
  const gates = add(
    add(matmul(x, weights.input), matmul(state.hidden, weights.recurrent)),
    weights.bias,
  );
  const part = (i: number): Tensor => slice(gates, i * units, (i + 1) * units);
  const cell = add(multiply(gate(part(1)), state.cell), multiply(gate(part(0)), tanh(part(2))));
  return { hidden: multiply(gate(part(3)), tanh(cell)), cell };
}

/**
 * Multi-head scaled dot-product attention (Vaswani et al. 2017) inside ragged
 * groups: left tokens attend to the right tokens of their own pair, so no mask is
 * needed. `queries`, `keys` and `values` hold one row per token, as wide as all
 * heads together; `leftTokens` and `rightTokens` number those rows.
 */
export function attention(
  queries: Tensor,
  keys: Tensor,
  values: Tensor,
  leftTokens: Index,
  rightTokens: Index,
  pairs: Pairs,
  heads: number,
): Tensor {
  const width = queries.shape.at(-1);
  if (typeof width !== "number" || width % heads !== 0) {
    throw createShapeError("attention", `the width must be a multiple of ${heads} heads`, queries);
  }
  const size = width / heads;
  const outputs = Array.from({ length: heads }, (_, head) => {
    const part = (x: Tensor): Tensor => slice(x, head * size, (head + 1) * size);
    const scores = pairDot(
      { rows: part(queries), index: leftTokens },
      { rows: part(keys), index: rightTokens },
      pairs,
    );
    const shares = segmentSoftmax(scale(scores, 1 / Math.sqrt(size)), cellRows(pairs));
    return pairMix(shares, { rows: part(values), index: rightTokens }, leftTokens, pairs, "left");
  });
  return concat(outputs);
}

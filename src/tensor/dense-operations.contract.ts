/** Cases of the operations on values, axes, matrices and rows. */

import type { Build } from "./case-builder.contract.ts";
import {
  add,
  affine,
  broadcast,
  clampMin,
  divide,
  erf,
  exp,
  gelu,
  log,
  multiply,
  reciprocal,
  relu,
  scale,
  sigmoid,
  softplus,
  sqrt,
  square,
  step,
  subtract,
  sumTo,
  tanh,
} from "./elementwise.ts";
import { dense, lstmStep } from "./layers.ts";
import { concat, reshape, slice, transpose } from "./layout.ts";
import { matmul } from "./matmul.ts";
import type { Tensor } from "./node.ts";
import { layerNorm, max, mean, softmax, sum } from "./reductions.ts";
import { gather, scatterAdd, unitRows } from "./rows.ts";
import type { Shape } from "./shape.ts";

const unary =
  (apply: (x: Tensor) => Tensor, min = -2, max = 2): Build =>
  (builder) =>
    apply(builder.values(["rows", builder.sampleInteger(1, 9)], min, max));

const binary =
  (apply: (a: Tensor, b: Tensor) => Tensor, min = -2, max = 2): Build =>
  (builder) => {
    const width = builder.sampleInteger(1, 9);
    const shapes: Shape[] = [["rows", width], [width], ["rows", 1], []];
    const small = builder.values(shapes[builder.sampleInteger(0, 3)] as Shape, min, max);
    const large = builder.values(["rows", width], min, max);
    return builder.sampleInteger(0, 1) === 0 ? apply(large, small) : apply(small, large);
  };

const product =
  (transposeA: boolean, transposeB: boolean): Build =>
  (builder) => {
    const inner = builder.sampleInteger(1, 40);
    const columns = builder.sampleInteger(1, 40);
    const a = builder.values(transposeA ? [inner, "rows"] : ["rows", inner], -1, 1);
    const b = builder.values(transposeB ? [columns, inner] : [inner, columns], -1, 1);
    return matmul(a, b, { transposeA, transposeB });
  };

/** By name; all have a gradient. */
export const DENSE: Readonly<Record<string, Build>> = {
  exp: unary(exp),
  log: unary(log, 0.1, 3),
  sqrt: unary(sqrt, 0.1, 3),
  reciprocal: unary(reciprocal, 0.3, 3),
  square: unary(square),
  tanh: unary(tanh),
  sigmoid: unary(sigmoid, -9, 9),
  softplus: unary(softplus, -9, 9),
  relu: unary(relu),
  erf: unary(erf, -3, 3),
  gelu: unary(gelu, -3, 3),
  affine: unary((x) => affine(x, 1.5, -0.25)),
  scale: unary((x) => scale(x, -3)),
  clampMin: unary((x) => clampMin(x, 0.25)),
  add: binary(add),
  subtract: binary(subtract),
  multiply: binary(multiply),
  divide: binary(divide, 0.5, 3),
  broadcast: (builder) => broadcast(builder.values([3, 1]), [5, 3, 4]),
  sumTo: (builder) => sumTo(builder.values(["rows", 3, 4]), [3, 1]),
  "sum over everything": (builder) => sum(builder.values(["rows", 3, 4])),
  "sum over an axis": (builder) => sum(builder.values(["rows", 3, 4]), builder.sampleInteger(0, 2)),
  mean: (builder) => mean(builder.values(["rows", 3])),
  max: (builder) => max(builder.values(["rows", 5, 3]), builder.sampleInteger(0, 2)),
  softmax: unary(softmax),
  "softmax with a mask": (builder) =>
    softmax(builder.values(["rows", 6]), builder.mask(["rows", 6])),
  layerNorm: (builder) =>
    layerNorm(builder.values(["rows", 6]), builder.values([6]), builder.values([6])),
  reshape: (builder) => reshape(builder.values(["rows", 6]), ["rows", 2, 3]),
  transpose: (builder) => transpose(builder.values(["rows", builder.sampleInteger(1, 6)])),
  concat: (builder) =>
    concat([builder.values(["rows", 3]), builder.values(["rows", 1]), builder.values(["rows", 4])]),
  slice: (builder) =>
    slice(builder.values(["rows", 7]), builder.sampleInteger(0, 3), builder.sampleInteger(4, 7)),
  matmul: product(false, false),
  "matmul, first transposed": product(true, false),
  "matmul, second transposed": product(false, true),
  "matmul, both transposed": product(true, true),
  dense: (builder) =>
    dense(builder.values(["rows", 4]), builder.values([4, 3]), builder.values([3])),
  gather: (builder) =>
    gather(
      builder.values(["words", builder.sampleInteger(1, 9)]),
      builder.index("tokens", "words"),
    ),
  scatterAdd: (builder) =>
    scatterAdd(builder.values(["tokens", builder.sampleInteger(1, 9)]), builder.index("tokens", 6)),
  unitRows: (builder) => unitRows(builder.values(["rows", builder.sampleInteger(2, 20)])),
  lstmStep: (builder) => {
    const state = { hidden: builder.values(["rows", 3]), cell: builder.values(["rows", 3]) };
    const weights = {
      input: builder.values([2, 12]),
      recurrent: builder.values([3, 12]),
      bias: builder.values([12]),
    };
    return lstmStep(builder.values(["rows", 2]), state, weights).hidden;
  },
};

/** The step function has none. */
export const FLAT_DENSE: Readonly<Record<string, Build>> = { step: unary(step) };

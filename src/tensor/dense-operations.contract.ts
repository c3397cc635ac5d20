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
  (make) =>
    apply(make.values(["rows", make.sampleInteger(1, 9)], min, max));

const binary =
  (apply: (a: Tensor, b: Tensor) => Tensor, min = -2, max = 2): Build =>
  (make) => {
    const width = make.sampleInteger(1, 9);
    const shapes: Shape[] = [["rows", width], [width], ["rows", 1], []];
    const small = make.values(shapes[make.sampleInteger(0, 3)] as Shape, min, max);
    const large = make.values(["rows", width], min, max);
    return make.sampleInteger(0, 1) === 0 ? apply(large, small) : apply(small, large);
  };

const product =
  (transposeA: boolean, transposeB: boolean): Build =>
  (make) => {
    const inner = make.sampleInteger(1, 40);
    const columns = make.sampleInteger(1, 40);
    const a = make.values(transposeA ? [inner, "rows"] : ["rows", inner], -1, 1);
    const b = make.values(transposeB ? [columns, inner] : [inner, columns], -1, 1);
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
  broadcast: (make) => broadcast(make.values([3, 1]), [5, 3, 4]),
  sumTo: (make) => sumTo(make.values(["rows", 3, 4]), [3, 1]),
  "sum over everything": (make) => sum(make.values(["rows", 3, 4])),
  "sum over an axis": (make) => sum(make.values(["rows", 3, 4]), make.sampleInteger(0, 2)),
  mean: (make) => mean(make.values(["rows", 3])),
  max: (make) => max(make.values(["rows", 5, 3]), make.sampleInteger(0, 2)),
  softmax: unary(softmax),
  "softmax with a mask": (make) => softmax(make.values(["rows", 6]), make.mask(["rows", 6])),
  layerNorm: (make) => layerNorm(make.values(["rows", 6]), make.values([6]), make.values([6])),
  reshape: (make) => reshape(make.values(["rows", 6]), ["rows", 2, 3]),
  transpose: (make) => transpose(make.values(["rows", make.sampleInteger(1, 6)])),
  concat: (make) =>
    concat([make.values(["rows", 3]), make.values(["rows", 1]), make.values(["rows", 4])]),
  slice: (make) =>
    slice(make.values(["rows", 7]), make.sampleInteger(0, 3), make.sampleInteger(4, 7)),
  matmul: product(false, false),
  "matmul, first transposed": product(true, false),
  "matmul, second transposed": product(false, true),
  "matmul, both transposed": product(true, true),
  dense: (make) => dense(make.values(["rows", 4]), make.values([4, 3]), make.values([3])),
  gather: (make) =>
    gather(make.values(["words", make.sampleInteger(1, 9)]), make.index("tokens", "words")),
  scatterAdd: (make) =>
    scatterAdd(make.values(["tokens", make.sampleInteger(1, 9)]), make.index("tokens", 6)),
  unitRows: (make) => unitRows(make.values(["rows", make.sampleInteger(2, 20)])),
  lstmStep: (make) => {
    const state = { hidden: make.values(["rows", 3]), cell: make.values(["rows", 3]) };
    const weights = {
      input: make.values([2, 12]),
      recurrent: make.values([3, 12]),
      bias: make.values([12]),
    };
    return lstmStep(make.values(["rows", 2]), state, weights).hidden;
  },
};

/** The step has none. */
export const FLAT_DENSE: Readonly<Record<string, Build>> = { step: unary(step) };

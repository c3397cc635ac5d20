/**
 * The interface of TypeScript and the tensor kernels, declared once: task sizes, and
 * the arguments of every kernel.
 *
 * `npm run build:kernels` writes this out for both sides, as
 * kernels/tensor/layout.generated.ts and src/tensor/wasm/layout.generated.ts.
 * Arguments have 32 bits each: addresses (`usize`), counts (`i32`) and floats. `x`
 * is the input of a kernel and `out` its output, unless stated otherwise.
 */

export const constants = {
  CHUNK: ["i32", 8192, "Values in one task of an elementwise kernel. A multiple of 4."],
  ROWS: ["i32", 32, "Rows in one task of a kernel that works row by row."],

  ADD: ["i32", 0, "Kinds of `rowwise` and `columnwise`."],
  SUBTRACT: ["i32", 1, "Kind of `rowwise` and `columnwise`."],
  MULTIPLY: ["i32", 2, "Kind of `rowwise` and `columnwise`."],
  DIVIDE: ["i32", 3, "Kind of `rowwise` and `columnwise`."],

  PANEL: ["i32", 8, "Columns of a packed panel of a matrix product."],
  BLOCK_ROWS: ["i32", 64, "Rows of the result in one task of a matrix product."],
  BLOCK_PANELS: ["i32", 40, "Maximum number of panels of the result in one task of a matrix product."],

  STRIP_COLUMNS: ["i32", 128, "Cells of a row that a convolution holds in scratch at a time. A multiple of 4."],
  TILE_ROWS: ["i32", 4, "Cells, or values of a run, that a convolution computes together."],
  TILE_FILTERS: ["i32", 8, "Filters that a convolution computes together."],
};

const x = ["usize"];
const out = ["usize"];
const count = ["i32"];
const rows = ["i32"];
const width = ["i32", "Values in a row."];
const groups = ["i32"];
const offsets = ["usize", "Start of each group, and the end of the last."];
const upstream = ["usize", "The gradient of the result."];
const epsilon = ["f32", "Added to avoid a division by 0."];
const index = ["usize", "Row numbers; -1 means a row of zeros."];
const rowsOrNot = ["usize", "Numbers of the rows of `x` to take, -1 for zeros; 0 to take them in order."];
/** The two sides of pairs, and the number of each pair's first cell; cells of a pair go row by row. */
const pairs = { left: ["usize"], right: ["usize"], first: ["usize"] };
const axis = { x, out, outer: ["i32"], middle: ["i32"], inner: ["i32"] };
const inverse = { inverseOffsets: ["usize"], inverseElements: ["usize"] };
const update = {
  gradient: ["usize"],
  variable: ["usize"],
  rows,
  width,
  index: ["usize", "Rows of the variable that the gradient covers; 0 if it covers all."],
  pace: ["usize", "Floats that an optimiser computes: factor of the old value, length of the step, scale of the root."],
};

export const records = {
  ValueArguments: { about: "Elementwise.", fields: { x, out, count } },
  AffineArguments: {
    about: "Elementwise: factor · x + term.",
    fields: { x, out, count, factor: ["f32"], term: ["f32"] },
  },
  ClampMinArguments: { about: "Elementwise.", fields: { x, out, count, min: ["f32"] } },
  BinaryArguments: {
    about: "Elementwise with another tensor of the same shape.",
    fields: { a: ["usize"], out, count, b: ["usize"] },
  },
  ReluGradientArguments: {
    about: "Elementwise; `y` is the result of the ReLU.",
    fields: { upstream, out, count, y: ["usize"] },
  },
  RowwiseArguments: {
    about: "The same row `b` for every row of `a`.",
    fields: { a: ["usize"], out, rows, b: ["usize"], width, kind: ["i32"] },
  },
  ColumnwiseArguments: {
    about: "Row i of `a` with the number b[i mod period].",
    fields: { a: ["usize"], out, rows, b: ["usize"], width, kind: ["i32"], period: ["i32"] },
  },
  BroadcastArguments: {
    about: "Row i of the result is the number x[i mod period], repeated.",
    fields: { x, out, rows, width, period: ["i32"] },
  },
  GuardArguments: {
    about: "A word at `flag` is set if a value is NaN or infinite.",
    fields: { x, count, flag: ["usize"] },
  },

  TotalArguments: {
    about: "The sum of all values over a divisor.",
    fields: { x, out, count, divisor: ["f32"] },
  },
  StretchArguments: {
    about: "Sums of each range of outer rows.",
    fields: { x, sums: ["usize"], outer: ["i32"], middle: ["i32"], stretch: ["i32"] },
  },
  AxisArguments: { about: "A tensor as outer × middle × inner around one axis.", fields: axis },
  MaxGradientArguments: { about: "The same, with the gradient of the result.", fields: { ...axis, upstream } },
  SoftmaxArguments: {
    about: "Softmax of each row.",
    fields: { x, out, rows, width, mask: ["usize", "Zeros are left out; 0 if there is no mask."] },
  },
  StandardiseArguments: { about: "Rows of mean 0 and variance 1.", fields: { x, out, rows, width, epsilon } },
  StandardiseGradientArguments: {
    about: "Their gradient.",
    fields: { x, out, rows, width, epsilon, upstream },
  },

  GatherArguments: { about: "Rows by number.", fields: { x, out, rows, width, index } },
  ScatterArguments: {
    about: "The inverse index lists the rows of `x` that add to each row of the result.",
    fields: { x, out, rows, width, ...inverse },
  },
  UnitRowsArguments: { about: "Rows of length 1.", fields: { x, out, rows, width, epsilon, index: rowsOrNot } },
  UnitRowsGradientArguments: {
    about: "Their gradient.",
    fields: { x, out, rows, width, epsilon, index: rowsOrNot, upstream },
  },
  TransposeArguments: {
    about: "The result has `rows` rows; `x` is the transposed result.",
    fields: { x, out, rows, columns: ["i32"] },
  },
  CopyColumnsArguments: {
    about: "A block of columns.",
    fields: {
      x,
      out,
      rows,
      width,
      xStride: ["i32"],
      xStart: ["i32"],
      outStride: ["i32"],
      outStart: ["i32"],
    },
  },
  ClearArguments: { about: "Zeros.", fields: { out, rows, width } },

  PackPanelsArguments: {
    about: "The second matrix of a product, packed into panels.",
    fields: { b: ["usize"], packed: ["usize"], inner: ["i32"], columns: ["i32"], transposed: ["i32"] },
  },
  MatmulArguments: {
    about: "The matrix product; `transposed` refers to the first matrix.",
    fields: {
      a: ["usize"],
      out,
      rows,
      inner: ["i32"],
      columns: ["i32"],
      packed: ["usize", "The second matrix, packed."],
      transposed: ["i32"],
    },
  },

  KernelPoolArguments: {
    about:
      "Gaussian kernels over the cells of each group; a ladder is a run of kernels of one width σ, their means d apart. The means follow, then -1 / (2σ²) of each kernel, as floats.",
    fields: {
      x,
      out,
      groups,
      kernels: ["i32"],
      offsets,
      upstream: ["usize", "The gradient of the result, or 0."],
      firstRung: ["i32", "The first kernel of the ladder."],
      rungs: ["i32", "Kernels in the ladder."],
      climb: ["f32", "d / σ²."],
      step: ["f32", "e^(-d² / 2σ²)."],
    },
  },
  PairDotArguments: {
    about: "Dot products of every left row with every right row of its pair.",
    fields: {
      a: ["usize"],
      out,
      width,
      aIndex: index,
      b: ["usize"],
      bIndex: index,
      ...pairs,
    },
  },
  PairEqualArguments: {
    about: "1 where two tokens of a pair are the same, else 0.",
    fields: { aIndex: ["usize"], out, bIndex: ["usize"], ...pairs },
  },
  PairMixArguments: {
    about: "Weighted sums of the rows of the other side of pairs. As many `MixTerm` records as `terms` says follow.",
    fields: { out, rows, width, terms: ["i32"] },
  },
  MixTerm: {
    about: "One term of the sum that `pairMix` computes.",
    fields: {
      weights: ["usize", "One weight per cell."],
      source: ["usize", "The rows that are mixed."],
      sourceIndex: index,
      ...inverse,
      groups: ["usize", "The pair of each token of the own side."],
      own: ["usize", "Offsets of the own side."],
      other: ["usize", "Offsets of the other side."],
      first: ["usize", "Number of each pair's first cell."],
      ontoLeft: ["i32", "Whether the own side is the left one."],
    },
  },

  AdaptiveMaxArguments: {
    about: "Largest values over a grid of windows: forward without an upstream (0), else the gradient.",
    fields: { x, out, channels: ["i32"], ...pairs, height: ["i32"], width: ["i32"], upstream },
  },
  ConvolveArguments: {
    about:
      "2-D convolution over the cells of pairs: with `back` 0 a filter covers the cells to the right and below, with 1 those to the left and above.",
    fields: {
      x,
      out,
      channels: ["i32"],
      ...pairs,
      height: ["i32"],
      width: ["i32"],
      filters: ["i32"],
      weights: ["usize"],
      back: ["i32"],
    },
  },
  TurnWeightsArguments: {
    about: "The weights in the order in which the gradient of the input reads them.",
    fields: {
      weights: ["usize"],
      out,
      height: ["i32"],
      width: ["i32"],
      channels: ["i32"],
      filters: ["i32"],
    },
  },
  ConvolveWeightSumsArguments: {
    about: "The gradient of the weights, summed over the pairs of each part.",
    fields: {
      x,
      sums: ["usize"],
      channels: ["i32"],
      ...pairs,
      height: ["i32"],
      width: ["i32"],
      filters: ["i32"],
      upstream,
      parts: ["i32"],
      pairs: ["i32"],
    },
  },
  ConvolveWeightsArguments: {
    about: "The sums of the parts, added up.",
    fields: {
      sums: ["usize"],
      out,
      height: ["i32"],
      width: ["i32"],
      channels: ["i32"],
      filters: ["i32"],
      parts: ["i32"],
    },
  },

  SegmentArguments: { about: "Rows of groups.", fields: { x, out, groups, width, offsets } },
  SegmentSoftmaxArguments: { about: "Softmax over each group.", fields: { x, out, groups, offsets } },
  SegmentTopArguments: {
    about: "The largest values of each group.",
    fields: { x, out, groups, count: ["i32", "Number of values."], offsets },
  },
  SegmentTopGradientArguments: {
    about: "Their gradient.",
    fields: { x, out, groups, count: ["i32", "Number of values."], offsets, upstream },
  },
  SegmentHistogramArguments: {
    about: "Histogram of the values of each group.",
    fields: { x, out, groups, bins: ["i32"], offsets },
  },
  WindowArguments: {
    about: "Rows of groups, each with the rows after it in its window.",
    fields: { x, out, groups, columns: ["i32"], offsets, window: ["i32", "Rows in a window."] },
  },
  NgramsArguments: {
    about: "Sums of the projections of the tokens of each n-gram. Tasks are ROWS tokens.",
    fields: {
      projected: ["usize"],
      out,
      tokens: ["i32"],
      columns: ["i32"],
      index,
      length: ["i32", "Tokens in an n-gram."],
      groups: ["usize", "The group of each token."],
      offsets,
    },
  },
  NgramsGradientArguments: {
    about: "Their gradient.",
    fields: {
      upstream,
      out,
      rows,
      columns: ["i32"],
      inverseOffsets: ["usize"],
      length: ["i32", "Tokens in an n-gram."],
      groups: ["usize", "The group of each token."],
      offsets,
      inverseElements: ["usize"],
    },
  },

  SgdArguments: { about: "Gradient descent.", fields: update },
  AdamArguments: {
    about: "Adam.",
    fields: {
      ...update,
      firstMoment: ["usize"],
      secondMoment: ["usize"],
      beta1: ["f32"],
      beta2: ["f32"],
      rest1: ["f32", "1 - β₁."],
      rest2: ["f32", "1 - β₂."],
      epsilon,
    },
  },
};

/** The kernels, and the record of arguments that each takes. */
export const kernels = {
  step: "ValueArguments",
  relu: "ValueArguments",
  exp: "ValueArguments",
  log: "ValueArguments",
  sqrt: "ValueArguments",
  reciprocal: "ValueArguments",
  square: "ValueArguments",
  tanh: "ValueArguments",
  sigmoid: "ValueArguments",
  softplus: "ValueArguments",
  erf: "ValueArguments",
  spreadMean: "ValueArguments",
  affine: "AffineArguments",
  clampMin: "ClampMinArguments",
  add: "BinaryArguments",
  subtract: "BinaryArguments",
  multiply: "BinaryArguments",
  divide: "BinaryArguments",
  reluGradient: "ReluGradientArguments",
  rowwise: "RowwiseArguments",
  columnwise: "ColumnwiseArguments",
  broadcast: "BroadcastArguments",
  guard: "GuardArguments",
  total: "TotalArguments",
  sumStretches: "StretchArguments",
  sumTo: "AxisArguments",
  axisSum: "AxisArguments",
  axisSpread: "AxisArguments",
  max: "AxisArguments",
  maxGradient: "MaxGradientArguments",
  softmax: "SoftmaxArguments",
  standardise: "StandardiseArguments",
  standardiseGradient: "StandardiseGradientArguments",
  gather: "GatherArguments",
  scatterAdd: "ScatterArguments",
  unitRows: "UnitRowsArguments",
  unitRowsGradient: "UnitRowsGradientArguments",
  transpose: "TransposeArguments",
  copyColumns: "CopyColumnsArguments",
  clear: "ClearArguments",
  packPanels: "PackPanelsArguments",
  matmul: "MatmulArguments",
  kernelPool: "KernelPoolArguments",
  kernelPoolGradient: "KernelPoolArguments",
  pairDot: "PairDotArguments",
  pairEqual: "PairEqualArguments",
  pairMix: "PairMixArguments",
  adaptiveMax: "AdaptiveMaxArguments",
  convolve: "ConvolveArguments",
  turnWeights: "TurnWeightsArguments",
  convolveWeightSums: "ConvolveWeightSumsArguments",
  convolveWeights: "ConvolveWeightsArguments",
  segmentSum: "SegmentArguments",
  segmentSpread: "SegmentArguments",
  segmentSoftmax: "SegmentSoftmaxArguments",
  segmentTop: "SegmentTopArguments",
  segmentTopGradient: "SegmentTopGradientArguments",
  segmentHistogram: "SegmentHistogramArguments",
  windows: "WindowArguments",
  foldWindows: "WindowArguments",
  ngrams: "NgramsArguments",
  ngramsGradient: "NgramsGradientArguments",
  sgd: "SgdArguments",
  adam: "AdamArguments",
};

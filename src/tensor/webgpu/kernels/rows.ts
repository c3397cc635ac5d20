/** Kernels on the rows of matrices: arrangement, norms, softmax, gathering. */

import { declareLargest, declareTotal, type Kernel, LOWEST, type Place } from "../kernel.ts";
import {
  computeRows,
  computeRowWidth,
  computeVolume,
  type EncodeKernels,
  type Encoders,
  getInput,
  getInputLastSize,
  getPlace,
  type KernelEncoding,
} from "../node-encoding.ts";

/** Threads of a workgroup that computes one row. */
const ROW_THREADS = 64;

/** A kernel with a workgroup for each row, whose first value is at `start`. */
function byRow(kernel: Kernel): Kernel {
  return {
    ...kernel,
    threads: ROW_THREADS,
    counts: ["rows", "width", ...(kernel.counts ?? [])],
    declarations: `${declareTotal(ROW_THREADS)}\n${kernel.declarations ?? ""}`,
    body: `if (group >= p.rows) { return; }
  let start = group * p.width;
  ${kernel.body}`,
  };
}

/** A loop of a workgroup over the elements of its row. */
function forEach(work: string): string {
  return `for (var j = lane; j < p.width; j += ${ROW_THREADS}u) { ${work} }`;
}

/** Where the row of x starts, which may be named by an index: -1 is a row of zeros. */
const ROW_OF_X = `fn row_of_x(group: u32) -> u32 {
  if (p.indexed == 0u) { return group; }
  return entry(p.index + group);
}
fn value_of_x(row: u32, j: u32) -> f32 {
  if (row == NONE) { return 0.0; }
  return x(row * p.width + j);
}`;

const UNIT_ROWS = byRow({
  name: "unitRows",
  reads: ["x"],
  counts: ["indexed", "index"],
  numbers: ["epsilon"],
  declarations: ROW_OF_X,
  body: `let row = row_of_x(group);
  var square = 0.0;
  ${forEach("let v = value_of_x(row, j); square += v * v;")}
  let size = sqrt(total(lane, square)) + p.epsilon;
  ${forEach("set_out(start + j, value_of_x(row, j) / size);")}`,
});

const UNIT_ROWS_GRADIENT = byRow({
  name: "unitRowsGradient",
  reads: ["x", "upstream"],
  counts: ["indexed", "index"],
  numbers: ["epsilon"],
  declarations: ROW_OF_X,
  body: `let row = row_of_x(group);
  var square = 0.0;
  var product = 0.0;
  ${forEach("let v = value_of_x(row, j); square += v * v; product += v * upstream(start + j);")}
  let norm = sqrt(total(lane, square));
  product = total(lane, product);
  let size = norm + p.epsilon;
  var projection = 0.0;
  if (norm > 0.0) { projection = product / norm / size / size; }
  ${forEach("set_out(start + j, upstream(start + j) / size - value_of_x(row, j) * projection);")}`,
});

/** The mean and the deviation of the row. */
const MOMENTS = `var sum = 0.0;
  ${forEach("sum += x(start + j);")}
  let mean = total(lane, sum) / f32(p.width);
  var variance = 0.0;
  ${forEach("let d = x(start + j) - mean; variance += d * d;")}
  let deviation = sqrt(total(lane, variance) / f32(p.width) + p.epsilon);`;

const STANDARDISE = byRow({
  name: "standardise",
  reads: ["x"],
  numbers: ["epsilon"],
  body: `${MOMENTS}
  ${forEach("set_out(start + j, (x(start + j) - mean) / deviation);")}`,
});

const STANDARDISE_GRADIENT = byRow({
  name: "standardiseGradient",
  reads: ["x", "upstream"],
  numbers: ["epsilon"],
  body: `${MOMENTS}
  var slope = 0.0;
  var product = 0.0;
  ${forEach("let g = upstream(start + j); slope += g; product += g * (x(start + j) - mean) / deviation;")}
  slope = total(lane, slope) / f32(p.width);
  product = total(lane, product) / f32(p.width);
  ${forEach("set_out(start + j, (upstream(start + j) - slope - (x(start + j) - mean) / deviation * product) / deviation);")}`,
});

function softmax(name: string, isUnmasked: string, reads: readonly string[]): Kernel {
  return byRow({
    name,
    reads,
    declarations: declareLargest(ROW_THREADS),
    body: `var top = ${LOWEST};
  ${forEach(`if (${isUnmasked}) { top = max(top, x(start + j)); }`)}
  top = largest(lane, top);
  var sum = 0.0;
  ${forEach(`if (${isUnmasked}) { sum += exp(x(start + j) - top); }`)}
  sum = total(lane, sum);
  ${forEach(`var share = 0.0;
    if (${isUnmasked}) { share = exp(x(start + j) - top) / sum; }
    set_out(start + j, share);`)}`,
  });
}

const SOFTMAX = softmax("softmax", "true", ["x"]);
const MASKED_SOFTMAX = softmax("masked softmax", "mask(start + j) != 0.0", ["x", "mask"]);

const TRANSPOSE: Kernel = {
  name: "transpose",
  reads: ["x"],
  counts: ["count", "rows", "columns"],
  body: `if (id >= p.count) { return; }
  set_out(id, x(id % p.columns * p.rows + id / p.columns));`,
};

/** Copies columns; a result column without a source gets 0. */
const COPY_COLUMNS: Kernel = {
  name: "copyColumns",
  reads: ["x"],
  counts: ["count", "width", "xStride", "xStart", "outStride", "outStart"],
  body: `if (id >= p.count) { return; }
  let row = id / p.width;
  let column = id % p.width;
  set_out(row * p.outStride + p.outStart + column, x(row * p.xStride + p.xStart + column));`,
};

const PAD: Kernel = {
  name: "pad",
  reads: ["x"],
  counts: ["count", "width", "xWidth", "begin"],
  body: `if (id >= p.count) { return; }
  let column = id % p.width;
  var value = 0.0;
  if (column >= p.begin && column < p.begin + p.xWidth) {
    value = x(id / p.width * p.xWidth + column - p.begin);
  }
  set_out(id, value);`,
};

/** Row index[i] of x, or zeros. */
export const GATHER: Kernel = {
  name: "gather",
  reads: ["x"],
  counts: ["count", "width", "index"],
  body: `if (id >= p.count) { return; }
  let row = entry(p.index + id / p.width);
  var value = 0.0;
  if (row != NONE) { value = x(row * p.width + id % p.width); }
  set_out(id, value);`,
};

function encodeRows(kernel: Kernel, ...reads: readonly string[]): EncodeKernels {
  return (e) => {
    const [rows, width] = computeRows(e, e.node.shape);
    const places: Record<string, Place> = { out: e.out };
    for (const [i, name] of reads.entries()) places[name] = getPlace(e, i);
    const { epsilon = 0 } = e.node.attributes as { epsilon?: number };
    const index = e.rows === undefined ? 0 : e.record.index(e.rows);
    const counts = { rows, width, index, indexed: Number(e.rows !== undefined) };
    if (width > 0) e.record.byGroups(kernel, rows, { places, counts, numbers: { epsilon } });
  };
}

const encodeSoftmax = encodeRows(SOFTMAX, "x");
const encodeMaskedSoftmax = encodeRows(MASKED_SOFTMAX, "x", "mask");

function recordCopy(
  e: KernelEncoding,
  x: Place,
  rows: number,
  columns: Record<string, number>,
): void {
  const count = rows * (columns.width as number);
  e.record.byValues(COPY_COLUMNS, count, {
    places: { x, out: e.out },
    counts: { count, ...columns },
  });
}

export const ROW_ENCODERS: Encoders = {
  unitRows: encodeRows(UNIT_ROWS, "x"),
  unitRowsGradient: encodeRows(UNIT_ROWS_GRADIENT, "x", "upstream"),
  standardise: encodeRows(STANDARDISE, "x"),
  standardiseGradient: encodeRows(STANDARDISE_GRADIENT, "x", "upstream"),
  softmax: (e) => (e.node.inputs.length > 1 ? encodeMaskedSoftmax(e) : encodeSoftmax(e)),

  transpose(e) {
    const [rows, columns] = computeRows(e, e.node.shape);
    const count = rows * columns;
    const places = { x: getPlace(e, 0), out: e.out };
    e.record.byValues(TRANSPOSE, count, { places, counts: { count, rows, columns } });
  },

  concat(e) {
    const [rows, outStride] = computeRows(e, e.node.shape);
    let outStart = 0;
    for (const [i, part] of e.node.inputs.entries()) {
      const width = part.shape.at(-1) as number;
      const columns = { width, xStride: width, xStart: 0, outStride, outStart };
      recordCopy(e, getPlace(e, i), rows, columns);
      outStart += width;
    }
  },

  slice(e) {
    const [rows, width] = computeRows(e, e.node.shape);
    const xStart = e.node.attributes.from as number;
    const columns = { width, xStride: getInputLastSize(e), xStart, outStride: width, outStart: 0 };
    recordCopy(e, getPlace(e, 0), rows, columns);
  },

  pad(e) {
    const [rows, width] = computeRows(e, e.node.shape);
    const count = rows * width;
    const from = e.node.attributes.from as number;
    e.record.byValues(PAD, count, {
      places: { x: getPlace(e, 0), out: e.out },
      counts: { count, width, xWidth: getInputLastSize(e), begin: from },
    });
  },

  gather(e) {
    const count = computeVolume(e);
    const index = e.record.index(getInput(e, 1));
    const places = { x: getPlace(e, 0), out: e.out };
    const counts = { count, width: computeRowWidth(e), index };
    e.record.byValues(GATHER, count, { places, counts });
  },
};

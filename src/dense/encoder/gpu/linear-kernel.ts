/**
 * The shader of a linear layer, x W + b with an optional GELU, in float32.
 *
 * On a GPU a workgroup computes a tile of outputs from blocks of `x` and `W` in its
 * shared memory, and each thread an 8 x 8 part of the tile in registers. A software
 * adapter has no shared memory and slow barriers: there a thread reads from the buffers.
 * Sums run over the inputs in order in both, whatever rows are beside.
 */

import type { KernelSource } from "./kernel-source.ts";

/** The part of the outputs that one workgroup computes. */
interface LinearTile {
  readonly rows: number;
  readonly columns: number;
  /** Inputs per block in shared memory. */
  readonly depth: number;
  readonly threadRows: number;
  readonly threadColumns: number;
}

/** For many rows. Two blocks fit the 16 KiB that every GPU has. */
export const WIDE_TILE: LinearTile = {
  rows: 128,
  columns: 128,
  depth: 16,
  threadRows: 8,
  threadColumns: 8,
};

/** For few rows: more workgroups than with wide tiles. */
export const NARROW_TILE: LinearTile = {
  rows: 32,
  columns: 64,
  depth: 16,
  threadRows: 4,
  threadColumns: 4,
};

/** Columns of weights are padded with zeros to a multiple of this. */
export const COLUMN_PADDING = 128;
/** So are rows of weights. */
export const DEPTH_PADDING = 16;

export interface LinearShape {
  readonly inputs: number;
  readonly outputs: number;
  readonly activation: "gelu" | "none";
}

const BINDINGS = `
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> weight: array<vec4f>;
@group(0) @binding(2) var<storage, read> bias: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;
struct Pass { rows: u32 };
@group(0) @binding(4) var<uniform> pass_: Pass;
`;

/**
 * GELU with erf after Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964,
 * formula 7.1.26, whose error is below 1.5e-7.
 */
const GELU = `
fn activate(v: vec4f) -> vec4f {
  let z = abs(v) * 0.7071067811865476;
  let t = 1.0 / (1.0 + 0.3275911 * z);
  let p = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  let tail = p * exp(-z * z);
  return 0.5 * v * (1.0 + sign(v) * (1.0 - tail));
}
`;
const IDENTITY = "fn activate(v: vec4f) -> vec4f { return v; }\n";

/** The tiled shader, for GPUs. */
export function writeTiledLinear(
  { inputs, outputs, activation }: LinearShape,
  tile: LinearTile,
): KernelSource {
  const { rows, columns, depth, threadRows, threadColumns } = tile;
  const across = columns / threadColumns;
  const down = rows / threadRows;
  const threads = across * down;
  const deep = depth / 4;
  const wide = columns / 4;
  const parts = threadColumns / 4;
  const [xVectors, weightVectors] = [(rows * depth) / 4, (depth * columns) / 4];
  const [xLoads, weightLoads] = [xVectors / threads, weightVectors / threads];
  const stride = pad(outputs, COLUMN_PADDING) / 4;
  const isWhole = inputs % depth === 0;
  const loadX = repeat(xLoads, (load) => {
    const index = `(t + ${load * threads}u)`;
    const column = `(block * ${deep}u + ${index} % ${deep}u)`;
    const read = `x[min(row0 + ${index} / ${deep}u, last) * ${inputs / 4}u + ${column}]`;
    // Inputs past the end meet weights that are zero; they must be finite.
    return `nextX${load} = ${isWhole ? read : `select(vec4f(), ${read}, ${column} < ${inputs / 4}u)`};`;
  });
  const loadWeight = repeat(weightLoads, (load) => {
    const index = `(t + ${load * threads}u)`;
    return `nextW${load} = weight[(block * ${depth}u + ${index} / ${wide}u) * ${stride}u + column0 + ${index} % ${wide}u];`;
  });
  const store =
    repeat(xLoads, (load) => `xs[t + ${load * threads}u] = nextX${load};`) +
    repeat(weightLoads, (load) => `ws[t + ${load * threads}u] = nextW${load};`);
  // Written out: a loop is a tenth slower on an NVIDIA H200.
  const multiply = (d: number): string =>
    repeat(threadRows, (i) => `let a${i} = xs[(ty + ${i * down}u) * ${deep}u + ${d}u];`) +
    repeat(
      4,
      (k) =>
        `{${repeat(parts, (j) => `let b${j} = ws[${(4 * d + k) * wide}u + tx + ${j * across}u];`)}
        ${repeat(threadRows, (i) => repeat(parts, (j) => `c${i}_${j} += a${i}[${k}] * b${j};`))}}`,
    );
  return {
    rows,
    columns,
    code: `${BINDINGS}${activation === "gelu" ? GELU : IDENTITY}
var<workgroup> xs: array<vec4f, ${xVectors}>;
var<workgroup> ws: array<vec4f, ${weightVectors}>;
@compute @workgroup_size(${threads})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let last = pass_.rows - 1u;
  let row0 = group.y * ${rows}u;
  let column0 = group.x * ${wide}u;
  let tx = t % ${across}u;
  let ty = t / ${across}u;
  ${repeat(threadRows, (i) => repeat(parts, (j) => `var c${i}_${j} = vec4f();`))}
  ${repeat(xLoads, (load) => `var nextX${load}: vec4f;`)}
  ${repeat(weightLoads, (load) => `var nextW${load}: vec4f;`)}
  var block = 0u;
  ${loadX}${loadWeight}
  loop {
    ${store}
    workgroupBarrier();
    block++;
    let isLast = block == ${Math.ceil(inputs / depth)}u;
    if (!isLast) { ${loadX}${loadWeight} }
    ${repeat(deep, (d) => `{ ${multiply(d)} }`)}
    if (isLast) { break; }
    workgroupBarrier();
  }
  ${repeat(threadRows, (i) => {
    const row = `(row0 + ty + ${i * down}u)`;
    const write = (j: number): string => {
      const column = `(column0 + tx + ${j * across}u)`;
      return `if (${column} < ${outputs / 4}u) { y[${row} * ${outputs / 4}u + ${column}] = activate(c${i}_${j} + bias[${column}]); }`;
    };
    return `if (${row} <= last) { ${repeat(parts, write)} }`;
  })}
}`,
  };
}

/** The shader without shared memory, for software adapters: 4 rows x 8 columns per thread. */
export function writeDirectLinear({ inputs, outputs, activation }: LinearShape): KernelSource {
  const stride = pad(outputs, COLUMN_PADDING) / 4;
  const threads = 32;
  return {
    rows: 4,
    columns: 8 * threads,
    code: `${BINDINGS}${activation === "gelu" ? GELU : IDENTITY}
@compute @workgroup_size(${threads})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let last = pass_.rows - 1u;
  let row = group.y * 4u;
  let column = (group.x * ${threads}u + t) * 2u;
  if (column >= ${outputs / 4}u) { return; }
  ${repeat(4, (i) => `let x${i} = min(row + ${i}u, last) * ${inputs / 4}u; var c${i}_0 = vec4f(); var c${i}_1 = vec4f();`)}
  for (var k = 0u; k < ${inputs / 4}u; k++) {
    ${repeat(4, (i) => `let a${i} = x[x${i} + k];`)}
    ${repeat(
      4,
      (
        d,
      ) => `{ let at = (k * 4u + ${d}u) * ${stride}u + column; let b0 = weight[at]; let b1 = weight[at + 1u];
      ${repeat(4, (i) => `c${i}_0 += a${i}[${d}] * b0; c${i}_1 += a${i}[${d}] * b1;`)} }`,
    )}
  }
  ${repeat(
    4,
    (i) =>
      `if (row + ${i}u <= last) { let at = (row + ${i}u) * ${outputs / 4}u + column; y[at] = activate(c${i}_0 + bias[column]); y[at + 1u] = activate(c${i}_1 + bias[column + 1u]); }`,
  )}
}`,
  };
}

/** Weights [outputs, inputs] of layers side by side, as the shaders read them: [inputs, outputs], padded. */
export function packLinearWeights(
  parts: readonly { readonly weight: Float32Array; readonly bias: Float32Array }[],
  inputs: number,
): { readonly weight: Float32Array; readonly bias: Float32Array } {
  const outputs = parts.reduce((sum, { bias }) => sum + bias.length, 0);
  const stride = pad(outputs, COLUMN_PADDING);
  const weight = new Float32Array(pad(inputs, DEPTH_PADDING) * stride);
  const bias = new Float32Array(stride);
  let first = 0;
  for (const part of parts) {
    bias.set(part.bias, first);
    for (let output = 0; output < part.bias.length; output++) {
      for (let input = 0; input < inputs; input++) {
        weight[input * stride + first + output] = part.weight[output * inputs + input] as number;
      }
    }
    first += part.bias.length;
  }
  return { weight, bias };
}

export function repeat(count: number, write: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => write(index)).join("\n");
}

function pad(size: number, multiple: number): number {
  return Math.ceil(size / multiple) * multiple;
}

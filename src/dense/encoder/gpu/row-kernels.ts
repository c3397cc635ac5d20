/**
 * Shaders that work on rows: embeddings with their normalisation, a residual with its
 * normalisation, and the pooling of a text's rows to a unit vector.
 */

import type { KernelSource } from "./kernel-source.ts";
import { repeat } from "./linear-kernel.ts";

/** The numbers of a row, and the threads that share it: 32 on a GPU, 1 on a software adapter. */
export interface RowShape {
  readonly width: number;
  readonly epsilon: number;
  readonly lanes: number;
}

const ROWS = 8;

/** Normalised sums of two tensors. Bindings: tensor, tensor, gain, bias, result, pass. */
export function writeResidualNorm(shape: RowShape): KernelSource {
  return writeNorm(
    shape,
    `@group(0) @binding(0) var<storage, read> a: array<vec4f>;
@group(0) @binding(1) var<storage, read> b: array<vec4f>;`,
    2,
    (at) => `a[row * ${shape.width / 4}u + ${at}] + b[row * ${shape.width / 4}u + ${at}]`,
    "",
  );
}

/**
 * Normalised sums of the embeddings of a piece and its position. Bindings: pieces and
 * positions by row, both tables, gain, bias, result, pass.
 */
export function writeEmbedding(shape: RowShape): KernelSource {
  return writeNorm(
    shape,
    `@group(0) @binding(0) var<storage, read> tokens: array<vec2u>;
@group(0) @binding(1) var<storage, read> words: array<vec4f>;
@group(0) @binding(2) var<storage, read> positions: array<vec4f>;`,
    3,
    (at) =>
      `words[token.x * ${shape.width / 4}u + ${at}] + positions[token.y * ${shape.width / 4}u + ${at}]`,
    "let token = tokens[row];",
  );
}

function writeNorm(
  { width, epsilon, lanes }: RowShape,
  bindings: string,
  next: number,
  read: (at: string) => string,
  prepare: string,
): KernelSource {
  const vectors = width / 4;
  const own = Math.ceil(vectors / lanes);
  const rows = lanes === 1 ? 32 : ROWS;
  const at = (i: number): string => `(lane + ${i * lanes}u)`;
  const guard = (i: number, text: string): string =>
    (i + 1) * lanes <= vectors ? text : `if (${at(i)} < ${vectors}u) { ${text} }`;
  const sum = (name: string, value: string): string =>
    lanes === 1
      ? `let ${name} = ${value};`
      : `sums[t] = ${value};
  workgroupBarrier();
  ${halve(lanes, (step) => `if (lane < ${step}u) { sums[t] += sums[t + ${step}u]; } workgroupBarrier();`)}
  let ${name} = sums[t - lane];
  workgroupBarrier();`;
  // A row on one thread is read again rather than kept: it may be too long for registers.
  const isKept = lanes > 1;
  const each = (write: (i: number) => string): string =>
    isKept
      ? repeat(own, (i) => guard(i, write(i)))
      : `for (var at = 0u; at < ${vectors}u; at++) { ${write(0)} }`;
  const value = (i: number): string => (isKept ? `v${i}` : `(${read("at")})`);
  const index = (i: number): string => (isKept ? at(i) : "at");
  return {
    rows,
    columns: 0,
    code: `${bindings}
@group(0) @binding(${next}) var<storage, read> gain: array<vec4f>;
@group(0) @binding(${next + 1}) var<storage, read> bias: array<vec4f>;
@group(0) @binding(${next + 2}) var<storage, read_write> y: array<vec4f>;
struct Pass { rows: u32 };
@group(0) @binding(${next + 3}) var<uniform> pass_: Pass;
${isKept ? `var<workgroup> sums: array<f32, ${rows * lanes}>;` : ""}
@compute @workgroup_size(${rows * lanes})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let lane = t % ${lanes}u;
  let own = group.x * ${rows}u + t / ${lanes}u;
  let row = min(own, pass_.rows - 1u);
  ${prepare}
  ${isKept ? repeat(own, (i) => `var v${i} = vec4f(); ${guard(i, `v${i} = ${read(at(i))};`)}`) : ""}
  var part = vec4f();
  ${each((i) => `part += ${value(i)};`)}
  ${sum("whole", "(part.x + part.y) + (part.z + part.w)")}
  let mean = whole * ${1 / width};
  part = vec4f();
  ${each((i) => `{ let d = ${value(i)} - mean; part += d * d; }`)}
  ${sum("squares", "(part.x + part.y) + (part.z + part.w)")}
  let scale = inverseSqrt(squares * ${1 / width} + ${epsilon});
  if (own < pass_.rows) {
    ${each((i) => `y[row * ${vectors}u + ${index(i)}] = (${value(i)} - mean) * scale * gain[${index(i)}] + bias[${index(i)}];`)}
  }
}`,
  };
}

const POOL_THREADS = 64;

/**
 * The unit vector of each text: of the sum of its rows, or of its first one. Bindings: rows,
 * offsets of texts, vectors.
 */
export function writePooling(width: number, pooling: "mean" | "first"): KernelSource {
  const vectors = width / 4;
  const own = Math.ceil(vectors / POOL_THREADS);
  const guard = (i: number, text: string): string =>
    `if (t + ${i * POOL_THREADS}u < ${vectors}u) { ${text} }`;
  return {
    rows: 1,
    columns: 0,
    code: `@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read> offsets: array<u32>;
@group(0) @binding(2) var<storage, read_write> y: array<vec4f>;
var<workgroup> sums: array<f32, ${POOL_THREADS}>;
@compute @workgroup_size(${POOL_THREADS})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) group: vec3u) {
  let first = offsets[group.x];
  let end = ${pooling === "first" ? "first + 1u" : "offsets[group.x + 1u]"};
  ${repeat(own, (i) => `var v${i} = vec4f();`)}
  for (var row = first; row < end; row++) {
    ${repeat(own, (i) => guard(i, `v${i} += x[row * ${vectors}u + t + ${i * POOL_THREADS}u];`))}
  }
  sums[t] = ${Array.from({ length: own }, (_, i) => `dot(v${i}, v${i})`).join(" + ")};
  workgroupBarrier();
  ${halve(POOL_THREADS, (step) => `if (t < ${step}u) { sums[t] += sums[t + ${step}u]; } workgroupBarrier();`)}
  let squares = sums[0];
  let scale = select(0.0, inverseSqrt(squares), squares > 0.0);
  ${repeat(own, (i) => guard(i, `y[group.x * ${vectors}u + t + ${i * POOL_THREADS}u] = v${i} * scale;`))}
}`,
  };
}

/** One statement for each step of a sum over `count` threads: half of them, a quarter, and so on. */
function halve(count: number, write: (step: number) => string): string {
  let code = "";
  for (let step = count / 2; step >= 1; step /= 2) code += `${write(step)}\n`;
  return code;
}

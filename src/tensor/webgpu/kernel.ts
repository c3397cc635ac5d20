/**
 * Kernels in WGSL. Every kernel has the same bindings, so that one bind group serves all of a
 * step:
 *
 *   heap     the values that a step computes, and its input values, as f32
 *   batch    the indexes and offsets of the batch, as i32
 *   values0… the variables
 *   status   whether a guard has found a NaN or an infinity
 *   p        the arguments of one dispatch, at an offset that each dispatch sets
 *
 * WGSL has no access outside of a binding, and a session has its own bindings.
 */

/** The buffers that variables are in; a variable is in one of them as a whole. */
export const VALUE_BUFFERS = 4;

/** Numbers that one dispatch can have as arguments. */
export const MAX_ARGUMENTS = 64;

/** The threads of a workgroup, unless a kernel says otherwise. */
export const THREADS = 256;

/** A kernel as it is written. */
export interface Kernel {
  readonly name: string;
  /** Operands of values. `x` is read by `x(i)`. */
  readonly reads?: readonly string[];
  /** Results in the heap, written by `set_out(i, value)` and read by `get_out(i)`. Default `out`. */
  readonly writes?: readonly string[];
  /** Variables that are changed: `get_v(i)` and `set_v(i, value)`. */
  readonly changes?: readonly string[];
  /** Whole numbers, as `p.name`. */
  readonly counts?: readonly string[];
  /** Floating-point numbers, as `p.name`. */
  readonly numbers?: readonly string[];
  /** Default 256. */
  readonly threads?: number;
  /** Declarations outside of the function. */
  readonly declarations?: string;
  /**
   * The function. `group` is the number of the workgroup, `lane` that of the thread in it, `id`
   * that of the thread among all.
   */
  readonly body: string;
}

/** Where an operand is: in the heap or in a buffer of variables, from an element on. */
export interface Place {
  readonly buffer: "heap" | number;
  readonly at: number;
}

export const NOWHERE: Place = { buffer: "heap", at: 0 };

/** The names of a kernel's arguments, in their order in memory. */
export function listArguments({
  reads = [],
  writes = ["out"],
  changes = [],
  counts = [],
  numbers = [],
}: Kernel): readonly string[] {
  return [...reads, ...writes, ...changes, ...counts, ...numbers];
}

/** The WGSL of a kernel whose operands are in these buffers, in the order reads, writes, changes. */
export function writeShader(kernel: Kernel, buffers: readonly Place["buffer"][]): string {
  const { reads = [], writes = ["out"], changes = [], numbers = [], threads = THREADS } = kernel;
  const names = listArguments(kernel);
  if (names.length > MAX_ARGUMENTS) {
    throw new Error(`kernel ${kernel.name} has ${names.length} arguments`);
  }
  const fields = names.map((name) => `${name}: ${numbers.includes(name) ? "f32" : "u32"}`);
  const accessors = [...reads, ...writes, ...changes].map((name, i) => {
    const buffer = buffers[i] === "heap" ? "heap" : `values${buffers[i]}`;
    const read = `{ return ${buffer}[p.${name} + i]; }`;
    if (i < reads.length) return `fn ${name}(i: u32) -> f32 ${read}`;
    return `fn get_${name}(i: u32) -> f32 ${read}
fn set_${name}(i: u32, value: f32) { ${buffer}[p.${name} + i] = value; }`;
  });
  return `struct Arguments { ${[...fields, "grid: u32"].join(", ")} }
@group(0) @binding(0) var<storage, read_write> heap: array<f32>;
@group(0) @binding(1) var<storage, read> batch: array<i32>;
@group(0) @binding(2) var<uniform> p: Arguments;
@group(0) @binding(3) var<storage, read_write> status: array<atomic<u32>>;
${Array.from({ length: VALUE_BUFFERS }, (_, i) => `@group(0) @binding(${4 + i}) var<storage, read_write> values${i}: array<f32>;`).join("\n")}
${accessors.join("\n")}
const NONE = 0xffffffffu;
fn entry(i: u32) -> u32 { return u32(batch[i]); }
${kernel.declarations ?? ""}
// ${kernel.name}
@compute @workgroup_size(${threads})
fn main(@builtin(workgroup_id) workgroup: vec3u, @builtin(num_workgroups) workgroups: vec3u,
    @builtin(local_invocation_index) lane: u32) {
  let group = workgroup.y * workgroups.x + workgroup.x;
  let id = group * ${threads}u + lane;
  ${kernel.body}
}
`;
}

/**
 * `total(lane, value)`: the sum of the values of all threads of a workgroup, added in one
 * order, which every thread gets.
 */
export function declareTotal(threads: number): string {
  return `var<workgroup> shared_total: array<f32, ${threads}>;
fn total(lane: u32, value: f32) -> f32 {
  shared_total[lane] = value;
  for (var step = ${threads / 2}u; step > 0u; step /= 2u) {
    workgroupBarrier();
    if (lane < step) { shared_total[lane] += shared_total[lane + step]; }
  }
  return workgroupUniformLoad(&shared_total[0]);
}`;
}

/** `largest(lane, value)`: the largest value of all threads of a workgroup. */
export function declareLargest(threads: number): string {
  return `var<workgroup> shared_largest: array<f32, ${threads}>;
fn largest(lane: u32, value: f32) -> f32 {
  shared_largest[lane] = value;
  for (var step = ${threads / 2}u; step > 0u; step /= 2u) {
    workgroupBarrier();
    if (lane < step) { shared_largest[lane] = max(shared_largest[lane], shared_largest[lane + step]); }
  }
  return workgroupUniformLoad(&shared_largest[0]);
}`;
}

/** A value below all that are computed with. */
export const LOWEST = "-3.4e38";

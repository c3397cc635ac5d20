/** Kernels on the groups of a ragged axis: sums, softmax, largest values, windows, kernel pooling. */

import type { Segments } from "../../node.ts";
import { declareLargest, declareTotal, type Kernel, LOWEST } from "../kernel.ts";
import {
  computeRowWidth,
  computeVolume,
  type EncodeKernels,
  type Encoders,
  getInput,
  getInputLastSize,
  getPlace,
  type KernelEncoding,
} from "../node-encoding.ts";
import { GATHER } from "./rows.ts";

const GROUP_THREADS = 64;

/** A kernel with a workgroup for each group of elements, from `start` to `end`. */
function byGroup(kernel: Kernel): Kernel {
  return {
    ...kernel,
    threads: GROUP_THREADS,
    counts: ["groups", "offsets", ...(kernel.counts ?? [])],
    body: `if (group >= p.groups) { return; }
  let start = entry(p.offsets + group);
  let end = entry(p.offsets + group + 1u);
  ${kernel.body}`,
  };
}

function forEach(work: string): string {
  return `for (var i = start + lane; i < end; i += ${GROUP_THREADS}u) { ${work} }`;
}

const SEGMENT_SUM: Kernel = {
  name: "segmentSum",
  reads: ["x"],
  counts: ["count", "width", "offsets"],
  body: `if (id >= p.count) { return; }
  let end = entry(p.offsets + id / p.width + 1u);
  var sum = 0.0;
  for (var i = entry(p.offsets + id / p.width); i < end; i++) { sum += x(i * p.width + id % p.width); }
  set_out(id, sum);`,
};

const SEGMENT_SOFTMAX = byGroup({
  name: "segmentSoftmax",
  reads: ["x"],
  declarations: declareTotal(GROUP_THREADS) + declareLargest(GROUP_THREADS),
  body: `var top = ${LOWEST};
  ${forEach("top = max(top, x(i));")}
  top = largest(lane, top);
  var sum = 0.0;
  ${forEach("sum += exp(x(i) - top);")}
  sum = total(lane, sum);
  ${forEach("set_out(i, exp(x(i) - top) / sum);")}`,
});

/** The next element in the order of falling values, earlier of equals first, after one of it. */
const NEXT_LARGEST = `var<workgroup> best_value: array<f32, ${GROUP_THREADS}>;
var<workgroup> best_index: array<u32, ${GROUP_THREADS}>;
fn next_largest(lane: u32, start: u32, end: u32, after: u32) -> u32 {
  var index = NONE;
  var value = ${LOWEST};
  for (var i = start + lane; i < end; i += ${GROUP_THREADS}u) {
    let v = x(i);
    var follows = true;
    if (after != NONE) { let last = x(after); follows = v < last || (v == last && i > after); }
    if (follows && (index == NONE || v > value)) { index = i; value = v; }
  }
  best_value[lane] = value;
  best_index[lane] = index;
  for (var step = ${GROUP_THREADS / 2}u; step > 0u; step /= 2u) {
    workgroupBarrier();
    if (lane < step) {
      let other = best_index[lane + step];
      let v = best_value[lane + step];
      let isBetter = other != NONE && (best_index[lane] == NONE || v > best_value[lane] ||
        (v == best_value[lane] && other < best_index[lane]));
      if (isBetter) { best_index[lane] = other; best_value[lane] = v; }
    }
  }
  return workgroupUniformLoad(&best_index[0]);
}`;

const SEGMENT_TOP = byGroup({
  name: "segmentTop",
  reads: ["x"],
  counts: ["count"],
  declarations: NEXT_LARGEST,
  body: `var at = NONE;
  for (var rank = 0u; rank < p.count; rank++) {
    var value = 0.0;
    if (rank < end - start) {
      at = next_largest(lane, start, end, at);
      if (at != NONE) { value = x(at); }
    }
    if (lane == 0u) { set_out(group * p.count + rank, value); }
  }`,
});

const SEGMENT_TOP_GRADIENT = byGroup({
  name: "segmentTopGradient",
  reads: ["x", "upstream"],
  counts: ["count"],
  declarations: NEXT_LARGEST,
  body: `${forEach("set_out(i, 0.0);")}
  storageBarrier();
  var at = NONE;
  for (var rank = 0u; rank < min(p.count, end - start); rank++) {
    at = next_largest(lane, start, end, at);
    if (lane == 0u && at != NONE) { set_out(at, upstream(group * p.count + rank)); }
  }`,
});

const SEGMENT_HISTOGRAM: Kernel = {
  name: "segmentHistogram",
  reads: ["x"],
  counts: ["count", "bins", "offsets"],
  body: `if (id >= p.count) { return; }
  let end = entry(p.offsets + id / p.bins + 1u);
  var count = 0.0;
  for (var i = entry(p.offsets + id / p.bins); i < end; i++) {
    let bin = i32(floor((x(i) + 1.0) / 2.0 * f32(p.bins - 1u)));
    if (u32(clamp(bin, 0, i32(p.bins) - 1)) == id % p.bins) { count += 1.0; }
  }
  set_out(id, count);`,
};

const WINDOWS: Kernel = {
  name: "windows",
  reads: ["x"],
  counts: ["count", "columns", "window", "groups", "offsets"],
  body: `if (id >= p.count) { return; }
  let i = id / p.columns / p.window;
  let origin = i + id / p.columns % p.window;
  var value = 0.0;
  if (origin < entry(p.offsets + entry(p.groups + i) + 1u)) { value = x(origin * p.columns + id % p.columns); }
  set_out(id, value);`,
};

const FOLD_WINDOWS: Kernel = {
  name: "foldWindows",
  reads: ["x"],
  counts: ["count", "columns", "window", "groups", "offsets"],
  body: `if (id >= p.count) { return; }
  let i = id / p.columns;
  let place = i - entry(p.offsets + entry(p.groups + i));
  var sum = 0.0;
  for (var o = 0u; o < p.window && o <= place; o++) {
    sum += x(((i - o) * p.window + o) * p.columns + id % p.columns);
  }
  set_out(id, sum);`,
};

type PoolAttributes = { readonly means: readonly number[]; readonly widths: readonly number[] };

const float = (value: number): string => `f32(${value})`;

/** Every thread counts for all kernels, then the counts of all threads are added. */
function createPool({ means, widths }: PoolAttributes): Kernel {
  const kernels = [...means.keys()];
  return byGroup({
    name: `kernelPool ${means} ${widths}`,
    reads: ["x"],
    declarations: declareTotal(GROUP_THREADS),
    body: `${kernels.map((k) => `var sum${k} = 0.0;`).join(" ")}
  ${forEach(`let v = x(i);
    ${kernels.map((k) => `{ let d = v - ${float(means[k] as number)}; sum${k} += exp(d * d * ${float(-0.5 / (widths[k] as number) ** 2)}); }`).join("\n    ")}`)}
  let at = group * ${means.length}u;
  ${kernels.map((k) => `sum${k} = total(lane, sum${k});`).join("\n  ")}
  if (lane == 0u) { ${kernels.map((k) => `set_out(at + ${k}u, sum${k});`).join(" ")} }`,
  });
}

function createPoolGradient({ means, widths }: PoolAttributes): Kernel {
  const kernels = [...means.keys()];
  return byGroup({
    name: `kernelPoolGradient ${means} ${widths}`,
    reads: ["x", "upstream"],
    body: `let at = group * ${means.length}u;
  ${kernels.map((k) => `let slope${k} = upstream(at + ${k}u) * ${float((widths[k] as number) ** -2)};`).join("\n  ")}
  ${forEach(`let v = x(i);
    var slope = 0.0;
    ${kernels.map((k) => `{ let d = ${float(means[k] as number)} - v; slope += slope${k} * d * exp(d * d * ${float(-0.5 / (widths[k] as number) ** 2)}); }`).join("\n    ")}
    set_out(i, slope);`)}`,
  });
}

/** Kernels of one operation by its attributes, which are part of the code. */
function cacheByAttributes(create: (attributes: PoolAttributes) => Kernel) {
  const kernels = new Map<string, Kernel>();
  return ({ node: { attributes } }: KernelEncoding): Kernel => {
    const key = `${attributes.means} ${attributes.widths}`;
    const kernel = kernels.get(key) ?? create(attributes as PoolAttributes);
    kernels.set(key, kernel);
    return kernel;
  };
}

const getPool = cacheByAttributes(createPool);
const getPoolGradient = cacheByAttributes(createPoolGradient);

function encodeGroups(
  getKernel: (e: KernelEncoding) => Kernel,
  getCount: (e: KernelEncoding) => number = () => 0,
): EncodeKernels {
  return (e) => {
    const segments = getInput<Segments>(e, 1);
    const groups = e.record.binding.size(segments.shape[0] as string);
    const places = {
      x: getPlace(e, 0),
      upstream: getPlace(e, e.inputs.length > 2 ? 2 : 0),
      out: e.out,
    };
    const offsets = e.record.offsets(segments);
    e.record.byGroups(getKernel(e), groups, {
      places,
      counts: { groups, offsets, count: getCount(e) },
    });
  };
}

function encodeWindows(kernel: Kernel, getColumns: (e: KernelEncoding) => number): EncodeKernels {
  return (e) => {
    const segments = getInput<Segments>(e, 1);
    const count = computeVolume(e);
    const counts = {
      count,
      columns: getColumns(e),
      window: e.node.attributes.width as number,
      groups: e.record.groups(segments),
      offsets: e.record.offsets(segments),
    };
    e.record.byValues(kernel, count, { places: { x: getPlace(e, 0), out: e.out }, counts });
  };
}

function encodeSegments(kernel: Kernel): EncodeKernels {
  return (e) => {
    const count = computeVolume(e);
    const width = computeRowWidth(e);
    const offsets = e.record.offsets(getInput(e, 1));
    const counts = { count, width, bins: width, offsets };
    e.record.byValues(kernel, count, { places: { x: getPlace(e, 0), out: e.out }, counts });
  };
}

export const GROUP_ENCODERS: Encoders = {
  segmentSum: encodeSegments(SEGMENT_SUM),
  segmentHistogram: encodeSegments(SEGMENT_HISTOGRAM),
  segmentSoftmax: encodeGroups(() => SEGMENT_SOFTMAX),
  segmentTop: encodeGroups(
    () => SEGMENT_TOP,
    (e) => e.node.shape[1] as number,
  ),
  segmentTopGradient: encodeGroups(
    () => SEGMENT_TOP_GRADIENT,
    (e) => getInput(e, 2).shape[1] as number,
  ),
  kernelPool: encodeGroups(getPool),
  kernelPoolGradient: encodeGroups(getPoolGradient),
  windows: encodeWindows(WINDOWS, getInputLastSize),
  foldWindows: encodeWindows(FOLD_WINDOWS, (e) => e.node.shape[1] as number),

  segmentSpread(e) {
    const count = computeVolume(e);
    const index = e.record.groups(getInput<Segments>(e, 1));
    const places = { x: getPlace(e, 0), out: e.out };
    const counts = { count, width: computeRowWidth(e), index };
    e.record.byValues(GATHER, count, { places, counts });
  },
};

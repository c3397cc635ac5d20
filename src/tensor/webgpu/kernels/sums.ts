/** Kernels that reduce an axis: sums in a fixed order, largest values, and their gradients. */

import { declareTotal, type Kernel, type Place } from "../kernel.ts";
import {
  computeAxis,
  computeBroadcast,
  computeVolume,
  type Encoders,
  type Extents,
  getInput,
  getPlace,
} from "../node-encoding.ts";
import type { StepRecorder } from "../step-recorder.ts";

/** Values that one thread adds up, and those that one workgroup adds up. */
const THREAD_SUM = 64;
const GROUP_SUM = 4096;

/** One thread for each sum of up to `length` values that lie `inner` apart. */
const SUM_COLUMNS: Kernel = {
  name: "sumColumns",
  reads: ["x"],
  counts: ["count", "middle", "inner", "length", "parts"],
  numbers: ["factor"],
  body: `if (id >= p.count) { return; }
  let column = id % p.inner;
  let part = (id / p.inner) % p.parts;
  let outer = id / p.inner / p.parts;
  let end = min((part + 1u) * p.length, p.middle);
  var sum = 0.0;
  for (var i = part * p.length; i < end; i++) { sum += x((outer * p.middle + i) * p.inner + column); }
  set_out(id, p.factor * sum);`,
};

/** One workgroup for each sum of up to `length` neighbours. */
const SUM_ROWS: Kernel = {
  name: "sumRows",
  reads: ["x"],
  counts: ["groups", "middle", "length", "parts"],
  numbers: ["factor"],
  declarations: declareTotal(256),
  body: `if (group >= p.groups) { return; }
  let part = group % p.parts;
  let start = group / p.parts * p.middle;
  let end = min((part + 1u) * p.length, p.middle);
  var sum = 0.0;
  for (var i = part * p.length + lane; i < end; i += 256u) { sum += x(start + i); }
  sum = total(lane, sum);
  if (lane == 0u) { set_out(group, p.factor * sum); }`,
};

/** Records the sum over the middle axis, times a factor. */
export function recordSum(
  record: StepRecorder,
  x: Place,
  out: Place,
  { outer, middle, inner }: Extents,
  factor = 1,
): void {
  if (outer * inner === 0) return;
  const isRows = inner === 1 && middle > 32;
  const length = isRows ? GROUP_SUM : THREAD_SUM;
  // Many sums keep all threads busy by themselves.
  const isWide = outer * inner >= 16_384 && middle <= 16 * length;
  const parts = isWide ? 1 : Math.max(1, Math.ceil(middle / length));
  const sums = parts === 1 ? out : record.floats(outer * parts * inner);
  const counts = {
    count: outer * parts * inner,
    groups: outer * parts,
    middle,
    inner,
    length: parts === 1 ? Math.max(1, middle) : length,
    parts,
  };
  const args = { places: { x, out: sums }, counts, numbers: { factor: parts === 1 ? factor : 1 } };
  if (isRows) record.byGroups(SUM_ROWS, counts.groups, args);
  else record.byValues(SUM_COLUMNS, counts.count, args);
  if (parts === 1) return;
  recordSum(record, sums, out, { outer, middle: parts, inner }, factor);
  record.release(sums);
}

const AXIS_SPREAD: Kernel = {
  name: "axisSpread",
  reads: ["x"],
  counts: ["count", "middle", "inner"],
  body: `if (id >= p.count) { return; }
  set_out(id, x(id / (p.middle * p.inner) * p.inner + id % p.inner));`,
};

/** The position of the first largest value of an axis. */
const FIRST_LARGEST = `fn first_largest(id: u32) -> u32 {
  let start = id / p.inner * p.middle * p.inner + id % p.inner;
  var best = start;
  for (var i = 1u; i < p.middle; i++) {
    if (x(start + i * p.inner) > x(best)) { best = start + i * p.inner; }
  }
  return best;
}`;

const MAX: Kernel = {
  name: "max",
  reads: ["x"],
  counts: ["count", "middle", "inner"],
  declarations: FIRST_LARGEST,
  body: `if (id >= p.count) { return; }
  set_out(id, x(first_largest(id)));`,
};

const MAX_GRADIENT: Kernel = {
  name: "maxGradient",
  reads: ["x", "upstream"],
  counts: ["count", "middle", "inner"],
  declarations: FIRST_LARGEST,
  body: `if (id >= p.count) { return; }
  let best = first_largest(id);
  let start = id / p.inner * p.middle * p.inner + id % p.inner;
  for (var i = 0u; i < p.middle; i++) { set_out(start + i * p.inner, 0.0); }
  set_out(best, upstream(id));`,
};

export const SUM_ENCODERS: Encoders = {
  axisSum(e) {
    recordSum(e.record, getPlace(e, 0), e.out, computeAxis(e, getInput(e, 0).shape));
  },

  sumTo(e) {
    const { outer, middle, inner } = computeBroadcast(e, e.node.shape, getInput(e, 0).shape);
    const { record } = e;
    const x = getPlace(e, 0);
    if (middle === 1) recordSum(record, x, e.out, { outer: 1, middle: outer * inner, inner: 1 });
    else if (inner === 1) recordSum(record, x, e.out, { outer: 1, middle: outer, inner: middle });
    else {
      const sums = record.floats(outer * middle);
      recordSum(record, x, sums, { outer: outer * middle, middle: inner, inner: 1 });
      recordSum(record, sums, e.out, { outer: 1, middle: outer, inner: middle });
      record.release(sums);
    }
  },

  mean(e) {
    const count = e.record.binding.volume(getInput(e, 0).shape);
    recordSum(e.record, getPlace(e, 0), e.out, { outer: 1, middle: count, inner: 1 }, 1 / count);
  },

  axisSpread(e) {
    const count = computeVolume(e);
    const { middle, inner } = computeAxis(e, e.node.shape);
    const places = { x: getPlace(e, 0), out: e.out };
    e.record.byValues(AXIS_SPREAD, count, { places, counts: { count, middle, inner } });
  },

  max(e) {
    const { outer, middle, inner } = computeAxis(e, getInput(e, 0).shape);
    const count = outer * inner;
    const places = { x: getPlace(e, 0), out: e.out };
    e.record.byValues(MAX, count, { places, counts: { count, middle, inner } });
  },

  maxGradient(e) {
    const { outer, middle, inner } = computeAxis(e, getInput(e, 0).shape);
    const count = outer * inner;
    const places = { x: getPlace(e, 0), upstream: getPlace(e, 1), out: e.out };
    e.record.byValues(MAX_GRADIENT, count, { places, counts: { count, middle, inner } });
  },
};

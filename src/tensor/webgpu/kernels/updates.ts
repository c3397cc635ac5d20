/** Kernels that check values and change variables. */

import type { Kernel } from "../kernel.ts";

/** Words of the status: whether any guard found something, and each guard from FIRST_GUARD on. */
export const FIRST_GUARD = 1;
export const MAX_GUARDS = 255;

/** Reads the bits, because WGSL lets comparisons assume that no value is a NaN or an infinity. */
export const GUARD: Kernel = {
  name: "guard",
  reads: ["x"],
  writes: [],
  counts: ["count", "guard"],
  body: `if (id >= p.count) { return; }
  if ((bitcast<u32>(x(id)) & 0x7f800000u) == 0x7f800000u) {
    atomicStore(&status[p.guard], 1u);
    atomicStore(&status[0], 1u);
  }`,
};

/** The element of the variable that an element of the gradient belongs to. */
const FIND_ELEMENT = `if (id >= p.count || atomicLoad(&status[0]) != 0u) { return; }
  var at = id;
  if (p.indexed != 0u) { at = entry(p.index + id / p.width) * p.width + id % p.width; }`;

const UPDATE_COUNTS = ["count", "width", "indexed", "index"];

export const SGD: Kernel = {
  name: "sgd",
  reads: ["gradient", "pace"],
  writes: [],
  changes: ["v"],
  counts: UPDATE_COUNTS,
  body: `${FIND_ELEMENT}
  set_v(at, pace(0u) * get_v(at) - pace(1u) * gradient(id));`,
};

export const ADAM: Kernel = {
  name: "adam",
  reads: ["gradient", "pace"],
  writes: [],
  changes: ["v", "first", "second"],
  counts: UPDATE_COUNTS,
  numbers: ["beta1", "beta2", "rest1", "rest2", "epsilon"],
  body: `${FIND_ELEMENT}
  let slope = gradient(id);
  let m = p.beta1 * get_first(at) + p.rest1 * slope;
  let u = p.beta2 * get_second(at) + p.rest2 * slope * slope;
  set_first(at, m);
  set_second(at, u);
  set_v(at, pace(0u) * get_v(at) - pace(1u) * m / (pace(2u) * sqrt(u) + p.epsilon));`,
};

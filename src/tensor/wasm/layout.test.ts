/** The layout that TypeScript and the tensor kernels share. */

import { describe, expect, test } from "vitest";
import { toFloatBits } from "./float-bits.ts";
import { compileKernels, type KernelBuild } from "./kernels.ts";
import {
  ARGUMENT_WORDS,
  KERNEL_NAMES,
  LAYOUT_FINGERPRINT,
  toMixTermWords,
} from "./layout.generated.ts";

/** Builds that every platform compiles. */
const builds: KernelBuild[] = ["single", "shared"];

describe.each(builds)("the build %s", (build) => {
  test("was compiled for this layout, and has every kernel that it names", async () => {
    const module = await compileKernels(build);
    const shared = build === "shared";
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536, shared });
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    const fingerprint = exports.layoutFingerprint as () => number;
    expect(fingerprint() >>> 0).toBe(LAYOUT_FINGERPRINT);
    expect(KERNEL_NAMES.filter((name) => typeof exports[name] !== "function")).toEqual([]);
  });
});

test("arguments become words in the order of the record, floats as their bits", () => {
  const args = { term: -2, factor: 1.5, count: 7, out: 128, x: 64 };
  // 1.5 is 0x3fc00000 and -2 is 0xc0000000 in float32.
  expect(ARGUMENT_WORDS.affine(args)).toEqual([64, 128, 7, 0x3fc00000, 0xc0000000 | 0]);
  expect(toFloatBits(1)).toBe(0x3f800000);
});

test("a kernel reads its arguments and what follows them where TypeScript wrote them", async () => {
  const module = await compileKernels("single");
  const memory = new WebAssembly.Memory({ initial: 2, maximum: 65536 });
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  const words = new Int32Array(memory.buffer);
  const floats = new Float32Array(memory.buffer);
  const put = (at: number, values: readonly number[]): number => {
    words.set(values, at / 4);
    return at;
  };
  // One pair of one left and two right tokens; the left row becomes 2 · (3, 4) + 10 · (5, 6).
  const out = 1024;
  const term = toMixTermWords({
    weights: put(2048, [2, 10].map(toFloatBits)),
    source: put(3072, [3, 4, 5, 6].map(toFloatBits)),
    sourceIndex: put(4096, [0, 1]),
    inverseOffsets: put(5120, [0, 1]),
    inverseElements: put(6144, [0]),
    groups: put(7168, [0]),
    own: put(8192, [0, 1]),
    other: put(9216, [0, 2]),
    first: put(10240, [0, 2]),
    ontoLeft: 1,
  });
  const mix = ARGUMENT_WORDS.pairMix({ out, rows: 1, width: 2, terms: 1 });
  const pairMix = exports.pairMix as (args: number, from: number, to: number, at: number) => void;
  pairMix(put(11264, [...mix, ...term]), 0, 1, 65536);
  expect([...floats.subarray(out / 4, out / 4 + 2)]).toEqual([56, 68]);
});

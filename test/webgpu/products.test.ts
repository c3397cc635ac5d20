/** Matrix products of every shape of kernel are those of the wasm backend. */

import { expect, test } from "vitest";
import { Random } from "../../src/common/random.ts";
import { input, matmul, wasmBackend, webgpuBackend } from "../../src/tensor/index.ts";

const webgpu = webgpuBackend({ package: process.env.TERMWISE_WEBGPU ?? "webgpu" });
const random = new Random(5);

/** Rows, inner size and columns: no size is a multiple of a tile's. */
const SIZES = {
  "in narrow tiles, divided along the sum": [75, 210, 140],
  "in wide tiles": [1795, 21, 1801],
} as const;

const cases = Object.entries(SIZES).flatMap(([name, size]) =>
  [false, true].flatMap((a) => [false, true].map((b) => [name, a, b, size] as const)),
);

test.each(cases)(
  "a product %s, transposed %s and %s",
  async (_, transposeA, transposeB, [rows, inner, columns]) => {
    const a = input("a", transposeA ? [inner, rows] : [rows, inner]);
    const b = input("b", transposeB ? [columns, inner] : [inner, columns]);
    const sample = (length: number) => Float32Array.from({ length }, () => random.normal());
    const batch = { a: sample(rows * inner), b: sample(inner * columns) };
    const [actual, expected] = await Promise.all(
      [webgpu, wasmBackend()].map(async (backend) => {
        const session = await backend.open([]);
        const product = matmul(a, b, { transposeA, transposeB });
        const step = await session.prepare({ outputs: { product } });
        const { outputs } = await step.run(batch);
        await session.close();
        return outputs.product as Float32Array;
      }),
    );
    expect(actual).toHaveLength(rows * columns);
    let apart = 0;
    for (const [i, y] of (actual as Float32Array).entries()) {
      apart = Math.max(apart, Math.abs(y - (expected?.[i] as number)));
    }
    expect(apart).toBeLessThan(1e-4);
  },
  120_000,
);

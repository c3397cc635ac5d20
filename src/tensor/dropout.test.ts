import { describe, expect, test } from "vitest";
import { dropout, sampleDropoutMask } from "./dropout.ts";
import { computeGradients, input, plainBackend, sum, variable, wasmBackend } from "./index.ts";

describe("a mask", () => {
  test("drops its share and preserves the expected sum", () => {
    const mask = sampleDropoutMask(100_000, "layer", 0.2, 7);
    const dropped = mask.filter((value) => value === 0).length / mask.length;
    // A share of .2 over 100,000 draws has a standard deviation of .0013.
    expect(Math.abs(dropped - 0.2)).toBeLessThan(0.006);
    expect(new Set(mask)).toEqual(new Set([0, Math.fround(1 / 0.8)]));
  });

  test("is the same for the same seed and name, and different otherwise", () => {
    const sampleMask = (name: string, seed: number) =>
      sampleDropoutMask(64, name, 0.5, seed).join();
    expect(sampleMask("a", 1)).toBe(sampleMask("a", 1));
    expect(new Set([sampleMask("a", 1), sampleMask("b", 1), sampleMask("a", 2)]).size).toBe(3);
  });
});

describe.each([["plain", plainBackend()] as const, ["wasm", wasmBackend()] as const])(
  "on the %s backend",
  (_name, backend) => {
    test("values and gradients are those of the mask", async () => {
      const x = variable("x", [4, 8]);
      const dropped = dropout(x, "x", 0.5);
      const session = await backend.open([x]);
      await session.write(
        x,
        Array.from({ length: 32 }, (_, i) => i + 1),
      );
      const [slope] = computeGradients(sum(dropped), [x]);
      const step = await session.prepare({
        outputs: { dropped, slope: slope?.values ?? dropped },
      });
      const mask = sampleDropoutMask(32, "dropout of x", 0.5, 3);
      const { outputs } = await step.run({ dropoutSeed: [3] });
      expect([...(outputs.slope ?? [])]).toEqual([...mask]);
      expect([...(outputs.dropped ?? [])]).toEqual(
        Array.from(mask, (scaled, i) => scaled * (i + 1)),
      );
      await session.close();
    });

    test("a batch without a seed is rejected", async () => {
      const session = await backend.open([]);
      const step = await session.prepare({ outputs: { y: dropout(input("x", ["n"]), "x", 0.5) } });
      await expect(step.run({ x: [1, 2] })).rejects.toThrow('the batch lacks "dropoutSeed"');
      await session.close();
    });
  },
);

test("a share of 0 leaves the graph unchanged, and one outside [0, 1) is rejected", () => {
  const x = input("x", ["n"]);
  expect(dropout(x, "x", 0)).toBe(x);
  expect(() => dropout(x, "x", 1)).toThrow("dropout must be a share from 0 to below 1, got 1");
});

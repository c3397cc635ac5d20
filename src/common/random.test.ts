import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "./random.ts";

describe("Random", () => {
  test("draws the same sequence of xoshiro128** as the Rust crate rand_xoshiro 0.8.1", () => {
    const random = Random.restore([1, 2, 3, 4, 0, 0]);
    expect(Array.from({ length: 10 }, () => random.bits())).toEqual([
      11520, 0, 5927040, 70819200, 2031721883, 1637235492, 1287239034, 3734860849, 3729100597,
      4258142804,
    ]);
  });

  test("draws the same numbers for the same seed and others for another", () => {
    const draw = (seed: number) =>
      Array.from({ length: 8 }, Random.prototype.bits, new Random(seed));
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
    expect(draw(7)).not.toEqual(draw(7 + 2 ** 32));
  });

  test("splits by name alone: earlier draws do not matter, other names differ", () => {
    const fresh = new Random(3);
    const used = new Random(3);
    used.bits();
    expect(used.split("shuffle").bits()).toBe(fresh.split("shuffle").bits());
    const names = Array.from({ length: 1000 }, (_, i) => `part ${i}`);
    expect(new Set(names.map((name) => fresh.split(name).bits())).size).toBe(1000);
    expect(fresh.split("a").split("b").bits()).not.toBe(fresh.split("b").split("a").bits());
  });

  test("continues from a saved state", () => {
    const random = new Random(11).split("x");
    random.normal();
    const copy = Random.restore(JSON.parse(JSON.stringify(random.state())));
    expect(copy.uniform()).toBe(random.uniform());
    expect(copy.split("y").bits()).toBe(random.split("y").bits());
  });

  test("is uniform: 16 bins of 160,000 draws pass a chi-squared test", () => {
    const random = new Random(1);
    const draws = Array.from({ length: 160_000 }, () => Math.floor(random.uniform() * 16));
    const bins = Array.from({ length: 16 }, (_, bin) => draws.filter((d) => d === bin).length);
    const chi = bins.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chi).toBeLessThan(37.7); // 0.999 quantile, 15 degrees of freedom
  });

  test("draws normals with mean 0 and variance 1", () => {
    const random = new Random(2);
    const draws = Array.from({ length: 100_000 }, () => random.normal());
    const mean = draws.reduce((a, b) => a + b) / draws.length;
    const variance = draws.reduce((a, b) => a + b * b, 0) / draws.length;
    expect(Math.abs(mean)).toBeLessThan(0.0123); // 3.9 standard errors
    expect(Math.abs(variance - 1)).toBeLessThan(0.0174);
  });

  test("chooses below any count and shuffles into a permutation", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 32), fc.integer({ min: 1, max: 2 ** 32 }), (seed, count) => {
        const value = new Random(seed).below(count);
        expect(Number.isInteger(value) && value >= 0 && value < count).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.nat(), fc.array(fc.nat()), (seed, items) => {
        const shuffled = new Random(seed).shuffle([...items]);
        expect(shuffled.toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
      }),
    );
  });

  test.each([-1, 0.5, NaN, 2 ** 53])("rejects the seed %s", (seed) => {
    expect(() => new Random(seed)).toThrow("a seed must be a whole number");
  });

  test.each([0, -1, 1.5, NaN])("rejects a choice among %s", (count) => {
    expect(() => new Random(1).below(count)).toThrow("1 to 2^32 possibilities");
  });
});

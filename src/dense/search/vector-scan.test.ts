import { describe, expect, test, vi } from "vitest";
import { Random } from "../../common/random.ts";
import { quantise } from "../vectors/index.ts";
import { VectorScan } from "./vector-scan.ts";

/** Unit vectors, one after the other. */
function unitVectors(count: number, dimensions: number, seed: number): Float32Array {
  const random = new Random(seed);
  const values = Float32Array.from({ length: count * dimensions }, () => random.normal());
  for (let row = 0; row < count; row++) {
    const vector = values.subarray(row * dimensions, (row + 1) * dimensions);
    const length = Math.hypot(...vector);
    for (let i = 0; i < dimensions; i++) vector[i] = (vector[i] as number) / length;
  }
  return values;
}

function scores(scan: VectorScan, query: Float32Array): number[] {
  const found: number[] = [];
  scan.scan(
    query,
    () => -Infinity,
    (row, score) => {
      found[row] = score;
    },
  );
  return found;
}

describe.each([1, 15, 16, 17, 100, 384])("vectors of %i dimensions", (dimensions) => {
  const values = unitVectors(4_101, dimensions, dimensions);
  const query = unitVectors(1, dimensions, 77);
  const scan = new VectorScan(quantise(values, dimensions));

  test("score as plain dot products do, up to quantisation", () => {
    const found = scores(scan, query);
    expect(found).toHaveLength(4_101);
    let worst = 0;
    for (const [row, score] of found.entries()) {
      let dot = 0;
      for (let i = 0; i < dimensions; i++) {
        dot += (query[i] as number) * (values[row * dimensions + i] as number);
      }
      worst = Math.max(worst, Math.abs(score - dot));
    }
    expect(worst).toBeLessThan(0.006);
  });

  test("score the same in WASM, without WASM, and one by one", () => {
    const found = scores(scan, query);
    vi.stubGlobal("WebAssembly", undefined);
    const plain = new VectorScan(quantise(values, dimensions));
    vi.unstubAllGlobals();
    expect(scores(plain, query)).toEqual(found);
    const rows = [4_100, 0, 1, 2_047, 2_048];
    expect([...scan.scores(query, rows)]).toEqual(rows.map((row) => found[row]));
    expect([...plain.scores(query, rows)]).toEqual(rows.map((row) => found[row]));
  });
});

test("the largest numbers that fit do not overflow", () => {
  const dimensions = 4_096;
  const scan = new VectorScan(quantise(new Float32Array(dimensions).fill(1), dimensions));
  expect(scores(scan, new Float32Array(dimensions).fill(1))[0]).toBeCloseTo(dimensions, 1);
  expect(scores(scan, new Float32Array(dimensions).fill(-1))[0]).toBeCloseTo(-dimensions, 1);
});

test("a vector of zeros scores zero, and so does a query of zeros", () => {
  const scan = new VectorScan(quantise([0, 0, 1, 0], 2));
  expect(scores(scan, Float32Array.of(1, 1))).toEqual([0, 1].map((n) => expect.closeTo(n, 3)));
  expect(scores(scan, Float32Array.of(0, 0))).toEqual([0, 0]);
});

test("only rows at or above the threshold are passed on", () => {
  const scan = new VectorScan(quantise([1, 0, 0, 1, -1, 0], 2));
  const rows: number[] = [];
  scan.scan(
    [1, 0],
    () => 0,
    (row) => rows.push(row),
  );
  expect(rows).toEqual([0, 1]);
});

test.each([
  ["a query of other dimensions", [1, 2, 3], "has 3 dimensions, those of the index 2"],
  ["a query that is no number", [1, Number.NaN], "number 1 of the query's vector is NaN"],
])("%s is refused", (_, query, message) => {
  const scan = new VectorScan(quantise([1, 0], 2));
  expect(() => scores(scan, Float32Array.from(query))).toThrow(message);
});

test("a vector that is not finite is rejected with its position", () => {
  expect(() => quantise([0, 1, Number.POSITIVE_INFINITY, 0], 2)).toThrow("number 0 of vector 1");
  expect(() => quantise([0, 1, 2], 2)).toThrow("3 numbers are no whole vectors of 2");
  expect(() => quantise([], 0)).toThrow("from 1 to 4096");
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Random } from "../../common/random.ts";
import { VectorScan } from "../search/vector-scan.ts";
import { quantise, SegmentVectors } from "../vectors/index.ts";
import { buildHnswGraph, sampleLevels } from "./hnsw-builder.ts";
import type { HnswGraph } from "./index.ts";
import { PlainHnsw } from "./plain-hnsw.contract.ts";

/** Vectors around centres that lie around a few others, as texts on subjects and parts of subjects do. */
function clusteredVectors(count: number, dimensions: number, seed: number): Float32Array {
  const random = new Random(seed);
  const around = (centre: ArrayLike<number> | undefined, spread: number): Float64Array =>
    Float64Array.from(
      { length: dimensions },
      (_, i) => (centre?.[i] ?? 0) + spread * random.normal(),
    );
  const subjects = Array.from({ length: 8 }, () => around(undefined, 1));
  const parts = Array.from({ length: Math.ceil(count / 40) }, () =>
    around(subjects[random.below(8)], 0.7),
  );
  const values = new Float32Array(count * dimensions);
  for (let row = 0; row < count; row++) {
    values.set(around(parts[random.below(parts.length)], 0.5), row * dimensions);
  }
  return unit(values, dimensions);
}

function unit(values: Float32Array, dimensions: number): Float32Array {
  for (let from = 0; from < values.length; from += dimensions) {
    const row = values.subarray(from, from + dimensions);
    const length = Math.hypot(...row);
    row.set(row.map((value) => value / length));
  }
  return values;
}

interface Built {
  readonly graph: HnswGraph;
  readonly scan: VectorScan;
  readonly vectors: SegmentVectors;
}

async function buildScan(
  values: Float32Array,
  dimensions: number,
  settings: { readonly m: number; readonly efConstruction: number },
): Promise<Built> {
  const quantised = quantise(values, dimensions);
  const count = quantised.scales.length;
  const ends = Uint32Array.from({ length: count }, (_, i) => i + 1);
  const vectors = new SegmentVectors({ ...quantised, ends });
  const graph = await buildHnswGraph(dimensions, [{ vectors, start: 0, end: count }], settings);
  return { graph, scan: new VectorScan(vectors, graph), vectors };
}

/** The rows of the best scores, of equal ones the first. */
function searchExactly(scan: VectorScan, query: ArrayLike<number>, top: number): number[] {
  const all = Array.from({ length: scan.count }, (_, row) => row);
  const scores = scan.scores(query, all);
  return all.sort((a, b) => (scores[b] as number) - (scores[a] as number) || a - b).slice(0, top);
}

test("the kernels build and search the same graph as plain code", async () => {
  const dimensions = 20;
  const settings = { m: 3, efConstruction: 12 };
  const { graph, scan, vectors } = await buildScan(
    clusteredVectors(300, dimensions, 3),
    dimensions,
    settings,
  );
  const codes = Array.from({ length: 300 }, (_, row) => [
    ...vectors.sliceCodes(row, row + 1).subarray(0, dimensions),
  ]);
  const plain = new PlainHnsw({ codes, scales: vectors.scales }, 3, sampleLevels(300, 3));
  plain.insertAll(12);
  expect(plain.toGraph()).toEqual(graph);
  expect(Math.max(...graph.levels)).toBeGreaterThan(1);
  for (const [ef, row] of [
    [1, 5],
    [10, 77],
    [40, 299],
  ] as const) {
    // A query whose largest number is 4095 / 4095 of itself loses nothing where numbers are whole.
    const query = (codes[row] as number[]).map((code, i) => (i === 0 ? 4095 : 7 * code));
    expect([...scan.searchHnsw(query, ef)]).toEqual(plain.search(query, ef));
    const odd = plain.search(query, ef, (each) => each % 2 === 1);
    expect([...scan.searchHnsw(query, ef, (bits) => bits.fill(0b10101010))]).toEqual(odd);
  }
});

test("the same vectors give the same graph", async () => {
  const values = clusteredVectors(500, 16, 9);
  const settings = { m: 8, efConstruction: 40 };
  expect((await buildScan(values, 16, settings)).graph).toEqual(
    (await buildScan(values, 16, settings)).graph,
  );
});

describe("a graph of the first rows", () => {
  const dimensions = 16;
  const settings = { m: 3, efConstruction: 12 };
  const values = clusteredVectors(400, dimensions, 9);
  const createRanges = (vectors: SegmentVectors, count: number) => [
    { vectors, start: 0, end: count >> 1 },
    { vectors, start: count >> 1, end: count },
  ];

  test("is continued to the same graph as one built from scratch", async () => {
    const { graph, vectors } = await buildScan(values, dimensions, settings);
    for (const rows of [1, 2, 250, 399, 400]) {
      const begun = await buildHnswGraph(dimensions, createRanges(vectors, rows), settings);
      expect(begun.levels).toHaveLength(rows);
      const fullGraph = await buildHnswGraph(
        dimensions,
        createRanges(vectors, 400),
        settings,
        begun,
      );
      expect(fullGraph).toEqual(graph);
    }
  });

  test("is reused unchanged if it has all rows and the same settings", async () => {
    const { graph, vectors } = await buildScan(values, dimensions, settings);
    const begun = await buildHnswGraph(dimensions, createRanges(vectors, 400), settings);
    // A graph of all rows without a single link: nothing is left to insert, so nothing is linked.
    const bare = { ...begun, degrees: begun.degrees.map(() => 0), neighbours: new Uint32Array(0) };
    expect(await buildHnswGraph(dimensions, createRanges(vectors, 400), settings, bare)).toEqual(
      bare,
    );
    const other = await buildHnswGraph(dimensions, createRanges(vectors, 250), {
      ...settings,
      m: 4,
    });
    expect(await buildHnswGraph(dimensions, createRanges(vectors, 400), settings, other)).toEqual(
      graph,
    );
    const odd = { ...bare, levels: bare.levels.map((level) => level ^ 1) };
    expect(await buildHnswGraph(dimensions, createRanges(vectors, 400), settings, odd)).toEqual(
      graph,
    );
  });
});

describe("of 4,000 vectors of 64 dimensions in clusters", () => {
  const dimensions = 64;
  const queries = clusteredVectors(4_050, dimensions, 1).slice(4_000 * dimensions);
  const all = buildScan(
    clusteredVectors(4_050, dimensions, 1).slice(0, 4_000 * dimensions),
    dimensions,
    {
      m: 16,
      efConstruction: 200,
    },
  );

  test("recall at 10 is at least .95", async () => {
    const { scan } = await all;
    let hitCount = 0;
    for (let at = 0; at < queries.length; at += dimensions) {
      const query = queries.subarray(at, at + dimensions);
      const hnswHits = new Set(scan.searchHnsw(query, 100).slice(0, 10));
      hitCount += searchExactly(scan, query, 10).filter((row) => hnswHits.has(row)).length;
    }
    expect(hitCount / 500).toBeGreaterThanOrEqual(0.95);
  });

  test("ef = n returns nearly every row, and the 100 nearest in order", async () => {
    const { scan } = await all;
    const query = queries.subarray(0, dimensions);
    expect(scan.searchHnsw(query, 4_000).length).toBeGreaterThan(3_990);
    expect([...scan.searchHnsw(query, 4_000).slice(0, 100)]).toEqual(
      searchExactly(scan, query, 100),
    );
  });
});

test("a search of any vectors returns each allowed row once, nearest first", async () => {
  const row = fc.constantFrom([1, 0, 0], [1, 1, 0], [0, 0, -1], [0.5, 0.25, -1]);
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 60 }),
      row,
      fc.integer({ min: 1, max: 70 }),
      fc.uint8Array({ minLength: 8, maxLength: 8 }),
      async (example, query, ef, mask) => {
        const { scan } = await buildScan(Float32Array.from(example.flat()), 3, {
          m: 2,
          efConstruction: 8,
        });
        const rows = [
          ...scan.searchHnsw(query, ef, (bits) => bits.set(mask.subarray(0, bits.length))),
        ];
        expect(new Set(rows).size).toBe(rows.length);
        expect(rows.every((each) => ((mask[each >> 3] as number) >> (each & 7)) & 1)).toBe(true);
        const scores = [...scan.scores(query, rows)];
        expect(scores).toEqual(scores.toSorted((a, b) => b - a));
        expect(rows.length).toBeLessThanOrEqual(ef);
      },
    ),
    { numRuns: 60 },
  );
});

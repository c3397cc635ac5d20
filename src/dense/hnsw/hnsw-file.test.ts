import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { checkIndex } from "../../index/check-index.ts";
import type { Frame } from "../../index/files/file-frame.ts";
import { IndexWriter } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index-snapshot.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { replaceFile } from "../../storage/replace-file.ts";
import type { SegmentVectors } from "../vectors/segment-vectors.ts";
import type { VectorOptions } from "../vectors/vector-settings.ts";
import { buildHnswGraph } from "./hnsw-builder.ts";
import { readHnswGraph } from "./hnsw-file.ts";
import { HnswMemory } from "./hnsw-memory.ts";

const GRAPH = { m: 2, efConstruction: 8, from: 3 };

/** Documents on a quarter of a circle, one vector each. */
async function circle(
  count: number,
  vectors: VectorOptions = { dimensions: 2, graph: GRAPH },
  { commitEvery = 100 } = {},
): Promise<MemoryDirectory> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { vectors });
  for (let i = 0; i < count; i++) {
    const angle = (i / count) * (Math.PI / 2);
    await writer.add({ id: `d${i}`, text: "one", vectors: [[Math.cos(angle), Math.sin(angle)]] });
    if (i % commitEvery === commitEvery - 1) await writer.commit();
  }
  await writer.commit();
  await writer.merge();
  await writer.commit();
  await writer.close();
  return directory;
}

async function listGraphFiles(directory: MemoryDirectory): Promise<string[]> {
  return (await directory.list()).filter((name) => name.endsWith(".graph"));
}

test("three vectors are each other's neighbours", async () => {
  const snapshot = await IndexSnapshot.open(await circle(3));
  const graph = await snapshot.parts[0]?.segment.readHnswGraph(3);
  expect(graph?.degrees.length).toBe(3 + (graph?.levels.reduce((a, b) => a + b, 0) ?? 0));
  // At 0°, 30° and 60°: the first and the last are nearer to the middle than to each other, so each links to it alone.
  expect([...(graph?.degrees.slice(0, 3) ?? [])]).toEqual([1, 2, 1]);
  expect([...(graph?.neighbours.slice(0, 4) ?? [])]).toEqual([1, 0, 2, 1]);
});

test("a segment below the minimum size has no graph, and a merge that reaches it builds one", async () => {
  expect(await listGraphFiles(await circle(2))).toEqual([]);
  const merged = await circle(12, undefined, { commitEvery: 2 });
  expect(await listGraphFiles(merged)).toHaveLength(1);
  expect((await checkIndex(merged)).damages).toEqual([]);
  expect(await listGraphFiles(await circle(12, { dimensions: 2 }))).toEqual([]);
});

test("a merged index has the bytes of one written at once", async () => {
  const [one, two] = [await circle(40), await circle(40, undefined, { commitEvery: 7 })];
  const readGraphBytes = async (directory: MemoryDirectory): Promise<Uint8Array> => {
    const [name = ""] = await listGraphFiles(directory);
    return (await directory.read(name)).slice(32, -4); // without the id of the index
  };
  expect(await readGraphBytes(two)).toEqual(await readGraphBytes(one));
});

test.each([
  ["inserts the vectors of the others", undefined, 4],
  ["inserts all where a vector of the first is gone", "d5", 12],
  ["inserts those of the others where one of theirs is gone", "d10", 3],
])("a merge %s", async (_, gone, inserted) => {
  const writer = await IndexWriter.open(new MemoryDirectory(), {
    vectors: { dimensions: 2, graph: GRAPH },
  });
  const add = (i: number) => writer.add({ id: `d${i}`, text: "one", vectors: [[i + 1, i * i]] });
  for (let i = 0; i < 10; i++) await add(i);
  await writer.commit();
  for (let i = 10; i < 14; i++) await add(i);
  await writer.commit();
  if (gone !== undefined) await writer.delete(gone);
  await writer.commit();
  const insert = vi.spyOn(HnswMemory.prototype, "insert");
  try {
    await writer.merge();
    await writer.commit();
    expect(insert).toHaveBeenCalledTimes(inserted);
  } finally {
    insert.mockRestore();
    await writer.close();
  }
});

test("a merge does not continue a damaged graph", async () => {
  const directory = await circle(20);
  const [name = ""] = await listGraphFiles(directory);
  const bytes = (await directory.read(name)).slice();
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 4;
  await replaceFile(directory, name, bytes);
  const writer = await IndexWriter.open(directory);
  await writer.add({ id: "last", text: "one", vectors: [[1, 1]] });
  await writer.commit();
  await expect(writer.merge()).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
  await writer.close();
});

test("graphs are valid after any changes, deletions, merges and reordering", async () => {
  const lives = fc.record({
    counts: fc.array(fc.nat(3), { minLength: 1, maxLength: 20 }),
    commitEvery: fc.integer({ min: 1, max: 8 }),
    gone: fc.uniqueArray(fc.nat(19), { maxLength: 6 }),
    end: fc.constantFrom("merge", "reorder", "commit"),
  });
  await fc.assert(
    fc.asyncProperty(lives, async ({ counts, commitEvery, gone, end }) => {
      const directory = new MemoryDirectory();
      const vectors = { dimensions: 2, graph: GRAPH };
      const writer = await IndexWriter.open(directory, { vectors });
      for (const [i, count] of counts.entries()) {
        const vectorsIn = Array.from({ length: count }, (_, j) => [i + 1, j - i / 2]);
        await writer.add({ id: `d${i}`, text: `w${i % 5}`, vectors: vectorsIn });
        if (i % commitEvery === 0) await writer.commit();
      }
      for (const number of gone) await writer.delete(`d${number}`);
      if (end !== "commit") await writer[end]();
      await writer.commit();
      await writer.close();
      expect((await checkIndex(directory)).damages).toEqual([]);
      const snapshot = await IndexSnapshot.open(directory);
      for (const { segment } of snapshot.parts) {
        const rows = (await segment.readVectors(2))?.scales.length ?? 0;
        const graph = await segment.readHnswGraph(rows);
        expect(graph?.levels.length).toBe(rows < 3 ? undefined : rows);
        const allRows = {
          vectors: (await segment.readVectors(2)) as SegmentVectors,
          start: 0,
          end: rows,
        };
        if (graph !== undefined) expect(graph).toEqual(await buildHnswGraph(2, [allRows], GRAPH));
      }
      await snapshot.close();
    }),
    { numRuns: 15 },
  );
});

test("an index keeps its HNSW settings, given again or not", async () => {
  const directory = await circle(5);
  for (const vectors of [{ dimensions: 2 }, { dimensions: 2, graph: GRAPH }, undefined]) {
    const writer = await IndexWriter.open(directory, vectors && { vectors });
    expect(writer.settings.vectors?.graph).toEqual(GRAPH);
    await writer.close();
  }
  await expect(
    IndexWriter.open(directory, { vectors: { dimensions: 2, graph: { ...GRAPH, m: 3 } } }),
  ).rejects.toThrow("which cannot become");
  const plain = await circle(5, { dimensions: 2, graph: true });
  const snapshot = await IndexSnapshot.open(plain);
  const usual = { m: 16, efConstruction: 200, from: 10_000 };
  expect(snapshot.settings.vectors).toEqual({ dimensions: 2, graph: usual });
});

test.each<[string, unknown, string]>([
  ["m", { m: 1 }, "m of a graph must be a whole number from 2 to 64, got 1"],
  ["efConstruction", { efConstruction: 0.5 }, "efConstruction of a graph must be a whole number"],
  ["from", { from: 0 }, "from of a graph must be a whole number from 1"],
  ["another name", { degree: 3 }, 'a graph has no "degree"'],
  ["a text", "yes", "the graph of vectors must be true, or its settings"],
])("%s out of range is refused", async (_, graph, message) => {
  const vectors = { dimensions: 2, graph: graph as boolean };
  await expect(IndexWriter.open(new MemoryDirectory(), { vectors })).rejects.toThrow(message);
});

describe("a damaged graph", () => {
  const text = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
  const createFrame = (...sections: readonly Uint8Array[]): Frame => ({
    indexId: "0123456789abcdef",
    crc: 0,
    sections: sections.map((bytes, i) => ({ file: "g", start: 100 * i, bytes })),
  });
  const head = text({ rows: 2, m: 2 });
  /** Two rows, each the neighbour of the other: 1 and 0, packed from 0 with one bit each. */
  const links = Uint8Array.of(0, 1, 0b01);

  test("a valid graph is read", () => {
    const sound = createFrame(head, Uint8Array.of(0, 0), Uint8Array.of(1, 1), links);
    expect([...readHnswGraph("g", sound, 2).neighbours]).toEqual([1, 0]);
  });

  test.each<[string, Frame, string]>([
    ["of other rows", createFrame(text({ rows: 3, m: 2 }), links, links, links), "not for 2 rows"],
    ["without m", createFrame(text({ rows: 2 }), links, links, links), "m is undefined"],
    [
      "of a level that cannot be",
      createFrame(head, Uint8Array.of(0, 16), Uint8Array.of(1, 1), links),
      "a level above 15",
    ],
    [
      "with a list too many",
      createFrame(head, Uint8Array.of(0, 0), Uint8Array.of(1, 1, 0), links),
      "a section of 3 bytes instead of 2",
    ],
    [
      "with more neighbours than fit",
      createFrame(head, Uint8Array.of(0, 0), Uint8Array.of(5, 0), Uint8Array.of(2, 0)),
      "row 0 has 5 neighbours",
    ],
    [
      "with a row as its own neighbour",
      createFrame(head, Uint8Array.of(0, 0), Uint8Array.of(1, 1), Uint8Array.of(0, 0)),
      "row 0 cannot have the neighbour 0 on level 0",
    ],
    [
      "with a neighbour that is not there",
      createFrame(head, Uint8Array.of(0, 0), Uint8Array.of(1, 1), Uint8Array.of(0, 3, 0b000010)),
      "row 0 cannot have the neighbour 2 on level 0",
    ],
    [
      "with a neighbour that is below the level",
      createFrame(head, Uint8Array.of(1, 0), Uint8Array.of(1, 1, 1), Uint8Array.of(0, 1, 0b101)),
      "row 0 cannot have the neighbour 1 on level 1",
    ],
  ])("%s is named", (_, frame, message) => {
    expect(() => readHnswGraph("g", frame, 2)).toThrow(message);
  });
});

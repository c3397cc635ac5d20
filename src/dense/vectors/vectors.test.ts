import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STORES } from "../../../test/faults/stores.ts";
import { checkIndex, recoverIndex } from "../../index/check-index.ts";
import { IndexWriter, type WriterOptions } from "../../index/index-writer.ts";
import { IndexSnapshot } from "../../index/snapshots/index-snapshot.ts";
import { writePrunedIndex } from "../../index/weights/pruned-index.ts";
import { TermWeights } from "../../index/weights/term-weights.ts";
import type { Directory } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";

const DIMENSIONS = 5;
const OPTIONS: WriterOptions = { vectors: { dimensions: DIMENSIONS, model: "tiny" } };

const vector = fc
  .array(fc.double({ min: -10, max: 10, noNaN: true }), {
    minLength: DIMENSIONS,
    maxLength: DIMENSIONS,
  })
  .filter((values) => Math.hypot(...values) > 1e-3);
const vectors = fc.array(vector, { maxLength: 3 });

describe.each(STORES)("vectors %s", (_, fresh) => {
  test("are stored for every document, whatever wrote its segment", async () => {
    const lives = fc.record({
      documents: fc.array(vectors, { minLength: 1, maxLength: 30 }),
      commitEvery: fc.integer({ min: 1, max: 12 }),
      gone: fc.uniqueArray(fc.nat(29), { maxLength: 8 }),
      changed: fc.uniqueArray(fc.tuple(fc.nat(29), vectors), {
        maxLength: 4,
        selector: ([number]) => number,
      }),
      end: fc.constantFrom("as it is", "merge", "reorder", "reopen"),
    });
    await fc.assert(
      fc.asyncProperty(lives, async ({ documents, commitEvery, gone, changed, end }) => {
        const directory = await fresh();
        const model = new Map<string, number[][]>();
        let writer = await IndexWriter.open(directory, OPTIONS);
        for (const [i, vectorsIn] of documents.entries()) {
          await writer.add({ id: `d${i}`, text: `w${i % 5} w${i}`, vectors: vectorsIn });
          model.set(`d${i}`, vectorsIn);
          if (i % commitEvery === 0) await writer.commit();
        }
        for (const [number, vectorsIn] of changed) {
          await writer.update({ id: `d${number}`, text: "changed", vectors: vectorsIn });
          model.set(`d${number}`, vectorsIn);
        }
        for (const number of gone) {
          await writer.delete(`d${number}`);
          model.delete(`d${number}`);
        }
        if (end === "merge") await writer.merge();
        if (end === "reorder") await writer.reorder();
        await writer.commit();
        await writer.close();
        if (end === "reopen") {
          writer = await IndexWriter.open(directory);
          await writer.add({ id: "last", text: "without a vector" });
          await writer.commit();
          await writer.close();
          model.set("last", []);
        }
        expect((await checkIndex(directory)).damages).toEqual([]);
        expectNear(await readAllVectors(directory), model);
      }),
      { numRuns: 40 },
    );
  });

  test("of a merged index have the bytes of one written at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(vectors, { minLength: 2, maxLength: 20 }), async (documents) => {
        const [one, two] = [new MemoryDirectory(), await fresh()];
        for (const [directory, hasCommits] of [[one, false] as const, [two, true] as const]) {
          const writer = await IndexWriter.open(directory, OPTIONS);
          for (const [i, vectorsIn] of documents.entries()) {
            await writer.add({ id: `d${i}`, text: "word", vectors: vectorsIn });
            if (hasCommits && i % 3 === 0) await writer.commit();
          }
          await writer.merge();
          await writer.commit();
          await writer.close();
        }
        expect(await vectorsFile(two)).toEqual(await vectorsFile(one));
      }),
      { numRuns: 20 },
    );
  });
});

/** A vector is read back in the direction in which it was given, with length 1. */
function expectNear(
  actual: ReadonlyMap<string, readonly Float32Array[]>,
  expected: ReadonlyMap<string, readonly (readonly number[])[]>,
): void {
  expect([...actual.keys()].sort()).toEqual([...expected.keys()].sort());
  for (const [id, rows] of expected) {
    const read = actual.get(id) ?? [];
    expect(read).toHaveLength(rows.length);
    for (const [i, row] of rows.entries()) {
      const length = Math.hypot(...row);
      for (const [component, value] of row.entries()) {
        // Half a scale at most, which is 1/127 of the largest number, which is 1 at most.
        expect(Math.abs((read[i]?.[component] ?? 9) - value / length)).toBeLessThan(
          0.5 / 127 + 1e-6,
        );
      }
    }
  }
}

async function readAllVectors(directory: Directory): Promise<Map<string, Float32Array[]>> {
  const snapshot = await IndexSnapshot.open(directory);
  const vectorsById = new Map<string, Float32Array[]>();
  for (const { segment, deletions } of snapshot.parts) {
    const read = await segment.readVectors(DIMENSIONS);
    for (let document = 0; document < segment.documents.count; document++) {
      if (deletions?.has(document) === true) continue;
      const rows: Float32Array[] = [];
      for (let row = read?.start(document) ?? 0; row < (read?.end(document) ?? 0); row++) {
        rows.push(read?.decodeRow(row) as Float32Array);
      }
      vectorsById.set(segment.documents.id(document), rows);
    }
  }
  await snapshot.close();
  return vectorsById;
}

async function vectorsFile(directory: Directory): Promise<Uint8Array> {
  const [name] = (await directory.list()).filter((each) => each.endsWith(".vectors"));
  return directory.read(name as string);
}

async function buildSmallIndex(): Promise<MemoryDirectory> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { vectors: { dimensions: 2 } });
  await writer.add({ id: "a", text: "one two", vectors: [[3, 4]] });
  await writer.add({ id: "b", text: "two", vectors: [] });
  await writer.commit();
  await writer.close();
  return directory;
}

test("the codes and the scale of (3, 4) are those computed by hand", async () => {
  const snapshot = await IndexSnapshot.open(await buildSmallIndex());
  const read = await snapshot.parts[0]?.segment.readVectors(2);
  // (3, 4) / 5 = (.6, .8); the scale is .8 / 127, and .6 / that is 95.25.
  expect([...(read?.codes ?? [])].slice(0, 3)).toEqual([95, 127, 0]);
  expect(read?.scales[0]).toBeCloseTo(0.8 / 127, 9);
  expect([...(read?.ends ?? [])]).toEqual([1, 1]);
});

test("vectors survive pruning and recovery of an index", async () => {
  const directory = await buildSmallIndex();
  const before = await vectorsFile(directory);
  const snapshot = await IndexSnapshot.open(directory);
  const pruned = new MemoryDirectory();
  await writePrunedIndex(snapshot, pruned, new TermWeights(new Map([["two", 0]]), 1));
  expect((await checkIndex(pruned)).damages).toEqual([]);
  expect((await vectorsFile(pruned)).slice(32, -4)).toEqual(before.slice(32, -4));
  const saved = new MemoryDirectory();
  await recoverIndex(directory, saved);
  expect(await vectorsFile(saved)).toEqual(before);
});

test.each<[string, unknown, string]>([
  ["of other dimensions", [1, 2, 3], "a vector has 3 dimensions, those of the index 2"],
  ["with NaN", [1, Number.NaN], "number 1 of a vector is NaN; it must be finite"],
  ["with infinity", [Number.NEGATIVE_INFINITY, 1], "number 0 of a vector is -Infinity"],
  ["of zeros", [0, 0], "a vector of zeros has no direction"],
  ["that is a text", "0.1 0.2", "a vector must be an array of numbers"],
  ["of texts", ["1", "2"], "number 0 of a vector is 1; it must be finite"],
])("a vector %s is refused", async (_, vectorsIn, message) => {
  const writer = await IndexWriter.open(new MemoryDirectory(), { vectors: { dimensions: 2 } });
  const document = { id: "a", text: "one", vectors: [vectorsIn as number[]] };
  await expect(writer.add(document)).rejects.toThrow(`document "a": ${message}`);
  await writer.close();
});

test("vectors that are very long or very short keep their direction", async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { vectors: { dimensions: 2 } });
  await writer.add({
    id: "a",
    text: "one",
    vectors: [[3e300, 4e300], Float64Array.of(3e-300, 4e-300)],
  });
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const read = await snapshot.parts[0]?.segment.readVectors(2);
  for (const row of [0, 1]) {
    expect(read?.decodeRow(row)[0]).toBeCloseTo(0.6, 2);
    expect(read?.decodeRow(row)[1]).toBeCloseTo(0.8, 2);
  }
});

test("an index keeps the vectors it was made with", async () => {
  const directory = await buildSmallIndex();
  await expect(IndexWriter.open(directory, { vectors: { dimensions: 3 } })).rejects.toThrow(
    'the index was made with vectors {"dimensions":2}, which cannot become {"dimensions":3}',
  );
  const plain = new MemoryDirectory();
  const writer = await IndexWriter.open(plain);
  await expect(writer.add({ id: "a", text: "one", vectors: [[1]] })).rejects.toThrow(
    'document "a" has a vector, but the index was made without vectors',
  );
  await writer.commit();
  await writer.close();
  await expect(IndexWriter.open(plain, { vectors: { dimensions: 3 } })).rejects.toThrow(
    "the index was made without vectors and cannot get any; build a new index",
  );
});

test.each([0, 4097, 1.5, Number.NaN])("%s dimensions are rejected", async (dimensions) => {
  await expect(
    IndexWriter.open(new MemoryDirectory(), { vectors: { dimensions } }),
  ).rejects.toThrow("a whole number of dimensions from 1 to 4096");
});

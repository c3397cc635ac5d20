import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STORES } from "../../../test/faults/stores.ts";
import { Random } from "../../common/random.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { openBytes } from "../../storage/memory-file.ts";
import { openFrame } from "./file-frame.ts";
import { writeFrame } from "./frame-writer.ts";
import { PageCache } from "./page-cache.ts";
import { openPaged, PAGE_BYTES, type SyncReadableFile } from "./paged-file.ts";
import { toSlicedFrame } from "./sliced-section.ts";

const INDEX = "0123456789abcdef";
const SIZES = [3 * PAGE_BYTES + 5, 0, 17, PAGE_BYTES];

/** A file of sections of these sizes, with random bytes. */
async function writeTestFile() {
  const directory = new MemoryDirectory();
  const random = new Random(1);
  const target = { files: directory, name: "f", kind: "stored", indexId: INDEX } as const;
  const record = await writeFrame(target, async (frame) => {
    for (const size of SIZES) {
      await frame.section(Uint8Array.from({ length: size }, () => random.below(256)));
    }
  });
  const bytes = await directory.read("f");
  return { bytes, expected: { ...record, indexId: INDEX } };
}

const { bytes, expected } = await writeTestFile();

function openPagedTest(content: Uint8Array, cache?: PageCache, reusesPages = false) {
  const file = openBytes(content) as SyncReadableFile;
  return openPaged("f", file, "stored", expected, { cache, reusesPages });
}

const slices = fc.array(fc.tuple(fc.nat(3), fc.nat(), fc.nat()), { minLength: 1, maxLength: 30 });

describe.each([
  ["with a cache that holds little", () => new PageCache(2 * PAGE_BYTES), false],
  ["with a cache that holds little and reuses memory", () => new PageCache(2 * PAGE_BYTES), true],
  ["with a cache that holds nothing and reuses memory", () => new PageCache(0), true],
  ["with a cache that holds all", () => new PageCache(100 * PAGE_BYTES), false],
  ["without a cache", () => undefined, false],
])("a file in pages, %s", (_, createCache, reusesPages) => {
  test("has the sections of the same file in memory", async () => {
    const inMemory = toSlicedFrame(await openFrame("f", bytes, "stored", expected));
    await fc.assert(
      fc.asyncProperty(slices, async (requestedSlices) => {
        const cache = createCache();
        const { sections } = await openPagedTest(bytes, cache, reusesPages);
        expect(sections.map(({ start, length }) => [start, length])).toEqual(
          inMemory.sections.map(({ start, length }) => [start, length]),
        );
        for (const [number, a, b] of requestedSlices) {
          const [section, same] = [sections[number], inMemory.sections[number]];
          const length = SIZES[number] as number;
          const [from, to] = [a % (length + 1), b % (length + 1)].sort((x, y) => x - y);
          const slice = section?.slice(from as number, to as number) as Uint8Array;
          expect(Buffer.compare(slice, same?.slice(from as number, to as number) as Buffer)).toBe(
            0,
          );
          expect(cache?.bytes ?? 0).toBeLessThanOrEqual(100 * PAGE_BYTES);
        }
      }),
      { numRuns: 30 },
    );
  });

  test("rejects reads outside a section", async () => {
    const { sections } = await openPagedTest(bytes, createCache());
    for (const [from, to] of [
      [-1, 2],
      [5, 4],
      [0, 18],
      [Number.NaN, 3],
    ] as const) {
      expect(() => sections[2]?.slice(from, to)).toThrow("a part lies outside its section");
    }
  });

  test("reports any flipped bit when it is opened", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(7), async (at, bit) => {
        const damaged = bytes.slice();
        damaged[at] = (damaged[at] as number) ^ (1 << bit);
        await expect(openPagedTest(damaged, createCache())).rejects.toMatchObject({
          code: "CORRUPT_INDEX",
        });
      }),
      { numRuns: 60 },
    );
    for (const length of [0, 10, 47, bytes.length - 1]) {
      const cut = openPagedTest(bytes.slice(0, length), createCache());
      await expect(cut).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
    }
  });

  test("reports damage that occurs after it was opened, and nothing else", async () => {
    const changing = bytes.slice();
    const { sections } = await openPagedTest(changing, createCache());
    const [first] = sections;
    const at = (first?.start ?? 0) + 2 * PAGE_BYTES + 40;
    changing[at] = (changing[at] as number) ^ 1;
    expect(first?.slice(0, 10)).toEqual(
      bytes.subarray(first?.start ?? 0, (first?.start ?? 0) + 10),
    );
    for (let i = 0; i < 2; i++) {
      expect(() => first?.slice(2 * PAGE_BYTES + 35, 2 * PAGE_BYTES + 45)).toThrow(
        "it has changed since the index was opened",
      );
    }
  });
});

test("evicts the least recently used pages beyond its byte limit", () => {
  const cache = new PageCache(30);
  const file = {};
  const read: number[] = [];
  const get = (page: number): number =>
    cache.get(file, page, () => {
      read.push(page);
      return new Uint8Array(10).fill(page);
    })[0] as number;
  for (const page of [1, 2, 3, 1, 4, 1, 2]) expect(get(page)).toBe(page);
  expect(read).toEqual([1, 2, 3, 4, 2]);
  expect(cache.bytes).toBe(30);
  cache.get({}, 1, () => new Uint8Array(25));
  expect(cache.bytes).toBe(25);
});

test("uses the memory of dropped pages again, but not of those that a caller may have kept", () => {
  const cache = new PageCache(30);
  const file = {};
  let allocated = 0;
  const getReusable = (page: number): number =>
    cache.getReusable(file, page, 10, (memory) => {
      if (memory === undefined) allocated++;
      return (memory ?? new Uint8Array(10)).fill(page);
    })[0] as number;
  for (let round = 0; round < 2; round++) {
    for (let page = 0; page < 9; page++) expect(getReusable(page)).toBe(page);
  }
  expect(allocated).toBe(3);
  const kept = cache.get(file, 8, () => new Uint8Array(10));
  const other = cache.get(file, 20, () => new Uint8Array(10).fill(20));
  for (let page = 0; page < 8; page++) expect(getReusable(page)).toBe(page);
  expect([kept[0], other[0]]).toEqual([8, 20]);
  expect(cache.bytes).toBe(30);
});

test.each(STORES)("files %s can be read in pages", async (_, fresh) => {
  const directory = await fresh();
  await directory.write("f", bytes);
  const file = await directory.openFile("f");
  const { sections } = await openPaged("f", file as SyncReadableFile, "stored", expected);
  await directory.remove("f");
  expect([...(sections[2]?.slice(0, 17) ?? [])]).toEqual([
    ...bytes.subarray(sections[2]?.start, (sections[2]?.start ?? 0) + 17),
  ]);
  await file.close();
});

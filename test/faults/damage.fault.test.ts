/**
 * R5 of the promises: damage is detected and named. Every truncation, a flipped bit in every byte,
 * damage under matching checksums, and files that do not belong together. FAULT_BITS sets how many
 * bits are flipped, FAULT_FLIPS and FAULT_LISTS how many damages under matching checksums are
 * tried, FAULT_SEED which.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { TermwiseError } from "../../src/common/errors.ts";
import { Random } from "../../src/common/random.ts";
import { buildIndex } from "../../src/index/build-index.ts";
import { checkIndex } from "../../src/index/check-index.ts";
import { listColumnFields, readSegmentColumns } from "../../src/index/columns/index.ts";
import { FORMAT_VERSION, MIN_FORMAT_VERSION } from "../../src/index/files/file-frame.ts";
import { IndexWriter } from "../../src/index/index-writer.ts";
import { IndexSnapshot } from "../../src/index/snapshots/index-snapshot.ts";
import { EXHAUSTED } from "../../src/index/snapshots/index-view.ts";
import { Searcher } from "../../src/ranking/searcher.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import { changeWithChecksums, flipBit, readContents } from "./damage.ts";
import { createDocument, FIELD_OPTIONS } from "./workload.ts";

const BITS = process.env.FAULT_BITS;
const LISTS = Number(process.env.FAULT_LISTS ?? 300);
const SEED = Number(process.env.FAULT_SEED ?? 1);
const FLIPS = Number(process.env.FAULT_FLIPS ?? 5_000);

/** Two segments, the first with a full posting block and a deletion. */
async function createTinyIndex(word: string): Promise<Map<string, Uint8Array>> {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, FIELD_OPTIONS);
  for (let i = 0; i < 140; i++) await writer.add(createDocument(`d${i}`, `${word} w${i % 3}`));
  await writer.commit();
  await writer.add({ id: "x", text: `${word} again` });
  await writer.delete("d5");
  await writer.commit();
  await writer.close();
  return readContents(directory);
}

let files: Map<string, Uint8Array>;

beforeAll(async () => {
  files = await createTinyIndex("word");
  const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
  expect(bytes).toBeLessThan(20_000);
});

describe("a tiny index", () => {
  test("detects every truncation of every file", async () => {
    for (const [name, bytes] of files) {
      for (let length = 0; length < bytes.length; length++) {
        await expectNamed(new Map([...files, [name, bytes.slice(0, length)]]), name);
      }
    }
  }, 300_000);

  test(`detects a flipped bit in every byte of every file${BITS === undefined ? "" : `, ${BITS} in turn`}`, async () => {
    const random = new Random(SEED).split("bits");
    const positions = [...files].flatMap(([name, bytes]) =>
      Array.from(bytes, (_, at) => ({ name, at })),
    );
    const count = Number(BITS ?? positions.length);
    for (let i = 0; i < count; i++) {
      const { name, at } = positions[i % positions.length] as (typeof positions)[number];
      const bytes = files.get(name) as Uint8Array;
      await expectNamed(new Map([...files, [name, flipBit(bytes, at, random.below(8))]]), name);
    }
  }, 1_200_000);

  test("detects each file that is missing, empty or of another index", async () => {
    const other = await createTinyIndex("other");
    for (const name of files.keys()) {
      const without = new Map(files);
      without.delete(name);
      if (name === "commit") {
        await expect(checkIndex(new MemoryDirectory(without))).rejects.toThrow(
          "no index in memory",
        );
      } else await expectNamed(without, name);
      await expectNamed(new Map([...files, [name, new Uint8Array(0)]]), name);
      if (name === "commit") continue;
      await expectNamed(new Map([...files, [name, other.get(name) as Uint8Array]]), name);
    }
  });

  test("detects two swapped files", async () => {
    const [one, two] = ["segment-1.terms", "segment-2.terms"] as const;
    const swapped = new Map([
      ...files,
      [one, files.get(two) as Uint8Array],
      [two, files.get(one) as Uint8Array],
    ]);
    await expectNamed(swapped, one);
  });

  test("of a newer or older format is refused as such", async () => {
    for (const [version, code] of [
      [FORMAT_VERSION + 1, "INDEX_TOO_NEW"],
      [MIN_FORMAT_VERSION - 1, "INDEX_TOO_OLD"],
    ] as const) {
      const changed = await changeWithChecksums(files, "commit", (bytes) => {
        bytes[16] = version;
      });
      await expect(IndexSnapshot.open(new MemoryDirectory(changed))).rejects.toMatchObject({
        code,
      });
    }
  });
});

test(`${FLIPS} damages under matching checksums return a result or a named error in time`, async () => {
  const random = new Random(SEED).split("flips");
  const names = [...files.keys()];
  let named = 0;
  for (let i = 0; i < FLIPS; i++) {
    const name = names[random.below(names.length)] as string;
    const changed = await changeWithChecksums(files, name, (bytes) => {
      // The footer is included; the checksum is recomputed afterwards.
      bytes[random.below(bytes.length - 4)] = random.below(256);
    });
    const start = process.cpuUsage();
    try {
      await useEverything(new MemoryDirectory(changed));
    } catch (error) {
      named++;
      expect(error, `damage ${i} of ${name}`).toBeInstanceOf(TermwiseError);
      const { code } = error as TermwiseError;
      expect(["CORRUPT_INDEX", "INDEX_TOO_NEW", "INDEX_TOO_OLD"], `damage ${i}`).toContain(code);
    }
    // Processor time: another process may have the core.
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000, `milliseconds of damage ${i}`).toBeLessThan(1000);
  }
  expect(named).toBeGreaterThan(FLIPS / 20);
}, 1_200_000);

test(`${LISTS} damaged lists under matching checksums return a result or a named error from the WASM kernels`, async () => {
  const random = new Random(SEED).split("lists");
  const directory = new MemoryDirectory();
  const words = (i: number): string => `a${i % 2} b${i % 3} c${i % 7} d${(i * i) % 5} all`;
  const texts = Array.from({ length: 3000 }, (_, i) => ({
    id: `${i}`,
    text: words(i).repeat(1 + (i % 4)),
  }));
  await buildIndex(directory, texts, { analysis: { language: "other" } });
  const sound = await readContents(directory);
  let named = 0;
  for (let i = 0; i < LISTS; i++) {
    const name = random.below(4) === 0 ? "segment-1.terms" : "segment-1.postings";
    const changed = await changeWithChecksums(sound, name, (bytes) => {
      for (let n = random.below(3); n >= 0; n--) {
        bytes[32 + random.below(bytes.length - 48)] = random.below(256);
      }
    });
    try {
      const snapshot = await IndexSnapshot.open(new MemoryDirectory(changed));
      const searcher = new Searcher(snapshot, { kernelsFrom: 0 });
      for (const query of [["all"], ["a1", "b2"], ["c3", "d4", "all"], ["a0", "b0", "c0", "d0"]]) {
        await searcher.rank(query, { top: 20 });
        await searcher.rank(query, {
          top: 5,
          total: true,
          filter: { has: (each) => each % 9 > 1 },
        });
      }
      await searcher.rank(["all", "b1"], { top: 1, total: true });
    } catch (error) {
      named++;
      expect(error, `damage ${i} of ${name}`).toMatchObject({ code: "CORRUPT_INDEX" });
    }
  }
  expect(named).toBeGreaterThan(LISTS / 20);
}, 300_000);

/** Opening or using the index must fail, and the check must name the file. */
async function expectNamed(damaged: Map<string, Uint8Array>, name: string): Promise<void> {
  const directory = new MemoryDirectory(damaged);
  const { damages } = await checkIndex(directory);
  expect(damages.map(({ file }) => file)).toContain(name);
}

/** Everything that a search does, and more. */
async function useEverything(directory: MemoryDirectory): Promise<void> {
  const snapshot = await IndexSnapshot.open(directory);
  for (const term of snapshot.termsWithPrefix("", 100)) {
    const cursor = snapshot.postings(term);
    while (cursor !== undefined && cursor.next() !== EXHAUSTED) cursor.positions();
    snapshot.postings(term)?.seek(100);
  }
  for (let document = 0; document < snapshot.documentLimit; document += 20) {
    snapshot.find(snapshot.id(document));
    snapshot.length(document);
    await snapshot.readTerms(document);
    await snapshot.readTokens(document);
    await snapshot.readStoredFields(document);
  }
  for (const { segment } of snapshot.parts) {
    const vectors = await segment.readVectors(snapshot.settings.vectors?.dimensions ?? 0);
    await segment.readHnswGraph(vectors?.scales.length ?? 0);
    const columns = await readSegmentColumns(segment, listColumnFields(snapshot.settings.schema));
    for (const column of columns.values()) {
      for (const value of column.values.all()) {
        column.ordinal(value);
        column.above(value, { isIncluded: false });
      }
      for (let document = 0; document < column.documentCount; document++) {
        column.readValues(document);
      }
    }
  }
  await snapshot.close();
}

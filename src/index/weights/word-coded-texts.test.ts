import { beforeAll, describe, expect, test } from "vitest";
import type { JsonValue } from "../../collection/document.ts";
import { Random } from "../../common/random.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { checkIndex } from "../check-index.ts";
import { openFrame } from "../files/file-frame.ts";
import { openWordDecoder } from "../files/word-table.ts";
import { IndexWriter } from "../index-writer.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { writePrunedIndex } from "./pruned-index.ts";
import { TermWeights } from "./term-weights.ts";

const random = new Random(5);
const pick = (): string =>
  ["the", "Index", "of a", "search,", "(2000)", "naïve", "日本語", "\n\n", "e-mail", "  "][
    random.below(10)
  ] as string;
const DOCUMENTS = Array.from({ length: 150 }, (_, i) => ({
  id: `d${i}`,
  title: `Title ${i}`,
  text: Array.from({ length: random.below(60) }, pick).join(" "),
  fields: { n: i, odd: "\ud800", tags: ["search", "Index of"] } as Record<string, JsonValue>,
}));
const WEIGHTS = new TermWeights([["index", 1, 2]], 1, 1);

let plain: MemoryDirectory;
let coded: MemoryDirectory;

beforeAll(async () => {
  plain = new MemoryDirectory();
  await buildIndex(plain, DOCUMENTS);
  coded = new MemoryDirectory();
  await writePrunedIndex(await IndexSnapshot.open(plain), coded, WEIGHTS);
});

const readAll = async (directory: MemoryDirectory): Promise<Map<string, unknown>> => {
  const snapshot = await IndexSnapshot.open(directory);
  const all = new Map<string, unknown>();
  for (let document = 0; document < snapshot.documentLimit; document++) {
    const id = snapshot.id(document);
    if (snapshot.find(id) === document) all.set(id, await snapshot.readStoredFields(document));
  }
  return all;
};

const readVersion = async (directory: MemoryDirectory, file: string): Promise<number> => {
  const bytes = await directory.read(file);
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(16, true);
};

describe("the stored texts of a pruned index", () => {
  test("are those of the index that it was made from, in at most three quarters of the bytes", async () => {
    expect(await readAll(coded)).toEqual(await readAll(plain));
    const [before, after] = [plain, coded].map((each) => each.read("segment-1.stored"));
    expect((await after)?.length).toBeLessThan(((await before)?.length ?? 0) * 0.75);
    expect((await checkIndex(coded)).damages).toEqual([]);
  });

  test("have format version 4, and codes of tokens and weights 5, so that older releases reject them", async () => {
    const versions: Record<string, number> = { stored: 4, forward: 5, forms: 5, weights: 5 };
    for (const name of await coded.list()) {
      const kind = name.replace(/^.*\./, "");
      expect([name, await readVersion(coded, name)]).toEqual([name, versions[kind] ?? 3]);
    }
  });

  test("stay through additions, deletions, merges and reordering", async () => {
    const target = new MemoryDirectory();
    await writePrunedIndex(await IndexSnapshot.open(plain), target, WEIGHTS);
    const expected = await readAll(plain);
    const writer = await IndexWriter.open(target);
    await writer.add({ id: "new", text: "the Index of a\tbrand-new search" });
    await writer.delete("d7");
    await writer.commit();
    expected.set("new", { text: "the Index of a\tbrand-new search" }).delete("d7");
    expect(await readAll(target)).toEqual(expected);
    await writer.merge();
    await writer.commit();
    expect(await readAll(target)).toEqual(expected);
    await writer.reorder();
    await writer.commit();
    await writer.close();
    expect(await readAll(target)).toEqual(expected);
    expect((await checkIndex(target)).damages).toEqual([]);
    const [stored] = (await target.list()).filter((name) => name.endsWith(".stored"));
    expect(await readVersion(target, stored as string)).toBe(4);
  });

  test("are rejected with damaged words", async () => {
    const name = "segment-1.stored";
    const frame = await openFrame(name, await coded.read(name), "stored");
    const { bytes, ...section } = frame.sections[6] as (typeof frame.sections)[number];
    const open = (damaged: Uint8Array): unknown =>
      openWordDecoder({
        ...{ file: name, start: section.start, length: damaged.length },
        slice: (from, to) => damaged.subarray(from, to),
      });
    expect(() => open(bytes)).not.toThrow();
    for (let length = 0; length < bytes.length; length++) {
      expect(() => open(bytes.subarray(0, length))).toThrow(
        expect.objectContaining({ code: "CORRUPT_INDEX" }),
      );
    }
    expect(() => open(Uint8Array.of(255, 1, 0))).toThrow("255 of them with codes of one byte");
  });
});

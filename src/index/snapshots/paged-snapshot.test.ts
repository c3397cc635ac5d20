/**
 * Snapshots of an index that is large enough for stored fields, positions and surface tokens to be
 * read in pages.
 */

import { beforeAll, describe, expect, test } from "vitest";
import { type Contents, STORES } from "../../../test/faults/stores.ts";
import { Random } from "../../common/random.ts";
import type { Directory, OpenFile } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { Segment } from "../segments/segment.ts";
import { IndexSnapshot } from "./index-snapshot.ts";
import { EXHAUSTED, type PostingsCursor } from "./index-view.ts";

const DOCUMENTS = 9000;
const files = new Map<string, Uint8Array>();

function sampleWord(random: Random): string {
  return `w${Math.floor(3000 * random.uniform() ** 2)}`;
}

/** More than a mebibyte of each: documents have 125 words on average. */
beforeAll(async () => {
  const random = new Random(11);
  const directory = new MemoryDirectory();
  const documents = Array.from({ length: DOCUMENTS }, (_, i) => ({
    id: `d${i}`,
    text: Array.from({ length: random.below(250) }, () => sampleWord(random)).join(" "),
    fields: { number: i },
  }));
  const analysis = { language: "other", stemmer: "none", stopWords: "none" } as const;
  await buildIndex(directory, documents, { analysis, positions: true });
  for (const name of await directory.list()) files.set(name, await directory.read(name));
  for (const name of ["segment-1.stored", "segment-1.position", "segment-1.forward"]) {
    expect(files.get(name)?.length).toBeGreaterThan(1 << 20);
  }
}, 120_000);

/** The same segment with every file in memory. */
async function openWholeSegment(snapshot: IndexSnapshot): Promise<Segment> {
  const record = snapshot.parts[0]?.segment.record as Segment["record"];
  return Segment.open(new MemoryDirectory(files), record, snapshot.commit.indexId);
}

function listOccurrences(cursor: PostingsCursor | undefined): string[] {
  const lines: string[] = [];
  if (cursor === undefined) return lines;
  while (cursor.next() !== EXHAUSTED) lines.push(`${cursor.document}: ${cursor.positions()}`);
  return lines;
}

describe.each(STORES)("a large index %s", (_, fresh: (files: Contents) => Promise<Directory>) => {
  test("has the same fields and positions as the whole files", async () => {
    const snapshot = await IndexSnapshot.open(await fresh(files));
    const wholeFields = await (await openWholeSegment(snapshot)).storedFields();
    const random = new Random(2);
    for (let i = 0; i < 400; i++) {
      const document = random.below(DOCUMENTS);
      expect(await snapshot.readStoredFields(document)).toEqual(wholeFields.fields(document));
    }
    const plain = await IndexSnapshot.open(new WithoutPages(files));
    for (let i = 0; i < 100; i++) {
      const document = random.below(DOCUMENTS);
      expect(await snapshot.readTokens(document)).toEqual(await plain.readTokens(document));
      expect(await snapshot.readTerms(document)).toEqual(await plain.readTerms(document));
    }
    const [paged, inMemory] = await Promise.all(
      [snapshot, plain].map(({ parts }) => parts[0]?.segment.pagedForward()),
    );
    expect([...(paged?.allTokens() ?? [])]).toEqual([...(inMemory?.allTokens() ?? [])]);
    for (const term of ["w0", "w1", "w77", "w2999"]) {
      const expected = listOccurrences(plain.postings(term));
      expect(expected.length).toBeGreaterThan(0);
      expect(listOccurrences(snapshot.postings(term))).toEqual(expected);
    }
    await snapshot.close();
  });

  test("is read by several cursors at once without mixing their pages", async () => {
    const snapshot = await IndexSnapshot.open(await fresh(files));
    const plain = await IndexSnapshot.open(new WithoutPages(files));
    const terms = Array.from({ length: 60 }, (_, i) => `w${i * i}`).filter(
      (term) => plain.term(term) !== undefined,
    );
    const pairs = terms.map((term) => [snapshot.postings(term), plain.postings(term)] as const);
    for (let target = 0; target < DOCUMENTS; target += 37) {
      for (const [cursor, same] of pairs) {
        expect(cursor?.seek(target)).toBe(same?.seek(target));
        expect(cursor?.positions()).toEqual(same?.positions());
      }
    }
    await snapshot.close();
  });

  test("is readable after a writer has removed its files", async () => {
    const directory = await fresh(files);
    const snapshot = await IndexSnapshot.open(directory);
    const [expected, fields] = [
      listOccurrences(snapshot.postings("w5")),
      await snapshot.readStoredFields(5),
    ];
    await buildIndex(directory, [{ id: "other", text: "other" }], { mode: "replace" });
    expect(await directory.list()).not.toContain("segment-1.stored");
    expect(listOccurrences(snapshot.postings("w5"))).toEqual(expected);
    expect(await snapshot.readStoredFields(5)).toEqual(fields);
    expect((await snapshot.readStoredFields(DOCUMENTS - 1)).number).toBe(DOCUMENTS - 1);
    await snapshot.close();
  });

  test.each(["segment-1.stored", "segment-1.position", "segment-1.forward"])(
    "reports damage anywhere in %s",
    async (name) => {
      const random = new Random(4);
      for (let i = 0; i < 6; i++) {
        const bytes = (files.get(name) as Uint8Array).slice();
        const at = random.below(bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 << random.below(8));
        const directory = await fresh(new Map([...files, [name, bytes]]));
        const reading = IndexSnapshot.open(directory).then(async (snapshot) => {
          await snapshot.readStoredFields(0);
          await snapshot.readTokens(0);
        });
        await expect(reading).rejects.toMatchObject({
          code: "CORRUPT_INDEX",
          details: { file: name },
        });
      }
    },
  );
});

/** A directory of a platform without synchronous reads. */
class WithoutPages extends MemoryDirectory {
  override async openFile(name: string): Promise<OpenFile> {
    const { readSync: _, ...file } = await super.openFile(name);
    return file;
  }
}

/** Dictionary, postings and positions of one segment, written and read back together. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeText } from "../../common/bytes/byte-strings.ts";
import { plainCrc32 } from "../../common/bytes/crc32.ts";
import { TermwiseError } from "../../common/errors.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import { Deletions } from "./deletions.ts";
import { Dictionary } from "./dictionary.ts";
import { openFrame } from "./file-frame.ts";
import { impactFrequency, impactLength } from "./impacts.ts";
import { PostingListCursor } from "./list-cursor.ts";
import { Positions } from "./positions.ts";
import { Postings } from "./postings.ts";
import { toSlicedFrame } from "./sliced-section.ts";
import { TermsWriter } from "./terms-writer.ts";

const ID = "00000000000000aa";
const DOCUMENTS = 2000;
const lengths = Uint32Array.from({ length: DOCUMENTS }, (_, i) => 5 + (i % 50));

/** A list as pairs of document and positions. */
type List = [document: number, positions: number[]][];

const anyList: fc.Arbitrary<List> = fc
  .tuple(
    fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(127, 128, 129, 256, 700)),
    fc.integer({ min: 0, max: 2 ** 31 }),
  )
  .map(([count, seed]) => {
    const documents = spread(count, seed);
    return documents.map((document, i) => {
      const frequency = 1 + ((seed + 7 * i) % 11 === 0 ? (seed + i) % 40 : 0);
      return [document, Array.from({ length: frequency }, (_, k) => 3 * k + (i % 5))];
    });
  });

const anyTerms = fc.dictionary(fc.string({ minLength: 1, maxLength: 6 }), anyList, {
  minKeys: 1,
  maxKeys: 40,
});

describe("the lists of a segment", () => {
  test("are read back as they were written", async () => {
    await fc.assert(
      fc.asyncProperty(anyTerms, async (terms) => {
        const { dictionary, postings, positions } = await roundTrip(terms);
        for (const [term, list] of Object.entries(terms)) {
          const entry = dictionary.find(encodeText(term));
          if (entry === undefined) throw new Error(`${term} is lost`);
          const cursor = new PostingListCursor(postings, positions, entry, undefined);
          const read: List = [];
          while (cursor.next() !== EXHAUSTED) {
            const at = [...cursor.positions()];
            expect(cursor.frequency).toBe(at.length);
            read.push([cursor.document, at]);
          }
          expect(read).toEqual(list);
          expect([entry.documentFrequency, entry.collectionFrequency]).toEqual([
            list.length,
            list.reduce((sum, [, at]) => sum + at.length, 0),
          ]);
          expect([cursor.next(), cursor.seek(3), cursor.frequency]).toEqual([
            EXHAUSTED,
            EXHAUSTED,
            0,
          ]);
        }
      }),
      { numRuns: 60 },
    );
  });

  test("seek to the same documents as a plain filter, without deleted ones", async () => {
    const targets = fc.array(fc.nat(DOCUMENTS), { maxLength: 12 });
    const deleted = fc.array(fc.nat(DOCUMENTS - 1), { maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(anyList, targets, deleted, async (list, unsorted, deletedDocuments) => {
        const { dictionary, postings, positions } = await roundTrip({ term: list });
        const deletions = new Deletions(DOCUMENTS);
        for (const document of deletedDocuments) deletions.add(document);
        const entry = dictionary.at(0).entry();
        const cursor = new PostingListCursor(postings, positions, entry, deletions);
        const live = list.filter(([document]) => !deletedDocuments.includes(document));
        for (const target of unsorted.toSorted((a, b) => a - b)) {
          const expected = live.find(([document]) => document >= Math.max(target, cursor.document));
          expect(cursor.seek(target)).toBe(expected?.[0] ?? EXHAUSTED);
          expect([...cursor.positions()]).toEqual(expected?.[1] ?? []);
        }
      }),
      { numRuns: 100 },
    );
  });

  test("have impacts that bound every posting of a full block", async () => {
    const { postings, terms } = await roundTrip({
      a: spread(700, 5).map((document, i) => [
        document,
        Array.from({ length: 1 + (i % 9) }, (_, k) => k),
      ]),
    });
    const { impactStarts, impacts } = postings.arrays;
    const list = terms[0]?.[1] as List;
    expect(impactStarts.length).toBe(6);
    for (const [i, [document, at]] of list.slice(0, 640).entries()) {
      const block = i >> 7;
      const bounds = impacts.subarray(impactStarts[block], impactStarts[block + 1]);
      const length = lengths[document] as number;
      expect(
        bounds.some(
          (impact) => impactFrequency(impact) >= at.length && impactLength(impact) <= length,
        ),
      ).toBe(true);
    }
  });

  test("are found only by their exact term", async () => {
    const one: List = [[0, [0]]];
    const words = Array.from({ length: 100 }, (_, i) => `w${String(i).padStart(3, "0")}`);
    const { dictionary } = await roundTrip(Object.fromEntries(words.map((word) => [word, one])));
    expect(words.map((word) => dictionary.find(encodeText(word))?.number)).toEqual(
      words.map((_, i) => i),
    );
    for (const absent of ["", "a", "w", "w0", "w0500", "w100", "z"]) {
      expect(dictionary.find(encodeText(absent))).toBeUndefined();
    }
    expect(dictionary.seek(encodeText("w05")).number).toBe(50);
    expect(dictionary.seek(encodeText("x")).number).toBe(100);
  });
});

test("rejects, when the file is opened, a block that ends beyond the last document", async () => {
  const list: List = Array.from({ length: 128 }, (_, i) => [2 * i, [0]]);
  const { directory } = await roundTrip({ word: list });
  const bytes = await directory.read("s.postings");
  const frame = await openFrame("s.postings", bytes, "postings");
  expect(new Postings("s.postings", frame, 255).arrays.lastDocuments).toEqual(Uint32Array.of(254));
  expect(() => new Postings("s.postings", frame, 254)).toThrow(
    "a block ends with document 254, which is not there",
  );
});

test("answers damage with a forged checksum with a result or CORRUPT_INDEX", async () => {
  const terms = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `t${i}`,
      spread(1 + 17 * i, i).map((document): [number, number[]] => [document, [i]]),
    ]),
  );
  const { directory } = await roundTrip(terms);
  const names = await directory.list();
  const files = new Map<string, Uint8Array>();
  for (const name of names) files.set(name, await directory.read(name));
  let damages = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.nat(),
      fc.nat(255),
      async (name, offset, byte) => {
        const damaged = new Map(files);
        damaged.set(name, damage(files.get(name) as Uint8Array, offset, byte));
        try {
          const { dictionary, postings, positions } = await open(new MemoryDirectory(damaged));
          const cursor = dictionary.cursor();
          while (cursor.next()) {
            const list = new PostingListCursor(postings, positions, cursor.entry(), undefined);
            while (list.next() !== EXHAUSTED) list.positions();
          }
        } catch (error) {
          damages++;
          expect(error).toBeInstanceOf(TermwiseError);
          expect(error).toHaveProperty("code", "CORRUPT_INDEX");
        }
      },
    ),
    { numRuns: 1000 },
  );
  expect(damages).toBeGreaterThan(100);
});

/** `count` ascending documents below DOCUMENTS; the seed varies the density. */
function spread(count: number, seed: number): number[] {
  const widest = Math.floor(DOCUMENTS / count);
  let document = -1;
  return Array.from({ length: count }, (_, i) => {
    document += 1 + ((seed >>> (i % 13)) % widest);
    return document;
  });
}

function damage(file: Uint8Array, offset: number, byte: number): Uint8Array {
  const copy = file.slice();
  copy[32 + (offset % (copy.length - 48))] = byte;
  new DataView(copy.buffer).setUint32(
    copy.length - 4,
    plainCrc32(copy.subarray(0, copy.length - 4)),
    true,
  );
  return copy;
}

async function roundTrip(unsorted: Record<string, List>) {
  const directory = new MemoryDirectory();
  const terms = Object.entries(unsorted).sort(([a], [b]) =>
    Buffer.compare(Buffer.from(a), Buffer.from(b)),
  );
  const content = { positions: true, forward: false, stored: false };
  await TermsWriter.write(
    { files: directory, name: "s", indexId: ID, content },
    { lengths, fieldLengths: () => lengths },
    async (writer) => {
      for (const [term, list] of terms) {
        writer.add(
          encodeText(term),
          Uint32Array.from(list, ([document]) => document),
          Uint32Array.from(list, ([, at]) => at.length),
          list.length,
          Uint32Array.from(list.flatMap(([, at]) => at)),
        );
        await writer.drain();
      }
    },
  );
  return { terms, directory, ...(await open(directory)) };
}

async function open(directory: MemoryDirectory) {
  const frame = async (kind: "terms" | "postings" | "position") =>
    openFrame(`s.${kind}`, await directory.read(`s.${kind}`), kind);
  const postings = new Postings("s.postings", await frame("postings"), DOCUMENTS);
  const blocks = postings.arrays.lastDocuments.length;
  return {
    dictionary: new Dictionary("s.terms", await frame("terms")),
    postings,
    positions: new Positions("s.position", toSlicedFrame(await frame("position")), blocks),
  };
}

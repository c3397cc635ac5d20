/**
 * A segment written from documents and opened again, compared with a plain reading of the texts.
 */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { analyzer, anyDocuments, toWords } from "../../../test/faults/plain-documents.ts";
import type { Document } from "../../collection/document.ts";
import { decodeText, encodeText } from "../../common/bytes/byte-strings.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { readBatch } from "../building/document-batch.ts";
import { SegmentBuffer } from "../building/segment-buffer.ts";
import { PostingListCursor } from "../files/list-cursor.ts";
import { orderForms } from "../files/order-forms.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";
import { Segment } from "./segment.ts";

const ID = "00000000000000aa";
const ALL = { positions: true, forward: true, stored: true };

describe("a segment", () => {
  test("contains what the documents contain", async () => {
    await fc.assert(
      fc.asyncProperty(anyDocuments, fc.integer({ min: 1, max: 50 }), async (documents, cut) => {
        const { segment } = await writeTestSegment(documents, cut);
        const expected = invertPlainly(documents);
        const cursor = segment.dictionary.cursor();
        const lists: [string, [number, number[]][]][] = [];
        while (cursor.next()) {
          const { postings, positions } = segment;
          const list = new PostingListCursor(postings, positions, cursor.entry(), undefined);
          const read: [number, number[]][] = [];
          while (list.next() !== EXHAUSTED) read.push([list.document, [...list.positions()]]);
          lists.push([decodeText(cursor.term()), read]);
        }
        expect(lists).toEqual(expected);
        expect([...segment.documents.lengths]).toEqual(
          documents.map((document) => toWords(document).filter((word) => word !== "the").length),
        );
      }),
    );
  });

  test("returns ids, fields and tokens", async () => {
    await fc.assert(
      fc.asyncProperty(anyDocuments, async (documents) => {
        const { segment } = await writeTestSegment(documents, 7);
        const [forward, stored] = [await segment.forward(), await segment.storedFields()];
        for (const [i, document] of documents.entries()) {
          expect(segment.documents.id(i)).toBe(document.id);
          expect(segment.documents.find(encodeText(document.id), () => true)).toBe(i);
          const { id: _, fields, ...texts } = document;
          expect(stored.fields(i)).toEqual({ ...fields, ...texts });
          const tokens = [...forward.tokens(i)].map((form) => forward.form(form));
          expect(tokens.map(({ form }) => form)).toEqual(toWords(document));
          for (const { form, term } of tokens) {
            const indexed = analyzer.term(form);
            if (indexed === undefined) expect(term).toBe(-1);
            else expect(decodeText(segment.dictionary.at(term).term())).toBe(indexed);
          }
        }
        const idRanks = segment.documents.idRanks;
        const sorted = documents.map(({ id }) => id).sort(); // ids are ASCII here
        expect(documents.map((_, i) => sorted[idRanks[i] as number])).toEqual(
          documents.map(({ id }) => id),
        );
        expect(segment.documents.find(encodeText("absent"), () => true)).toBeUndefined();
      }),
    );
  });

  test("has the same bytes for any batch boundaries", async () => {
    await fc.assert(
      fc.asyncProperty(anyDocuments, fc.integer({ min: 1, max: 9 }), async (documents, cut) => {
        const one = await writeTestSegment(documents, 1000);
        const many = await writeTestSegment(documents, cut);
        for (const name of await one.directory.list()) {
          if (name.endsWith(".stored")) continue; // compressed per batch
          expect(await many.directory.read(name)).toEqual(await one.directory.read(name));
        }
      }),
      { numRuns: 30 },
    );
  });

  test("has three files without positions, forward index and stored fields", async () => {
    const content = { positions: false, forward: false, stored: false };
    const { segment, directory } = await writeTestSegment([{ id: "a", text: "cat" }], 1, content);
    expect(await directory.list()).toEqual(["s.document", "s.postings", "s.terms"]);
    await expect(segment.forward()).rejects.toThrow("built without a forward index");
    await expect(segment.storedFields()).rejects.toThrow("built without stored fields");
  });
});

test("numbers the most frequent forms first, the others in byte order", () => {
  const forms = ["\u{1f600}", "b", "\uffee", "a", "unused", "c"];
  const counts = Uint32Array.of(1, 5, 1, 5, 0, 9);
  // Six forms are few enough to be numbered by count, ties in byte order: EF BF AE before F0 9F.
  expect([...orderForms(forms, counts).order].map((form) => forms[form])).toEqual([
    "c",
    "a",
    "b",
    "\uffee",
    "\u{1f600}",
  ]);
  const many = Array.from({ length: 20_000 }, (_, i) => `w${String(i).padStart(5, "0")}`);
  const rising = Uint32Array.from(many.keys(), (i) => 1 + i);
  const { order } = orderForms(many, rising);
  expect([...order.subarray(0, 2), order[16_383]]).toEqual([19_999, 19_998, 20_000 - 16_384]);
  expect([...order.subarray(16_384, 16_387)]).toEqual([0, 1, 2]);
});

/** Builds the lists in the plainest way: every term of every document. */
function invertPlainly(documents: readonly Document[]): [string, [number, number[]][]][] {
  const lists = new Map<string, Map<number, number[]>>();
  for (const [i, document] of documents.entries()) {
    for (const [position, form] of toWords(document).entries()) {
      const term = analyzer.term(form);
      if (term === undefined) continue;
      const list = lists.get(term) ?? new Map<number, number[]>();
      lists.set(term, list);
      list.set(i, [...(list.get(i) ?? []), position]);
    }
  }
  return [...lists]
    .sort(([a], [b]) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    .map(([term, list]) => [term, [...list]]);
}

async function writeTestSegment(documents: readonly Document[], cut: number, content = ALL) {
  const directory = new MemoryDirectory();
  const buffer = new SegmentBuffer(analyzer.term);
  for (let from = 0; from < documents.length; from += cut) {
    buffer.add(readBatch(documents.slice(from, from + cut), analyzer, content));
  }
  const record = await buffer.write({ files: directory, name: "s", indexId: ID, content });
  return { directory, segment: await Segment.open(directory, record, ID) };
}

import { describe, expect, test } from "vitest";
import { concatenate, encodeText, toBytes } from "../../common/bytes/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import type { IndexableDocument } from "../building/check-document.ts";
import { compress } from "../encoding/lz4-encoder.ts";
import { openFrame } from "./file-frame.ts";
import { type FrameWriter, writeFrame } from "./frame-writer.ts";
import { toSlicedFrame } from "./sliced-section.ts";
import { StoredFieldsReader } from "./stored-fields-reader.ts";
import {
  encodeRecords,
  iterateRecords,
  writeStoredFields,
  writeUncompressedFields,
} from "./stored-fields-writer.ts";

async function writeFile(
  count: number,
  write: (frame: FrameWriter) => Promise<void>,
): Promise<{ readonly reader: StoredFieldsReader; readonly bytes: number }> {
  const directory = new MemoryDirectory();
  const target = {
    files: directory,
    name: "stored",
    kind: "stored",
    indexId: "0".repeat(16),
  } as const;
  const { bytes } = await writeFrame(target, write);
  const frame = await openFrame("stored", await directory.read("stored"), "stored");
  return { reader: new StoredFieldsReader("stored", toSlicedFrame(frame), count), bytes };
}

async function writeRecords(records: readonly Uint8Array[]): Promise<StoredFieldsReader> {
  return (await writeFile(records.length, (frame) => writeStoredFields(frame, () => records)))
    .reader;
}

function toRecords(documents: readonly IndexableDocument[]): Uint8Array[] {
  return [...iterateRecords([encodeRecords(documents)])];
}

/** Writes blocks as format versions 2 and 3 did: compressed alone, with three words for each. */
async function writeOldBlocks(
  blocks: readonly (readonly Uint8Array[])[],
): Promise<StoredFieldsReader> {
  const count = blocks.reduce((sum, { length }) => sum + length, 0);
  const { reader } = await writeFile(count, async (frame) => {
    const table: number[] = [];
    let [first, start] = [0, 0];
    for (const records of blocks) {
      const raw = concatenate(records);
      const bytes = compress(raw);
      table.push(first, start, raw.length);
      await frame.append(bytes);
      first += records.length;
      start += bytes.length;
    }
    await frame.endSection();
    await frame.section(toBytes(Uint32Array.from(table)));
    await frame.section(toBytes(Uint32Array.of(first)));
  });
  return reader;
}

/** Encodes a document with texts of less than 128 bytes. */
function encodeRecord(...fields: [string, string][]): Uint8Array {
  const texts = fields.flat().map(encodeText);
  return Uint8Array.of(fields.length, ...texts.flatMap((text) => [text.length, ...text]));
}

describe("stored fields", () => {
  test("are texts under their names, and other values as JSON with a U+0001 prefix", async () => {
    const reader = await writeRecords([
      encodeRecord(["text", "a"], ["\u0001n", "5"], ["\u0001list", '["x",null]']),
    ]);
    expect(reader.fields(0)).toEqual({ text: "a", n: 5, list: ["x", null] });
  });

  test("of an index that stored only texts are read as before", async () => {
    const reader = await writeRecords([encodeRecord(["url", "x"], ["title", "t"], ["text", "5"])]);
    expect(reader.fields(0)).toEqual({ url: "x", title: "t", text: "5" });
  });

  test("are read from every block, in any order, repeatedly", async () => {
    const documents: IndexableDocument[] = Array.from({ length: 3000 }, (_, i) => ({
      id: String(i),
      text: `${"long ".repeat(200)}${i}`,
      fields: { i },
    }));
    const records = toRecords(documents);
    const blocks = Array.from({ length: 300 }, (_, i) => records.slice(10 * i, 10 * i + 10));
    const readers = [
      await writeRecords(records),
      (await writeFile(records.length, (frame) => writeUncompressedFields(frame, records, 4096)))
        .reader,
      await writeOldBlocks(blocks),
    ];
    for (const reader of readers) {
      expect(reader.blockCount).toBeGreaterThan(70);
      for (let step = 0; step < documents.length; step++) {
        const i = (step * 1013) % documents.length;
        expect(reader.fields(i)).toEqual({ text: documents[i]?.text, i });
      }
      const all = [...reader.allFields(new Set(["i"]))];
      expect(all).toEqual(documents.map((_, i) => ({ i })));
    }
  });

  test("of many short documents are smaller with a dictionary than in large blocks", async () => {
    const words = ["granite", "harbour", "lantern", "meadow", "orchard", "pebble", "quarry"];
    const documents: IndexableDocument[] = Array.from({ length: 4000 }, (_, i) => ({
      id: String(i),
      text: Array.from({ length: 8 }, (_, j) => words[Math.imul(i, 2654435761 + j * i) % 7]).join(
        " ",
      ),
    }));
    const records = toRecords(documents);
    const small = await writeFile(records.length, (frame) =>
      writeStoredFields(frame, () => records),
    );
    const large = compress(concatenate(records)).length;
    expect(small.bytes).toBeLessThan(1.2 * large);
    expect(small.reader.rawBytes).toBe(concatenate(records).length);
  });

  test("keep names that objects treat specially", async () => {
    const reader = await writeRecords([
      encodeRecord(["__proto__", "p"], ["constructor", "c"]),
      encodeRecord(["\u0001__proto__", "{}"]),
    ]);
    const fields = reader.fields(0);
    expect(Object.entries(fields)).toEqual([
      ["__proto__", "p"],
      ["constructor", "c"],
    ]);
    expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
    expect(Object.entries(reader.fields(1))).toEqual([["__proto__", {}]]);
  });

  test("can be read for selected names", async () => {
    const reader = await writeRecords(
      toRecords([
        { id: "a", text: "x", fields: { n: 1, m: 2 } },
        { id: "b", title: "y", fields: {} },
      ]),
    );
    const some = {};
    reader.readInto(some, 0, new Set(["m"]));
    expect(some).toEqual({ m: 2 });
    expect([...reader.allFields(new Set(["n", "title"]))]).toEqual([{ n: 1 }, { title: "y" }]);
  });

  test.each([
    [["\u0001n", "{"], "a value that is not JSON"],
    [["\u0001title", "5"], "a title that is not text"],
  ] as const)("report damage: %#", async (field, message) => {
    const reader = await writeRecords([encodeRecord([...field])]);
    expect(() => reader.fields(0)).toThrow(message);
    expect(() => reader.fields(0)).toThrow("stored is damaged at byte");
  });
});

import { describe, expect, test } from "vitest";
import { encodeText } from "../../common/bytes/byte-strings.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import type { IndexableDocument } from "../building/check-document.ts";
import { openFrame } from "./file-frame.ts";
import { writeFrame } from "./frame-writer.ts";
import { toSlicedFrame } from "./sliced-section.ts";
import { type StoredBlock, StoredFieldsReader } from "./stored-fields-reader.ts";
import { encodeDocuments, encodeRecords, StoredFieldsWriter } from "./stored-fields-writer.ts";

async function writeBlocks(blocks: readonly StoredBlock[]): Promise<StoredFieldsReader> {
  const directory = new MemoryDirectory();
  const target = {
    files: directory,
    name: "stored",
    kind: "stored",
    indexId: "0".repeat(16),
  } as const;
  await writeFrame(target, async (frame) => {
    const writer = new StoredFieldsWriter(frame);
    for (const block of blocks) await writer.add(block);
    await writer.end();
  });
  const count = blocks.reduce((sum, { documents }) => sum + documents, 0);
  const frame = await openFrame("stored", await directory.read("stored"), "stored");
  return new StoredFieldsReader("stored", toSlicedFrame(frame), count);
}

/** Encodes a document with texts of less than 128 bytes. */
function encodeRecord(...fields: [string, string][]): Uint8Array {
  const texts = fields.flat().map(encodeText);
  return Uint8Array.of(fields.length, ...texts.flatMap((text) => [text.length, ...text]));
}

describe("stored fields", () => {
  test("are texts under their names, and other values as JSON with a U+0001 prefix", async () => {
    const reader = await writeBlocks([
      encodeRecords([encodeRecord(["text", "a"], ["\u0001n", "5"], ["\u0001list", '["x",null]'])]),
    ]);
    expect(reader.fields(0)).toEqual({ text: "a", n: 5, list: ["x", null] });
  });

  test("of an index that stored only texts are read as before", async () => {
    const reader = await writeBlocks([
      encodeRecords([encodeRecord(["url", "x"], ["title", "t"], ["text", "5"])]),
    ]);
    expect(reader.fields(0)).toEqual({ url: "x", title: "t", text: "5" });
  });

  test("are read from every block, in any order, repeatedly", async () => {
    const documents: IndexableDocument[] = Array.from({ length: 3000 }, (_, i) => ({
      id: String(i),
      text: `${"long ".repeat(200)}${i}`,
      fields: { i },
    }));
    const reader = await writeBlocks(encodeDocuments(documents));
    expect(reader.blockCount).toBeGreaterThan(70); // more than the cache holds
    for (let step = 0; step < 2 * documents.length; step++) {
      const i = (step * 1013) % documents.length;
      expect(reader.fields(i)).toEqual({ text: documents[i]?.text, i });
    }
  });

  test("can be read for selected names", async () => {
    const reader = await writeBlocks(
      encodeDocuments([
        { id: "a", text: "x", fields: { n: 1, m: 2 } },
        { id: "b", title: "y", fields: {} },
      ]),
    );
    expect([...reader.allFields(new Set(["n", "title"]))]).toEqual([{ n: 1 }, { title: "y" }]);
  });

  test.each([
    [["\u0001n", "{"], "a value that is not JSON"],
    [["\u0001title", "5"], "a title that is not text"],
  ] as const)("report damage: %#", async (field, message) => {
    const reader = await writeBlocks([encodeRecords([encodeRecord([...field])])]);
    expect(() => reader.fields(0)).toThrow(message);
    expect(() => reader.fields(0)).toThrow("stored is damaged at byte");
  });
});

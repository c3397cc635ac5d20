import { describe, expect, test } from "vitest";
import { decodeText, encodeText } from "../../common/bytes/index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { checkIndex } from "../check-index.ts";
import { IndexWriter, type WriterOptions } from "../index-writer.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { computeByteSignature, computeFormSignature, FormsBuilder } from "./forms-builder.ts";
import { FormsFile } from "./forms-file.ts";

/** The forms of each segment with their counts, as they are read back. */
async function readAllForms(directory: MemoryDirectory): Promise<[string, number][][]> {
  const snapshot = await IndexSnapshot.open(directory);
  const all: [string, number][][] = [];
  for (const { segment } of snapshot.parts) {
    const file = await segment.forms();
    const forms: [string, number][] = [];
    for (let group = 0; group < (file?.largestCounts.length ?? 0); group++) {
      const { bytes, starts, numbers } = (file as FormsFile).group(group);
      for (let i = 0; i < (file as FormsFile).groupSize(group); i++) {
        forms.push([decodeText(bytes.slice(starts[i], starts[i + 1])), numbers[i] as number]);
      }
    }
    all.push(forms);
  }
  await snapshot.close();
  return all;
}

function openWriter(directory: MemoryDirectory, options: WriterOptions = {}): Promise<IndexWriter> {
  return IndexWriter.open(directory, { durability: "none", ...options });
}

const FIELDS = { title: { weight: 3 }, body: {}, price: "number" } as const;

describe("the forms of a segment", () => {
  test("occur once for all fields, in byte order, with their counts, including stop words", async () => {
    const directory = new MemoryDirectory();
    const writer = await openWriter(directory, { fields: FIELDS });
    await writer.add({
      id: "a",
      fields: { title: "The boiled egg", body: "Boiled eggs, zoo", price: 1 },
    });
    await writer.add({ id: "b", fields: { body: "the école zoo" } });
    await writer.commit();
    await writer.close();
    expect(await readAllForms(directory)).toEqual([
      [
        ["boiled", 2],
        ["egg", 1],
        ["eggs", 1],
        ["the", 2],
        ["zoo", 2],
        ["école", 1],
      ],
    ]);
    expect(await checkIndex(directory)).toMatchObject({ damages: [] });
  });

  test.each([undefined, FIELDS])(
    "are those of the live documents after a merge, fields %j",
    async (fields) => {
      const directory = new MemoryDirectory();
      const writer = await openWriter(directory, fields === undefined ? {} : { fields });
      const add = (id: string, text: string): Promise<void> =>
        writer.add(
          fields === undefined ? { id, text } : { id, fields: { title: text, body: text } },
        );
      await add("a", "red fox fox");
      await writer.commit();
      await add("b", "blue fox");
      await add("c", "green dog");
      await writer.commit();
      await writer.delete("c");
      await writer.merge();
      await writer.commit();
      await writer.close();
      const times = fields === undefined ? 1 : 2;
      expect(await readAllForms(directory)).toEqual([
        [
          ["blue", times],
          ["fox", 3 * times],
          ["red", times],
        ],
      ]);
      expect(await checkIndex(directory)).toMatchObject({ damages: [] });
    },
  );

  test("are absent without a forward index", async () => {
    const directory = new MemoryDirectory();
    const writer = await openWriter(directory, { forward: false });
    await writer.add({ id: "a", text: "red fox" });
    await writer.commit();
    await writer.close();
    expect(await readAllForms(directory)).toEqual([[]]);
    expect((await directory.list()).some((name) => name.endsWith(".forms"))).toBe(false);
  });
});

test("finds a form by its bytes, before the first and after the last, across groups", () => {
  const builder = new FormsBuilder();
  const forms = Array.from({ length: 40 }, (_, i) => `w${String(i).padStart(2, "0")}`);
  for (const [i, form] of forms.entries()) builder.add(form, i === 17 ? 900 : i);
  const file = new FormsFile("forms", builder.frame("forms"));
  for (const [i, form] of forms.entries()) {
    expect(file.seek(encodeText(form))).toBe(i);
    expect(file.seek(encodeText(`${form}a`))).toBe(i + 1);
  }
  expect([file.seek(encodeText("a")), file.seek(encodeText("x"))]).toEqual([0, 40]);
  expect([...file.largestCounts]).toEqual([15, 900, 39]);
  expect([...file.readSignatures()]).toEqual(forms.map(computeFormSignature));
  expect([...file.group(1, 3).numbers.subarray(0, 3)]).toEqual([16, 900, 18]);
});

test("computes the signature of a form from its bytes", () => {
  const forms = [
    "",
    "a",
    "boiling",
    "z9",
    "brûlée",
    "日本語",
    "😀a",
    "x".repeat(70),
    "é".repeat(70),
  ];
  for (const form of forms) {
    expect(computeByteSignature(encodeText(form)), form).toBe(computeFormSignature(form));
  }
});

test("stores the letters and the length, up to 63, in a signature", () => {
  // a is bit 0, b bit 1, z bit 25.
  expect(computeFormSignature("abba")).toBe(0b11 + 4 * 2 ** 26);
  expect(computeFormSignature("z")).toBe(2 ** 25 + 2 ** 26);
  expect(computeFormSignature("a".repeat(100))).toBe(1 + 63 * 2 ** 26);
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Document } from "../document.ts";
import { csvLine, csvRows } from "./csv-rows.ts";
import { documentJson, jsonDocuments, jsonQueries, queryJson } from "./json-lines.ts";
import { documentTable, type Separator, tableDocuments, tableQueries } from "./table.ts";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function documents(text: string, separator: Separator = "tab"): Promise<Document[]> {
  return all(tableDocuments(new MemoryFiles({ f: text }), "f", separator));
}

describe("tableDocuments", () => {
  test("reads two unnamed columns", async () => {
    expect(await documents("0\tThe kiln, cold.\n1\t\n")).toEqual([
      { id: "0", text: "The kiln, cold." },
      { id: "1", text: "" },
    ]);
  });

  test("reads named columns in any order", async () => {
    expect(
      await documents("Title\tText\tDocid\tYear\nKiln\tcold\td1\t1958\n\twet\td2\t\n"),
    ).toEqual([
      { id: "d1", title: "Kiln", text: "cold", fields: { year: "1958" } },
      { id: "d2", text: "wet" },
    ]);
  });

  test.each([
    ["tab", "0\ta\tb\n", "f:1: a row must have 2 columns, got 3"],
    ["tab", "id\ttext\n1\n", "f:2: a row must have 2 columns, got 1"],
    ["tab", "\tno id\n", "f:1: a document id must not be empty"],
    [
      "comma",
      "a,b\n1,2\n",
      'f:1: the first row must name an id column (_id, id, docid) and a text column (text, contents, body), got "a,b"',
    ],
    ["comma", 'id,text\n1,"a\n2,b\n', "f:2: a quote that is opened in this row is never closed"],
  ] as const)("refuses, by %s, %j", async (separator, text, message) => {
    await expect(documents(text, separator)).rejects.toThrow(message);
  });

  test("reads back what documentTable writes", async () => {
    const originals = [
      { id: "1", title: 'a "b", c', text: "d\ne,f" },
      { id: "2", text: "" },
    ];
    const lines = await all(documentTable(iterate(originals), "comma"));
    expect(await documents(lines.join("\n"), "comma")).toEqual(originals);
    const tabs = await all(documentTable(iterate(originals), "tab"));
    expect(await documents(tabs.join("\n"))).toEqual([
      { id: "1", title: 'a "b", c', text: "d e,f" }, // a line end has no place in a tab-separated line
      { id: "2", text: "" },
    ]);
  });
});

test("tableQueries puts other columns into fields", async () => {
  const files = new MemoryFiles({ f: "qid\tquery\ttitle\nq1\twhat is salt\tSalt\n" });
  expect(await all(tableQueries(files, "f", "tab"))).toEqual([
    { id: "q1", text: "what is salt", fields: { title: "Salt" } },
  ]);
});

describe("csvRows", () => {
  test("reads back any cells that csvLine writes", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " ", "é") });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const files = new MemoryFiles({ f: rows.map(csvLine).join("\r\n") });
        const read = await all(csvRows(files, "f"));
        expect(read.map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  test("tells the line on which a row begins", async () => {
    const rows = await all(csvRows(new MemoryFiles({ f: 'a\n"b\n\nc",d\n\ne\n' }), "f"));
    expect(rows).toEqual([
      { line: 1, cells: ["a"] },
      { line: 2, cells: ["b\n\nc", "d"] },
      { line: 6, cells: ["e"] },
    ]);
  });

  test("refuses a row that never ends before it fills the memory", async () => {
    const files = new MemoryFiles({ f: `a,"${"b\n".repeat(60)}` });
    await expect(all(csvRows(files, "f", { longestLine: 50 }))).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "f:1: a record may have at most 50 characters",
    });
  });
});

describe("JSON lines", () => {
  test("keep other strings as fields and leave other values out", async () => {
    const line =
      '{"id":3,"text":null,"body":"salt","url":"u","year":1958,"metadata":{"a":"b"},"__proto__":"p"}';
    const [kept] = await all(jsonDocuments(new MemoryFiles({ f: line }), "f"));
    expect(kept).toMatchObject({ id: "3", text: "salt" });
    expect(Object.entries(kept?.fields ?? {})).toEqual([
      ["url", "u"],
      ["__proto__", "p"],
    ]);
  });

  test("read back any document and query that is written", async () => {
    const fields = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => !/^(_id|id|title|text|exclude)$/.test(name)),
      fc.string(),
      { minKeys: 1 },
    );
    const id = fc.string({ minLength: 1 }).filter((id) => !/\s/.test(id));
    await fc.assert(
      fc.asyncProperty(
        id,
        fc.string({ minLength: 1 }),
        fc.string(),
        fields,
        async (id, title, text, fields) => {
          const document = { id, title, text, fields };
          const query = { id, text, fields, exclude: [id] };
          const files = new MemoryFiles({ d: documentJson(document), q: queryJson(query) });
          expect(await all(jsonDocuments(files, "d"))).toEqual([document]);
          expect(await all(jsonQueries(files, "q"))).toEqual([query]);
        },
      ),
    );
  });
});

async function* iterate<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

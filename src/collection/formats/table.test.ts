import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MemoryFiles } from "../../storage/memory-files.ts";
import type { Document } from "../document.ts";
import { formatCsvLine, readCsvRows } from "./csv-rows.ts";
import { formatDocuments } from "./format-writers.ts";
import {
  streamJsonDocuments,
  streamJsonQueries,
  toDocumentJson,
  toQueryJson,
} from "./json-lines.ts";
import type { ReadOptions } from "./lines.ts";
import {
  formatDocumentTable,
  type Separator,
  streamTableDocuments,
  streamTableQueries,
} from "./table.ts";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function documents(text: string, separator: Separator = "tab"): Promise<Document[]> {
  return all(streamTableDocuments(new MemoryFiles({ f: text }), "f", separator));
}

describe("streamTableDocuments", () => {
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
      'f:1: the first row must name an id column (_id, id, docid) and a text column (text, contents, body); --id-field and --text-field (in code, fieldNames) name others, got "a, b"',
    ],
    ["comma", 'id,text\n1,"a\n2,b\n', "f:2: a quote that is opened in this row is never closed"],
  ] as const)("rejects, by %s, %j", async (separator, text, message) => {
    await expect(documents(text, separator)).rejects.toThrow(message);
  });

  test.each([
    ["semicolons", 'id;text;note\n1;"a;b";x,y\n'],
    ["tabs", 'id\ttext\tnote\n1\t"a;b"\tx,y\n'],
    ["commas", 'id,text,note\n1,a;b,"x,y"\n'],
    ["commas, though names in quotes have semicolons", '"id",text,"note"\n1,a;b,"x,y"\n'],
  ])("detects %s from the first line of a CSV file", async (_, text) => {
    expect(await documents(text, "comma")).toEqual([
      { id: "1", text: "a;b", fields: { note: "x,y" } },
    ]);
  });

  test("uses the columns that the caller names, ignoring case", async () => {
    const text = "SKU,id,Name,Body,Description\n7,x,Lamp,b,warm\n8,,,,d\n";
    const fieldNames = { id: "sku", title: "name", text: ["description", "body"] };
    const files = new MemoryFiles({ f: text });
    expect(await all(streamTableDocuments(files, "f", "comma", { fieldNames }))).toEqual([
      { id: "7", title: "Lamp", text: "warm\nb", fields: { source_id: "x" } },
      { id: "8", text: "d" },
    ]);
    const wrong = streamTableDocuments(files, "f", "comma", { fieldNames: { text: ["summary"] } });
    await expect(all(wrong)).rejects.toThrow(
      'f:1: the first row has no column "summary", it has "sku, id, name, body, description"',
    );
  });

  test("round-trips through formatDocumentTable", async () => {
    const originals = [
      { id: "1", title: 'a "b", c', text: "d\ne,f" },
      { id: "2", text: "" },
    ];
    const lines = await all(formatDocumentTable(iterate(originals), "comma"));
    expect(await documents(lines.join("\n"), "comma")).toEqual(originals);
    const tabs = await all(formatDocumentTable(iterate(originals), "tab"));
    expect(await documents(tabs.join("\n"))).toEqual([
      { id: "1", title: 'a "b", c', text: "d e,f" }, // a tab-separated line cannot contain a line end
      { id: "2", text: "" },
    ]);
  });
});

test("streamTableQueries puts other columns into fields", async () => {
  const files = new MemoryFiles({ f: "qid\tquery\ttitle\nq1\twhat is salt\tSalt\n" });
  expect(await all(streamTableQueries(files, "f", "tab"))).toEqual([
    { id: "q1", text: "what is salt", fields: { title: "Salt" } },
  ]);
});

describe("readCsvRows", () => {
  test("round-trips any cells through formatCsvLine", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " ", "é") });
    const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const files = new MemoryFiles({ f: rows.map(formatCsvLine).join("\r\n") });
        const read = await all(readCsvRows(files, "f"));
        expect(read.map(({ cells }) => cells)).toEqual(rows);
      }),
    );
  });

  test("returns the line on which a row begins", async () => {
    const rows = await all(readCsvRows(new MemoryFiles({ f: 'a\n"b\n\nc",d\n\ne\n' }), "f"));
    expect(rows).toEqual([
      { line: 1, cells: ["a"] },
      { line: 2, cells: ["b\n\nc", "d"] },
      { line: 6, cells: ["e"] },
    ]);
  });

  test("rejects an endless row before it fills the memory", async () => {
    const files = new MemoryFiles({ f: `a,"${"b\n".repeat(60)}` });
    await expect(all(readCsvRows(files, "f", { longestLine: 50 }))).rejects.toMatchObject({
      code: "LIMIT_EXCEEDED",
      message: "f:1: a record may have at most 50 characters",
    });
  });
});

describe("JSON lines", () => {
  test("keep every other value as a field", async () => {
    const line =
      '{"id":3,"text":null,"body":"salt","url":"u","year":1958,"rare":false,"none":null,"metadata":{"a":["b",1.5]},"__proto__":"p"}';
    const [accepted] = await all(streamJsonDocuments(new MemoryFiles({ f: line }), "f"));
    expect(accepted).toMatchObject({ id: "3", text: "salt" });
    expect(Object.entries(accepted?.fields ?? {})).toEqual([
      ["url", "u"],
      ["year", 1958],
      ["rare", false],
      ["none", null],
      ["metadata", { a: ["b", 1.5] }],
      ["__proto__", "p"],
    ]);
  });

  test("keep a remaining value under a reserved name as source_…", async () => {
    const line = '{"_id":"a","id":"b","text":"x","title":["t"],"source_id":"c","body":"y"}';
    const [accepted] = await all(streamJsonDocuments(new MemoryFiles({ f: line }), "f"));
    expect(accepted).toEqual({
      id: "a",
      title: "t",
      text: "x",
      fields: { source_source_id: "b", source_id: "c", body: "y" },
    });
  });

  test("use the names from the caller", async () => {
    const lines =
      '{"sku":12,"name":"Lamp","description":"warm","bullets":["small","round"],"id":"x"}\n{"sku":"13","bullets":[]}\n';
    const fieldNames = { id: "sku", title: "name", text: ["description", "bullets"] };
    expect(
      await all(streamJsonDocuments(new MemoryFiles({ f: lines }), "f", { fieldNames })),
    ).toEqual([
      { id: "12", title: "Lamp", text: "warm\nsmall\nround", fields: { source_id: "x" } },
      { id: "13", text: "" },
    ]);
    const missing = streamJsonDocuments(new MemoryFiles({ f: '{"id":"1","text":"x"}' }), "f", {
      fieldNames,
    });
    await expect(all(missing)).rejects.toThrow(
      "f:1: a document needs its id, a string or whole number named sku",
    );
  });

  test.each([
    [
      '{"id":9007199254740993,"text":"x"}',
      "must be whole and at most 2^53 - 1, got 9007199254740992",
    ],
    ['{"id":1e999,"text":"x"}', 'the number "id" is too large for a 64-bit float'],
    ['{"id":1.5,"text":"x"}', "must be whole and at most 2^53 - 1, got 1.5"],
    ['{"id":"a","text":"x","price":-1e999}', 'the number "price" is too large'],
    ['{"id":"a","text":"x","deep":{"price":[1e999]}}', 'the number "0" is too large'],
    [
      `{"id":"a","text":"x","deep":${"[".repeat(200)}${"]".repeat(200)}}`,
      "is nested more than 100 deep",
    ],
    [
      `{"id":"a","text":"x","deep":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      "nested more than",
    ],
  ])("reject numbers that would change, and endless nesting: %#", async (line, message) => {
    await expect(all(streamJsonDocuments(new MemoryFiles({ f: line }), "f"))).rejects.toMatchObject(
      {
        code: "BAD_INPUT",
        message: expect.stringContaining(message),
      },
    );
  });

  test("treat ids of queries and exclude lists like those of documents", async () => {
    const read = (line: string) => all(streamJsonQueries(new MemoryFiles({ f: line }), "f"));
    expect(await read('{"qid":7,"query":"x","exclude":[8,"a"],"votes":3}')).toEqual([
      { id: "7", text: "x", fields: { votes: "3" }, exclude: ["8", "a"] },
    ]);
    await expect(read('{"qid":7,"query":"x","exclude":[1e17]}')).rejects.toThrow(
      "write it as a string",
    );
    await expect(read('{"qid":7,"query":"x","exclude":"a"}')).rejects.toThrow(
      "a list of document ids",
    );
  });

  test("round-trip any document and query", async () => {
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
          const files = new MemoryFiles({ d: toDocumentJson(document), q: toQueryJson(query) });
          expect(await all(streamJsonDocuments(files, "d"))).toEqual([document]);
          expect(await all(streamJsonQueries(files, "q"))).toEqual([query]);
        },
      ),
    );
  });
});

async function* iterate<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

describe("a JSON array", () => {
  const read = (text: string, options: ReadOptions = {}): Promise<Document[]> =>
    all(streamJsonDocuments(new MemoryFiles({ f: text }), "f", { ...options, layout: "array" }));
  const objects = fc.array(
    fc.record({
      id: fc.string({ minLength: 1 }).filter((id) => !/\s/.test(id)),
      text: fc.string({ unit: fc.constantFrom("a", '"', "\\", "{", "}", "[", "]", ",", "\n") }),
      other: fc.jsonValue({ maxDepth: 3 }),
    }),
  );

  test("yields the same as its elements on lines, in any layout", async () => {
    await fc.assert(
      fc.asyncProperty(objects, fc.constantFrom(undefined, 1, "\t"), async (list, indent) => {
        const lines = list.map((each) => `${JSON.stringify(each)}\n`).join("");
        const expected = await all(streamJsonDocuments(new MemoryFiles({ f: lines }), "f"));
        expect(await read(JSON.stringify(list, null, indent))).toEqual(expected);
        expect(
          await read(list.map((each) => JSON.stringify(each, null, indent)).join("\n")),
        ).toEqual(expected);
      }),
    );
  });

  test.each([
    ['[{"id":"1","text":"a"}', "f:1: the array is never closed"],
    ['[{"id":"1",\n"text":"a"', "f:1: the file ends inside an object that begins here"],
    [
      '[{"id":"1","text":"a"} {"id":"2","text":"b"}]',
      "f:1: a comma or the end of the array is expected",
    ],
    ['[{"id":"1","text":"a"}]\nx', 'f:2: an object is expected, got "x"'],
    ["[1]", 'f:1: an object is expected, got "1]"'],
    ['[\n{"id":"1"}]', "f:2: a document needs a text"],
    ['[{"id":"1","text":"a",}]', "f:1: not a JSON object"],
  ])("rejects %j", async (text, message) => {
    await expect(read(text)).rejects.toMatchObject({
      code: "BAD_INPUT",
      message: expect.stringContaining(message),
    });
  });

  test("skips a bad element with onBad, and continues", async () => {
    const bad: string[] = [];
    const text = '[{"id":"1","text":"a"},\n{"id":"2"},\n{"id":"3","text":"c"}]';
    const accepted = await read(text, { onBad: (error) => bad.push(error.message) });
    expect(accepted.map(({ id }) => id)).toEqual(["1", "3"]);
    expect(bad).toEqual([expect.stringContaining("f:2: a document needs a text")]);
  });

  test("rejects an endless element before it fills the memory", async () => {
    const text = `[{"a":"${"b\n".repeat(60)}`;
    await expect(read(text, { longestLine: 50 })).rejects.toMatchObject({ code: "LIMIT_EXCEEDED" });
  });

  test("round-trips", async () => {
    const originals = [
      { id: "1", text: "a", fields: { n: [1, { b: null }] } },
      { id: "2", text: "" },
    ];
    for (const documents of [[], originals.slice(0, 1), originals]) {
      const lines = await all(formatDocuments(iterate(documents), "json"));
      expect(JSON.parse(lines.join("\n"))).toHaveLength(documents.length);
      expect(await read(lines.join("\n"))).toEqual(documents);
    }
  });
});

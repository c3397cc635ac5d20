import { describe, expect, test } from "vitest";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { readCommit } from "../commits/commit.ts";
import { IndexWriter } from "../index-writer.ts";
import type { SchemaOptions } from "./field.ts";
import { Schema } from "./schema.ts";

const SHOP: SchemaOptions = {
  title: { weight: 3 },
  body: {},
  category: "keyword",
  price: "number",
  published: "date",
  tags: "keyword[]",
  "author.name": "text",
};

describe("a schema", () => {
  test("fills in the defaults of a field's type", () => {
    const schema = Schema.parse(SHOP);
    expect(schema.fields.map(({ name }) => name)).toEqual(Object.keys(SHOP));
    expect(schema.get("title")).toEqual({
      ...{ name: "title", type: "text", isArray: false, stored: true },
      ...{ filter: false, facet: false, sort: false, text: { number: 1, weight: 3 } },
    });
    expect(schema.get("tags")).toEqual({
      ...{ name: "tags", type: "keyword", isArray: true, stored: true },
      ...{ filter: true, facet: true, sort: false },
    });
    expect(schema.textFields.map(({ name, text }) => [name, text.number])).toEqual([
      ["title", 1],
      ["body", 2],
      ["author.name", 3],
    ]);
  });

  test("round-trips through its stored form", () => {
    const schema = Schema.parse({ ...SHOP, sub: { analyzer: { language: "german" }, b: 0.3 } });
    const again = Schema.fromJson(JSON.parse(JSON.stringify(schema)));
    expect(again.fields).toEqual(schema.fields);
  });

  test("treats names of Object's properties as data", () => {
    const schema = Schema.parse({ constructor: "keyword", toString: "text" } as SchemaOptions);
    expect(schema.get("constructor").type).toBe("keyword");
    expect(schema.find("hasOwnProperty")).toBeUndefined();
    expect(() => Schema.parse(JSON.parse('{"__proto__": "text"}'))).toThrow("__proto__");
  });

  test.each([
    [{ a: "string" }, 'field "a" has the type "string"; the types are text, keyword'],
    [{ a: "text[][]" }, 'field "a" has the type "text[][]"'],
    [{ a: { weight: 0 } }, 'field "a" must have a finite weight above 0, got 0'],
    [{ a: { weight: Number.NaN } }, "got NaN"],
    [{ a: { b: 1.5 } }, 'field "a" must have a b from 0 to 1, got 1.5'],
    [{ a: { wieght: 1 } }, 'field "a" has no option "wieght"'],
    [{ a: { type: "number", weight: 2 } }, "not a searchable text"],
    [{ a: { type: "number", searchable: true } }, 'field "a" is a number'],
    [{ a: { type: "text", facet: true } }, "need a keyword"],
    [{ a: { type: "number[]", sort: true } }, 'field "a" is an array'],
    [{ a: { analyzer: { language: "klingon" } } }, "analyzer language must be one of"],
    [{ a: "text", "a.b": "text" }, 'field "a.b" is inside "a"'],
    [{ "a..b": "text" }, "empty part"],
    [{ id: "keyword" }, '"id" names a document'],
    [{ "\u0001": "text" }, "control character"],
    [{ title: "number" }, 'field "title" is a title'],
    [{ a: 7 }, 'field "a" must be a type or an object'],
    [{}, "at least one field"],
    [{ [Array(21).fill("a").join(".")]: "text" }, "at most 20 deep, got 21"],
  ])("rejects %j", (fields, message) => {
    expect(() => Schema.parse(fields as SchemaOptions)).toThrow(message);
  });

  test("has at most 1,000 fields", () => {
    const many = (count: number): SchemaOptions =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, "number"]));
    expect(Schema.parse(many(1000)).fields).toHaveLength(1000);
    expect(() => Schema.parse(many(1001))).toThrow("at most 1000 fields");
  });

  test("can be extended, and allows new weights but no new types", () => {
    const schema = Schema.parse(SHOP);
    const wider = schema.widen({ title: { weight: 5 }, summary: {}, year: "number" });
    expect(wider.get("title").text).toEqual({ number: 1, weight: 5 });
    expect(wider.get("summary").text?.number).toBe(4);
    expect(wider.fields.slice(1, schema.fields.length)).toEqual(schema.fields.slice(1));
    expect(() => schema.widen({ price: "keyword" })).toThrow(
      'field "price" was made as number, which cannot become keyword',
    );
    const german = { analyzer: { language: "german" } } as const;
    expect(() => schema.widen({ title: german })).toThrow("another analyzer");
    expect(() => schema.widen({ body: { searchable: false } })).toThrow("with searchable words");
  });

  test("suggests the nearest name for an unknown field", () => {
    expect(() => Schema.parse(SHOP).get("prise")).toThrow('no field "prise"; did you mean "price"');
  });
});

test("is stored in a commit, and a later commit may extend it", async () => {
  const directory = new MemoryDirectory();
  const commitWith = async (fields?: SchemaOptions): Promise<void> => {
    const writer = await IndexWriter.open(directory, fields === undefined ? {} : { fields });
    await writer.commit();
    await writer.close();
  };
  await commitWith(SHOP);
  const first = (await readCommit(directory))?.settings.schema;
  expect(first?.fields).toEqual(Schema.parse(SHOP).fields);
  await commitWith();
  await commitWith({ summary: "text" });
  const second = (await readCommit(directory))?.settings.schema;
  expect(second?.fields.map(({ name }) => name)).toEqual([...Object.keys(SHOP), "summary"]);
});

test("cannot be added to an index without fields", async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory);
  await writer.commit();
  await writer.close();
  await expect(IndexWriter.open(directory, { fields: SHOP })).rejects.toThrow(
    "made without fields",
  );
});

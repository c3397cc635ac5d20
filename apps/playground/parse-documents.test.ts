import { describe, expect, test } from "vitest";
import { listProperties, parseDocuments } from "./parse-documents.ts";

describe("parseDocuments", () => {
  test.each([
    ['[{"id": 7, "title": "Red"}, {"title": "Blue"}]'],
    ['{"id": 7, "title": "Red"}\n{"title": "Blue"}\n'],
    ["id,title\n7,Red\n,Blue\n"],
    ["id;title\n7;Red\n;Blue"],
  ])("reads %j", async (text) => {
    expect(await parseDocuments(text)).toEqual([
      { id: "7", title: "Red" },
      { id: "2", title: "Blue" },
    ]);
  });

  test("reads numbers of CSV, but not codes with leading zeros", async () => {
    expect(await parseDocuments('price,code,text\n3.5,007,"a, b"\n')).toEqual([
      { id: "1", price: 3.5, code: "007", text: "a, b" },
    ]);
  });

  test.each([
    ["[1]", "document 1 must be an object, got 1"],
    ['[{"a": }]', "not valid JSON"],
    ['{"a": 1}\n{"a": }', "line 2 is not valid JSON"],
  ])("refuses %j", async (text, message) => {
    await expect(parseDocuments(text)).rejects.toThrow(message);
  });

  test("an empty text has no documents", async () => {
    expect(await parseDocuments(" \n")).toEqual([]);
  });
});

test("kinds of properties follow from their values", async () => {
  const documents = await parseDocuments("title,color,price\nA lamp,red,3\nA sofa,red,4\n");
  expect(listProperties(documents)).toEqual([
    { name: "title", kind: "text" },
    { name: "color", kind: "keyword" },
    { name: "price", kind: "number" },
  ]);
});

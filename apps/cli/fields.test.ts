/** Fields through the program: tables and JSON in, chosen fields out. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NodeFiles } from "../../src/storage/node-files.ts";
import { createTemporaryFolder } from "../../test/temporary-folder.ts";
import { add } from "./add.ts";
import { type CommandOutput, createCommandRunner } from "./command-runner.contract.ts";
import { indexCollection } from "./index-collection.ts";
import { search } from "./search.ts";

const folder = createTemporaryFolder("fields");
const index = join(folder, "index");
const runCommand = createCommandRunner(new NodeFiles(), [indexCollection, add, search]);
const type = (...argv: string[]): Promise<CommandOutput> => runCommand(...argv, "--quiet");

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

async function searchIds(query: string, ...options: string[]): Promise<string[]> {
  const { out, note } = await type("search", index, query, "--json", ...options);
  expect(note).toBe("");
  return JSON.parse(out).hits.map(({ id }: { id: string }) => id);
}

const FIELDS = "title^3,body,category:keyword,price:number,tags:keyword[],stock:boolean";
const TABLE = `sku,title,body,category,price,tags,stock
p1,Boiled eggs,Seven minutes,food,19.99,a|b,true
p2,Timer,For boiled eggs,tools,,,false
`;

test("a table becomes documents with fields, and later ones follow the schema", async () => {
  const table = file("products.csv", TABLE);
  const indexed = await type(
    "index",
    table,
    "--id-field",
    "sku",
    "--fields",
    FIELDS,
    "--out",
    index,
  );
  expect(indexed).toMatchObject({ code: 0 });
  expect(await searchIds("boiled eggs")).toEqual(["p1", "p2"]);
  expect(await searchIds("eggs", "--fields", "body")).toEqual(["p2"]);
  expect(await searchIds("boiled", "--fields", "title,body^20")).toEqual(["p2", "p1"]);
  const more = file(
    "more.jsonl",
    '{"_id":"p3","title":"Soup","price":3,"stock":true}\n{"_id":"p4","body":"with eggs","tags":["c"]}\n',
  );
  expect(await type("add", index, more)).toMatchObject({ code: 0 });
  expect(await searchIds("soup")).toEqual(["p3"]);
  expect((await searchIds("eggs")).sort()).toEqual(["p1", "p2", "p4"]);
});

test.each([
  ["a value of another type", FIELDS, "19.99", "cheap", 'field "price" (number)'],
  ["a type that does not exist", "title,price:money", "", "", 'has the type "money"'],
  ["a field without a name", "title,,body", "", "", "a field is written name"],
  ["a field twice", "title,title:keyword", "", "", "named twice"],
])("%s is refused", async (_, fields, from, to, message) => {
  const table = file("wrong.csv", TABLE.replace(from, to));
  const out = join(folder, "wrong");
  const { code, note } = await type(
    ...["index", table, "--id-field", "sku", "--fields", fields, "--out", out],
  );
  expect(code).not.toBe(0);
  expect(note).toContain(message);
});

test("a field that the index lacks is refused by name", async () => {
  const { code, note } = await type("search", index, "eggs", "--fields", "titel");
  expect(code).not.toBe(0);
  expect(note).toContain('no field "titel"; did you mean "title"?');
});

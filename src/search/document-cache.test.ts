import { expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { DocumentCache, type DocumentFields } from "./document-cache.ts";

const FILE = {};

test("returns copies that share nothing with each other or with what was added", () => {
  const cache = new DocumentCache(1 << 20);
  const added: DocumentFields = { id: "a", title: "t", tags: ["x", null, 2], price: 3 };
  const expected = structuredClone(added);
  const owner = {};
  cache.add(owner, 7, added, 40);
  for (let i = 0; i < 3; i++) {
    const copy = cache.get(owner, 7) as DocumentFields;
    expect(copy).toEqual(expected);
    expect(Object.keys(copy)).toEqual(Object.keys(expected));
    (copy.tags as unknown[]).push("changed");
    copy.title = "changed";
  }
  (added.tags as unknown[]).length = 0;
  expect(cache.get(owner, 7)).toEqual(expected);
  expect(cache.get({}, 7)).toBe(undefined);
});

test("returns the id and the fields with the requested names, in the order of the document", () => {
  const cache = new DocumentCache(1 << 20);
  cache.add(FILE, 1, { id: "a", title: "t", tags: ["x"], price: 3 }, 40);
  const picked = cache.get(FILE, 1, new Set(["price", "tags", "absent"]));
  expect(Object.entries(picked ?? {})).toEqual([
    ["id", "a"],
    ["tags", ["x"]],
    ["price", 3],
  ]);
});

test("does not hold objects inside documents, a prototype as a name, or very large documents", () => {
  const cache = new DocumentCache(1 << 16);
  const proto = JSON.parse('{"id":"p","__proto__":["x"]}') as DocumentFields;
  const others: DocumentFields[] = [
    { id: "a", size: { width: 1 } },
    { id: "b", list: [[1]] },
  ];
  for (const document of [proto, ...others]) {
    cache.add(FILE, 1, document, 40);
    expect(cache.get(FILE, 1)).toBe(undefined);
  }
  cache.add(FILE, 1, { id: "c", text: "x".repeat(2000) }, 2000);
  expect(cache.get(FILE, 1)).toBe(undefined);
});

test("never holds more bytes than its limit, keeps what is read, and returns only what was added", () => {
  const random = new Random(5);
  const maxBytes = 20_000;
  const other = {};
  const cache = new DocumentCache(maxBytes);
  let found = 0;
  for (let step = 0; step < 5000; step++) {
    const number = random.below(300);
    const which = random.below(2);
    const owner = which === 0 ? FILE : other;
    const document = { id: `${which}-${number}` };
    const cached = cache.get(owner, number);
    if (cached === undefined) cache.add(owner, number, document, random.below(100));
    else {
      expect(cached).toEqual(document);
      found++;
    }
    expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
    cache.get(FILE, 1000) ?? cache.add(FILE, 1000, { id: "frequent" }, 10);
    expect(cache.get(FILE, 1000)).toEqual({ id: "frequent" });
  }
  expect(found).toBeGreaterThan(300);
});

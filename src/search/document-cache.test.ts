import { expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { DocumentCache, type DocumentFields } from "./document-cache.ts";

const FILE = {};

test("holds every document while there is room for all", () => {
  const cache = new DocumentCache(1 << 20);
  for (let number = 0; number < 2000; number++) cache.add(FILE, number, { id: `${number}` }, 60);
  for (let number = 0; number < 2000; number++) {
    expect(cache.get(FILE, number)).toEqual({ id: `${number}` });
  }
});

test("once full, holds a document from its second read on, unless many others were read between", () => {
  const cache = new DocumentCache(1 << 16);
  const document = { id: "a" };
  for (let number = 0; number < 1000; number++) cache.add(FILE, number, document, 100);
  cache.add(FILE, 2001, document, 100);
  expect(cache.get(FILE, 2001)).toBe(undefined);
  cache.add({}, 2001, document, 100); // of another file
  expect(cache.get(FILE, 2001)).toBe(undefined);
  cache.add(FILE, 2001, document, 100);
  expect(cache.get(FILE, 2001)).toEqual(document);
  cache.add(FILE, 2002, document, 100);
  for (let number = 3000; number < 200_000; number++) cache.add(FILE, number, document, 100);
  cache.add(FILE, 2002, document, 100);
  expect(cache.get(FILE, 2002)).toBe(undefined);
});

test("keeps documents that many questions find where each question has others as well", () => {
  const cache = new DocumentCache(1 << 16); // 81 documents of 800 bytes
  const questions = 5000;
  let found = 0;
  for (let question = 0; question < questions; question++) {
    for (const number of [question % 40, 1000 + question, 10_000 + question]) {
      if (cache.get(FILE, number) === undefined) cache.add(FILE, number, { id: `${number}` }, 600);
      else found++;
    }
  }
  // In order of use alone each of the 40 would be dropped before it is read again, after 119 others.
  expect(found).toBeGreaterThan(0.9 * questions);
});

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
  cache.add(FILE, 1000, { id: "frequent" }, 10);
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
    expect(cache.get(FILE, 1000)).toEqual({ id: "frequent" });
  }
  expect(found).toBeGreaterThan(300);
});

import { expect, test } from "vitest";
import { Random } from "../common/random.ts";
import { DocumentCache, type DocumentFields } from "./document-cache.ts";

const FILE = {};

/** Adds a document as two reads do, one soon after the other. */
function addTwice(
  cache: DocumentCache,
  file: object,
  number: number,
  document: DocumentFields,
  bytes: number,
): void {
  cache.add(file, number, document, bytes);
  cache.add(file, number, document, bytes);
}

test("holds a document from its second read on, unless many others were read between the two", () => {
  const cache = new DocumentCache(1 << 20);
  const document = { id: "a" };
  cache.add(FILE, 1, document, 10);
  expect(cache.get(FILE, 1)).toBe(undefined);
  expect(cache.bytes).toBe(0);
  cache.add(FILE, 1, document, 10);
  expect(cache.get(FILE, 1)).toEqual(document);
  cache.add(FILE, 2, document, 10);
  cache.add({}, 2, document, 10); // of another file
  expect(cache.get(FILE, 2)).toBe(undefined);
  for (let number = 3; number < 200_000; number++) cache.add(FILE, number, document, 10);
  cache.add(FILE, 2, document, 10);
  expect(cache.get(FILE, 2)).toBe(undefined);
});

test("documents that many questions find stay, and those of single questions take no memory", () => {
  const cache = new DocumentCache(1 << 16);
  let found = 0;
  for (let question = 0; question < 3000; question++) {
    for (const number of [question % 40, 1000 + question]) {
      if (cache.get(FILE, number) === undefined) cache.add(FILE, number, { id: `${number}` }, 600);
      else found++;
    }
  }
  // Of 80 documents, which is what fits, 40 are read again and again.
  expect(found).toBe(3000 - 2 * 40);
  expect(cache.bytes).toBe(40 * 800);
});

test("returns copies that share nothing with each other or with what was added", () => {
  const cache = new DocumentCache(1 << 20);
  const added: DocumentFields = { id: "a", title: "t", tags: ["x", null, 2], price: 3 };
  const expected = structuredClone(added);
  const owner = {};
  addTwice(cache, owner, 7, added, 40);
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
  addTwice(cache, FILE, 1, { id: "a", title: "t", tags: ["x"], price: 3 }, 40);
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
    addTwice(cache, FILE, 1, document, 40);
    expect(cache.get(FILE, 1)).toBe(undefined);
  }
  addTwice(cache, FILE, 1, { id: "c", text: "x".repeat(2000) }, 2000);
  expect(cache.get(FILE, 1)).toBe(undefined);
});

test("never holds more bytes than its limit, keeps what is read, and returns only what was added", () => {
  const random = new Random(5);
  const maxBytes = 20_000;
  const other = {};
  const cache = new DocumentCache(maxBytes);
  let found = 0;
  addTwice(cache, FILE, 1000, { id: "frequent" }, 10);
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

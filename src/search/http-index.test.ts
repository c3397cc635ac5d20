/**
 * An index on a web server: which parts are fetched when, and what happens when the
 * server misbehaves.
 */

import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FileServer, serveFiles } from "../../test/file-server.ts";
import type { SearchOptions } from "../api/search-options.ts";
import { HttpDirectory } from "../storage/http-directory.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { createIndex } from "./open-index.ts";
import { openReadOnly } from "./open-read-only.ts";
import type { ReadableIndex } from "./readable-index.ts";

const COUNT = 3000;
const WORDS = "wing flutter speed panel shock layer heat jet plate nose cone drag lift body".split(
  " ",
);

/** Texts that differ and hardly compress, so that files are long enough to be fetched in parts. */
const documents = (label: string, count = COUNT) =>
  Array.from({ length: count }, (_, i) => {
    const number = (j: number): number => Math.imul(i * 64 + j + 1, 0x9e3779b1) >>> 12;
    const words = Array.from({ length: 14 }, (_, j) => WORDS[(i * 7 + j * (1 + (i % 5))) % 14]);
    const markers = Array.from({ length: 40 }, (_, j) => `m${(number(j) % 4096).toString(36)}`);
    const last = i % 97 === 0 ? "rare boundary" : "boundary";
    return { id: `d${i}`, text: `${label} ${i} ${words.join(" ")} ${markers.join(" ")} ${last}` };
  });

async function buildFiles(label: string, count?: number): Promise<Map<string, Uint8Array>> {
  const directory = new MemoryDirectory();
  const index = await createIndex(directory);
  await index.add(documents(label, count));
  await index.close();
  const files = new Map<string, Uint8Array>();
  for (const name of await directory.list()) files.set(name, await directory.read(name));
  return files;
}

let files: Map<string, Uint8Array>;
let local: ReadableIndex;
let server: FileServer;
let index: ReadableIndex | undefined;

beforeAll(async () => {
  files = await buildFiles("first");
  local = await openReadOnly(new MemoryDirectory(files));
});

beforeEach(async () => {
  server = await serveFiles(files);
});

afterEach(async () => {
  await index?.close();
  index = undefined;
  await server.close();
});

const open = async (): Promise<ReadableIndex> => {
  index = await openReadOnly(new HttpDirectory(server.url));
  return index;
};

const fetchedBytes = (): number => server.requests.reduce((sum, { bytes }) => sum + bytes, 0);
const sumSizes = (kind: string): number =>
  [...files].reduce((sum, [name, { length }]) => (name.endsWith(kind) ? sum + length : sum), 0);

const QUERIES: readonly [string, SearchOptions][] = [
  ["rare wing", {}],
  ["flutter speed", { snippet: true, highlight: true }],
  ['"shock layer"', { syntax: true }],
  ["fluter pannel", { fuzzy: true }],
  ["boundary", { offset: 500, limit: 30 }],
  ["wing flu", { prefix: true }],
  ["wing layer", { ranker: "proximity" }],
];

describe.each([
  { server: "with ranges", behaviour: {} },
  { server: "without ranges", behaviour: { ranges: false } },
  { server: "without validators", behaviour: { validators: false } },
])("on a server $server", ({ behaviour }) => {
  test.each(QUERIES)("%s returns the same as in memory: %o", async (query, options) => {
    Object.assign(server.behaviour, behaviour);
    const { took: _, ...expected } = await local.search(query, options);
    const { took: __, ...result } = await (await open()).search(query, options);
    expect(result).toEqual(expected);
    expect(result.hits.length).toBeGreaterThan(0);
  });
});

describe("fetches little", () => {
  test("opening fetches what every search needs, and no lists, texts or positions", async () => {
    await open();
    const parts = fetchedBytes() - sumSizes("document");
    expect(sumSizes("stored") + sumSizes("position")).toBeGreaterThan(400_000);
    // The commit, the offsets of lists and positions, and the ends of files.
    expect(parts).toBeLessThan(100_000);
    expect(server.requests.filter(({ name }) => /stored|forward/.test(name))).toEqual([]);
  });

  test("a search fetches the texts of its hits in parts, and the same search fetches nothing more", async () => {
    const index = await open();
    server.requests.length = 0;
    await index.search("rare wing", { limit: 3 });
    expect(fetchedBytes()).toBeGreaterThan(0);
    expect(fetchedBytes()).toBeLessThan(sumSizes("stored") / 2);
    expect(server.requests.every(({ status }) => status === 206)).toBe(true);
    server.requests.length = 0;
    await index.search("rare wing", { limit: 3 });
    expect(server.requests).toEqual([]);
  });

  test("a phrase fetches the positions of each of its words with one request", async () => {
    const index = await open();
    server.requests.length = 0;
    await index.search('"shock layer"', { syntax: true, limit: 1 });
    const positions = server.requests.filter(({ name }) => name.endsWith("position"));
    expect(positions.length).toBeGreaterThan(0);
    expect(positions.length).toBeLessThanOrEqual(4);
  });
});

describe("a new deployment in the middle of a session", () => {
  // Without validators the texts are fetched completely, and the session continues with
  // them.
  test.each([
    { validators: true, label: /^second/, total: COUNT - 500 },
    { validators: false, label: /^first/, total: COUNT },
  ])("is never mixed with the old one: %o", async ({ validators, label, total }) => {
    server.behaviour.validators = validators;
    const index = await open();
    await index.search("rare wing", { limit: 2 });
    const second = await buildFiles("second", COUNT - 500);
    for (const name of [...server.files.keys()]) server.files.delete(name);
    for (const [name, bytes] of second) server.files.set(name, bytes);
    const result = await index.search("boundary heat", { limit: 20, offset: 700 });
    expect(result.total).toBe(total);
    for (const { document } of result.hits) expect(document.text).toMatch(label);
    expect(result.hits.length).toBe(20);
    expect(await index.refresh()).toBe(!validators);
    expect((await index.search("rare")).hits[0]?.document.text).toMatch(/^second/);
  });

  test("is an error while it is incomplete, and is found once it is complete", async () => {
    const index = await open();
    const second = await buildFiles("second");
    for (const [name, bytes] of second) if (name !== "commit") server.files.set(name, bytes);
    await expect(index.search("rare wing")).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
    server.files.set("commit", second.get("commit") as Uint8Array);
    const { hits } = await index.search("rare wing");
    expect(hits[0]?.document.text).toMatch(/^second/);
  });
});

describe("reports the error", () => {
  test("of a missing index", async () => {
    await expect(openReadOnly(`${server.url}nowhere/`)).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    server.files.set("start/commit", new TextEncoder().encode("<!doctype html>"));
    server.behaviour.headers = {};
    await expect(openReadOnly(`${server.url}start/`)).rejects.toMatchObject({
      code: "CORRUPT_INDEX",
    });
  });

  test("of a file that is missing, truncated or replaced", async () => {
    const terms = [...files.keys()].find((name) => name.endsWith("terms")) as string;
    const bytes = files.get(terms) as Uint8Array;
    for (const content of [undefined, bytes.subarray(0, 1000), bytes.map((byte) => byte ^ 1)]) {
      if (content === undefined) server.files.delete(terms);
      else server.files.set(terms, content);
      await expect(open()).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
    }
  });

  test("of an overloaded server, a broken connection, no server; and continues afterwards", async () => {
    const index = await open();
    server.behaviour.fail = 503;
    await expect(index.search("rare")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    delete server.behaviour.fail;
    server.behaviour.cut = 10;
    await expect(index.search("rare")).rejects.toMatchObject({ code: "UNAVAILABLE" });
    delete server.behaviour.cut;
    expect((await index.search("rare", { limit: 1 })).hits.length).toBe(1);
    await server.close();
    await expect(index.search("flutter", { offset: 2000 })).rejects.toMatchObject({
      code: "UNAVAILABLE",
    });
    expect((await index.search("rare", { limit: 1 })).hits.length).toBe(1);
  });

  test.each(["ftp://x/", "http://x/?a", "http://x/#b"])("of an invalid address: %s", (address) => {
    expect(() => new HttpDirectory(address)).toThrow("the address of a folder");
  });
});

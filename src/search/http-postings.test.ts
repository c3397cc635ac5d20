/**
 * An index on a web server whose terms and lists are fetched on demand: little is
 * transferred, and nothing is wrong.
 */

import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FileServer, serveFiles } from "../../test/file-server.ts";
import { buildIndex } from "../index/index.ts";
import { HttpDirectory } from "../storage/http-directory.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { openIndex } from "./open-index.ts";
import { openReadOnly } from "./open-read-only.ts";
import type { ReadableIndex } from "./readable-index.ts";
import type { SearchOptions } from "./search-options.ts";

const COUNT = 20_000;
const SYLLABLES = "ba ke li mo nu ra se ti vo zu".split(" ");

/** Word number `n`: small numbers are frequent words. */
const word = (n: number): string =>
  [...String(n + 100)].map((digit) => SYLLABLES[Number(digit)]).join("");

/** A number below `limit`; small ones are more frequent. */
const skewed = (seed: number, limit: number): number => {
  const share = (Math.imul(seed + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  return Math.floor(limit * share ** 3);
};

const DOCUMENTS = Array.from({ length: COUNT }, (_, i) => ({
  id: `d${i}`,
  title: word(skewed(i * 31 + 7, 3000)),
  text: Array.from({ length: 12 }, (_, j) => word(skewed(i * 12 + j, 30_000))).join(" "),
  year: 1990 + (i % 30),
}));

const FIELDS = { title: { type: "text", weight: 2 }, text: "text", year: "number" } as const;

describe.each([
  { kind: "with surface forms", forward: true },
  { kind: "with terms in their place", forward: false },
])("an index $kind", ({ forward }) => {
  let files: Map<string, Uint8Array>;
  let local: ReadableIndex;
  let server: FileServer;
  let remote: ReadableIndex;

  beforeAll(async () => {
    const directory = new MemoryDirectory();
    await buildIndex(directory, DOCUMENTS, { fields: FIELDS, forward, positions: true });
    const index = await openIndex(directory);
    // Deleted documents stay in the lists, so terms are counted by reading the lists.
    await index.delete(["d7", "d77", "d777"]);
    await index.close();
    files = new Map();
    for (const name of await directory.list()) files.set(name, await directory.read(name));
    local = await openReadOnly(new MemoryDirectory(files));
    server = await serveFiles(files);
    remote = await openReadOnly(new HttpDirectory(server.url));
  }, 120_000);

  afterAll(async () => {
    await local?.close();
    await remote?.close();
    await server?.close();
  });

  beforeEach(() => {
    server.requests.length = 0;
  });

  const sumSizes = (kind: RegExp): number =>
    [...files].reduce((sum, [name, { length }]) => (kind.test(name) ? sum + length : sum), 0);

  const fetched = (kind: RegExp): number =>
    server.requests.reduce((sum, { name, bytes }) => (kind.test(name) ? sum + bytes : sum), 0);

  async function withoutTime(index: ReadableIndex, query: string, options: SearchOptions) {
    const { took: _, ...result } = await index.search(query, options);
    return result;
  }

  test("terms and lists are fetched for one query, not completely", async () => {
    const index = await openReadOnly(new HttpDirectory(server.url));
    const lists = /terms$|postings$/;
    const opening = fetched(lists);
    expect(opening).toBeLessThan(sumSizes(lists) / 4);
    const { hits } = await index.search(`${word(900)} ${word(12_000)}`, { limit: 3 });
    expect(hits.length).toBe(3);
    expect(fetched(lists) - opening).toBeLessThan(64_000);
    expect(fetched(lists)).toBeLessThan(sumSizes(lists) / 3);
    const requests = server.requests.length;
    await index.search(`${word(12_000)} ${word(900)}`, { limit: 3 });
    expect(server.requests.length).toBe(requests);
    await index.close();
  });

  test("lists of several words are fetched with few requests", async () => {
    const words = [150, 2000, 5000, 9000, 14_000, 18_000, 22_000, 26_000, 29_000].map(word);
    await remote.search(words.join(" "), { limit: 1 });
    const requests = (kind: RegExp): number =>
      server.requests.filter(({ name }) => kind.test(name)).length;
    // Each word may be in two fields; adjacent data is fetched together.
    expect(requests(/terms$/)).toBeLessThan(2 * words.length);
    expect(requests(/postings$/)).toBeLessThan(2 * words.length);
  });

  test("returns what the index in memory returns, for any query", {
    timeout: 120_000,
  }, async () => {
    const term = fc.nat(29_999).map(word);
    const query = fc.oneof(
      fc.array(term, { minLength: 1, maxLength: 4 }).map((words) => words.join(" ")),
      // Words that occur next to each other somewhere.
      fc.nat(COUNT - 1).map((i) => `"${DOCUMENTS[i]?.text.split(" ").slice(2, 4).join(" ")}"`),
      fc.tuple(term, fc.nat(5)).map(([text, end]) => `${text} ${text.slice(0, 2 + end)}`),
      fc.tuple(term, term).map(([one, other]) => `+${one} -${other} ${one.slice(1)}`),
    );
    const options = fc.record(
      {
        syntax: fc.constant(true),
        prefix: fc.boolean(),
        fuzzy: fc.boolean(),
        ranker: fc.constantFrom("bm25f", "bm25", "proximity", "lm"),
        filter: fc.constantFrom({ year: { gte: 2000 } }, { year: 1995 }),
        sort: fc.constant(["-year"]),
        offset: fc.constantFrom(0, 20),
      },
      { requiredKeys: ["syntax"] },
    );
    await fc.assert(
      fc.asyncProperty(query, options, async (text, how) => {
        const expected = await withoutTime(local, text, how);
        expect(await withoutTime(remote, text, how)).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test("a prefix fetches the terms that begin with it", async () => {
    const index = await openReadOnly(new HttpDirectory(server.url));
    const opening = fetched(/terms$/);
    await index.search(word(12_345).slice(0, -2), { prefix: true, limit: 1 });
    expect(fetched(/terms$/) - opening).toBeLessThan(40_000);
    await index.close();
  });

  test("lists that another deployment has replaced are not mixed with the new ones", async () => {
    const index = await openReadOnly(new HttpDirectory(server.url));
    const name = [...files.keys()].find((each) => each.endsWith("postings")) as string;
    const bytes = files.get(name) as Uint8Array;
    try {
      server.files.set(name, bytes.slice().fill(0, 40, 2000));
      const search = index.search(word(0), { limit: 1 });
      await expect(search).rejects.toMatchObject({ code: "CORRUPT_INDEX" });
    } finally {
      server.files.set(name, bytes);
    }
    expect((await index.search(word(0), { limit: 1 })).hits.length).toBe(1);
    await index.close();
  });
});

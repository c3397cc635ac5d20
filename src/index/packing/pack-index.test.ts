/**
 * A packed index has the same bytes and answers as before, in few requests, and never wrong ones.
 */

import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FileServer, serveFiles } from "../../../test/file-server.ts";
import { defined } from "../../common/defined.ts";
import { TermwiseError } from "../../common/errors.ts";
import { listIndexFiles } from "../../search/list-index-files.ts";
import { openIndex } from "../../search/open-index.ts";
import { openReadOnly } from "../../search/open-read-only.ts";
import type { ReadableIndex } from "../../search/readable-index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { buildIndex } from "../build-index.ts";
import { checkIndex } from "../check-index.ts";
import { decodeHead, encodeHead } from "../packed/pack-head.ts";
import { PackedDirectory } from "../packed/packed-directory.ts";
import { deflate, inflate } from "../packed/zlib.ts";
import { packIndex } from "./pack-index.ts";
import { reblockIndex } from "./reblock-index.ts";

const SYLLABLES = "ba ke li mo nu ra se ti vo zu".split(" ");
/** Word number `n`: small numbers are frequent words. */
const word = (n: number): string =>
  [...String(n + 100)].map((digit) => SYLLABLES[Number(digit)]).join("");
const skewed = (seed: number, limit: number): number => {
  const share = (Math.imul(seed + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
  return Math.floor(limit * share ** 3);
};

const DOCUMENTS = Array.from({ length: 3000 }, (_, i) => ({
  id: `d${i}`,
  fields: {
    title: word(skewed(i * 31 + 7, 900)),
    body: Array.from({ length: 30 }, (_, j) => word(skewed(i * 30 + j, 9000))).join(" "),
    year: 1990 + (i % 30),
  },
}));
const FIELDS = { title: { type: "text", weight: 2 }, body: "text", year: "number" } as const;

describe.each([
  { kind: "with fields", fields: FIELDS, forward: false },
  { kind: "of one text, with a forward index", fields: undefined, forward: true },
])("an index $kind", ({ fields, forward }) => {
  let original: MemoryDirectory;
  let packed: ReadonlyMap<string, Uint8Array>;
  let local: ReadableIndex;
  let server: FileServer;

  beforeAll(async () => {
    original = new MemoryDirectory();
    const options = { forward, positions: true, ...defined({ fields }) };
    await buildIndex(original, DOCUMENTS, options);
    const index = await openIndex(original);
    await index.delete(["d7", "d77"]);
    await index.close();
    packed = await packIndex(original);
    local = await openReadOnly(original);
    server = await serveFiles(packed);
  }, 120_000);

  afterAll(async () => {
    await local?.close();
    await server?.close();
  });

  beforeEach(() => {
    Object.assign(server.behaviour, { ranges: true, validators: true });
    server.files.clear();
    for (const [name, bytes] of packed) server.files.set(name, bytes);
    server.requests.length = 0;
  });

  test("is intact after reblocking, and every file is restored from the pack unchanged", async () => {
    const reblocked = await reblockIndex(original);
    expect((await checkIndex(reblocked)).damages).toEqual([]);
    const remote = new PackedDirectory(server.url);
    for (const name of await reblocked.list()) {
      expect(Buffer.compare(await remote.read(name), await reblocked.read(name)), name).toBe(0);
    }
    await expect(remote.read("segment-9.terms")).rejects.toHaveProperty("code", "NOT_FOUND");
  });

  test("opens with one request and fetches a word with another", async () => {
    await using remote = await openReadOnly(new PackedDirectory(server.url));
    expect(server.requests.map(({ name }) => name)).toEqual(["opening.pack"]);
    const query = word(5000);
    expect((await remote.search(query, { limit: 1 })).total).toBeGreaterThan(0);
    expect(server.requests.map(({ name }) => name)).toEqual([
      "opening.pack",
      "words.pack",
      "texts.pack",
    ]);
    const all = [...packed.values()].reduce((sum, { length }) => sum + length, 0);
    const moved = server.requests.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(moved).toBeLessThan(all / 5);
  });

  test("has fetched the words of a query by its last character in search as you type", async () => {
    const query = `${word(5000)} ${word(4000)}`;
    const countRequests = async (index: ReadableIndex): Promise<number> => {
      server.requests.length = 0;
      await index.search(query, { prefix: true });
      return server.requests.filter(({ name }) => name === "words.pack").length;
    };
    await using cold = await openReadOnly(new PackedDirectory(server.url));
    const unprepared = await countRequests(cold);
    await using prefixed = await openReadOnly(new PackedDirectory(server.url));
    for (let key = 3; key < query.length; key++) {
      await prefixed.search(query.slice(0, key), { prefix: true, limit: 1 });
    }
    expect(await countRequests(prefixed)).toBeLessThan(unprepared);
  });

  test("returns the same hits for any words, prefixes and phrases", async () => {
    await using remote = await openReadOnly(new PackedDirectory(server.url));
    const words = fc.array(fc.nat(9500), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(words, fc.boolean(), fc.boolean(), async (numbers, prefix, isPhrase) => {
        const text = numbers.map(word).join(" ");
        const body = DOCUMENTS[numbers[0] ?? 0]?.fields.body ?? "";
        const phrase = `"${body.split(" ").slice(2, 4).join(" ")}" ${text}`;
        const query = isPhrase ? phrase : text.slice(0, prefix ? -1 : undefined);
        const options = { prefix: prefix && !isPhrase, syntax: isPhrase, limit: 5 };
        const [{ took: _, ...localResult }, { took: __, ...remoteResult }] = await Promise.all([
          local.search(query, options),
          remote.search(query, options),
        ]);
        expect(remoteResult).toEqual(localResult);
      }),
      { numRuns: 40 },
    );
  }, 60_000);

  test("lists the files on the server, for clients that cache them", async () => {
    const names = [...packed.keys()].filter((name) => name !== "opening.pack");
    expect(await listIndexFiles(`${server.url}opening.pack`)).toEqual(
      [...names, "opening.pack"].map((name) => server.url + name),
    );
  });

  test("is read from a server without range requests", async () => {
    server.behaviour.ranges = false;
    await using remote = await openReadOnly(new PackedDirectory(server.url));
    const query = `${word(3)} ${word(4000)}`;
    const { took: _, ...remoteResult } = await remote.search(query);
    const { took: __, ...localResult } = await local.search(query);
    expect(remoteResult).toEqual(localResult);
    server.requests.length = 0;
    expect((await remote.search(word(700))).total).toBeGreaterThan(0);
    expect(server.requests).toEqual([]);
  });

  test("fails with NOT_FOUND for a missing pack, and with CORRUPT_INDEX for a damaged one", async () => {
    await using remote = await openReadOnly(new PackedDirectory(server.url));
    const words = packed.get("words.pack") as Uint8Array;
    server.files.delete("words.pack");
    await expect(remote.search(word(5000))).rejects.toHaveProperty("code", "NOT_FOUND");
    server.files.set("words.pack", words);
    expect((await remote.search(word(5000))).total).toBeGreaterThan(0);
    server.files.set(
      "words.pack",
      words.map((byte) => byte ^ 0x55),
    );
    await using damaged = await openReadOnly(new PackedDirectory(server.url));
    await expect(damaged.search(word(5000))).rejects.toHaveProperty("code", "CORRUPT_INDEX");
  });

  test("reports any damage of the head", async () => {
    const head = await inflate(packed.get("opening.pack") as Uint8Array, "opening.pack", 0, 1e6);
    const { content, ...table } = decodeHead(head, "opening.pack");
    expect(encodeHead({ ...table, content })).toEqual(head);
    const headBytes = head.length - content.length;
    await fc.assert(
      fc.asyncProperty(
        fc.nat(headBytes - 1),
        fc.integer({ min: 1, max: 255 }),
        async (at, change) => {
          const damaged = head.slice();
          damaged[at] = (damaged[at] ?? 0) ^ change;
          try {
            const directory = new PackedDirectory("http://x/", {
              opening: await deflate(damaged),
              fetch: async () => new Response(null, { status: 404 }),
            });
            // Pieces may be at other offsets now; then checksums and frames identify the files.
            await (await openReadOnly(directory)).close();
          } catch (error) {
            expect(error).toBeInstanceOf(TermwiseError);
          }
        },
      ),
      { numRuns: 60 },
    );
  }, 60_000);
});

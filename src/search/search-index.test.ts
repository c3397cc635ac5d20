import { describe, expect, test } from "vitest";
import type { SearchDocument } from "../api/document-type.ts";
import type { SearchOptions } from "../api/search-options.ts";
import { TermwiseError } from "../common/errors.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { createIndex, openIndex } from "./open-index.ts";

const RECIPES: readonly SearchDocument[] = [
  { id: "eggs", title: "Boiled eggs", text: "Lower the eggs into boiling water", minutes: 6 },
  { id: "soup", title: "Bone soup", text: "Never let the soup boil", minutes: 600 },
  { id: "plums", title: "Salted plums", text: "Layer plums and salt", minutes: 20 },
];

async function createRecipes() {
  const index = await createIndex();
  await index.add(RECIPES);
  return index;
}

describe("add, put and delete", () => {
  test("are visible to the next search when they resolve", async () => {
    const index = await createIndex();
    expect(await index.add({ id: "a", text: "red" })).toBe(1);
    expect((await index.search("red")).total).toBe(1);
    expect(
      await index.put([
        { id: "a", text: "blue" },
        { id: "b", text: "blue" },
      ]),
    ).toBe(2);
    expect((await index.search("red")).total).toBe(0);
    expect((await index.search("blue")).hits.map(({ id }) => id)).toEqual(["b", "a"]);
    expect(await index.delete("a")).toBe(1);
    expect(await index.delete(["a", "b", "c"])).toBe(1);
    expect(await index.count()).toBe(0);
  });

  test("take arrays, iterables and streams", async () => {
    const index = await createIndex();
    const made = function* () {
      yield { id: 1, text: "one" };
      yield { id: 2, text: "two" };
    };
    const streamed = async function* () {
      yield { id: 3, text: "three" };
    };
    expect(await index.add(made())).toBe(2);
    expect(await index.add(streamed())).toBe(1);
    expect(await index.add([])).toBe(0);
    expect(await index.delete(new Set([1, 3]))).toBe(2);
    expect(await index.get(2)).toEqual({ id: "2", text: "two" });
  });

  test("leave no trace of a call that fails", async () => {
    const index = await createIndex();
    await index.add({ id: "a", text: "old" });
    const second = index.add([
      { id: "b", text: "new" },
      { id: "a", text: "new" },
    ]);
    await expect(second).rejects.toThrow('document "a" is in the index already');
    const broken = async function* () {
      yield { id: "c", text: "new" };
      throw new Error("the source failed");
    };
    await expect(index.put(broken())).rejects.toThrow("the source failed");
    const third = index.put([
      { id: "a", text: "new" },
      { id: "d", text: "x", price: NaN },
    ]);
    await expect(third).rejects.toThrow('document "d", field "price": numbers must be finite');
    expect(await index.count()).toBe(1);
    expect((await index.search("new")).total).toBe(0);
    await index.add({ id: "e", text: "new" });
    expect((await index.search("new")).total).toBe(1);
  });

  test("run in the order of the calls when called at once", async () => {
    const index = await createIndex();
    const calls = [
      index.add({ id: "a", text: "one" }),
      index.put({ id: "a", text: "two" }),
      index.add({ id: "a", text: "three" }).catch((error: TermwiseError) => error.code),
      index.delete("a"),
      index.add({ id: "a", text: "four" }),
    ];
    expect(await Promise.all(calls)).toEqual([1, 1, "BAD_ARGUMENT", 1, 1]);
    expect(await index.get("a")).toEqual({ id: "a", text: "four" });
  });

  test("do not disturb pending searches, whatever is merged meanwhile", async () => {
    const index = await createIndex();
    await index.add(Array.from({ length: 50 }, (_, i) => ({ id: i, text: "word", version: 0 })));
    const searches: Promise<void>[] = [];
    for (let version = 1; version <= 30; version++) {
      const change = index.put({ id: version, text: "word", version });
      searches.push(
        index.search("word", { limit: 100 }).then(({ hits, total }) => {
          // Every state has 50 documents, and version v of a document only once it was
          // put.
          expect(total).toBe(50);
          expect(new Set(hits.map(({ id }) => id)).size).toBe(50);
          for (const { id, document } of hits) expect([0, Number(id)]).toContain(document.version);
        }),
      );
      await change;
    }
    await Promise.all(searches);
    expect(await index.count({ version: { gt: 0 } })).toBe(30);
  });
});

describe("documents", () => {
  test("are returned unchanged", async () => {
    const document = {
      id: "a",
      title: "A title",
      text: "a text",
      fields: { title: "not the title" },
      price: -1.5e300,
      isNew: false,
      nothing: null,
      tags: ["x", 1, [true, null]],
      nested: { deep: { er: [{}] }, constructor: "mine", toString: "x" },
      half: "a lone \ud800 surrogate",
      "": "no name",
      "with.dot": 1,
    };
    const index = await createIndex();
    await index.add(document);
    expect(await index.get("a")).toEqual(document);
    const { hits } = await index.search("text");
    expect(hits[0]?.document).toEqual(document);
  });

  test("have ids that are texts, or whole numbers, which become texts", async () => {
    const index = await createIndex();
    await index.add([
      { id: 7, text: "seven" },
      { id: -1, text: "minus" },
    ]);
    expect((await index.search("seven")).hits[0]?.id).toBe("7");
    expect(await index.get("-1")).toEqual({ id: "-1", text: "minus" });
    await expect(index.add({ id: "7", text: "again" })).rejects.toThrow('"7" is in the index');
  });

  test.each([
    [1.5, "a document id must be a text or a safe whole number, got 1.5"],
    [NaN, "a document id must be a text or a safe whole number, got NaN"],
    [2 ** 53, "a document id must be a text or a safe whole number, got 9007199254740992"],
    [undefined, "a document id must be a text or a safe whole number, got undefined"],
    [null, "a document id must be a text or a safe whole number, got null"],
    [{}, "a document id must be a text or a safe whole number, got an object"],
    ["", 'a document id must be 1 to 2048 characters without white space, got ""'],
    ["a b", 'a document id must be 1 to 2048 characters without white space, got "a b"'],
  ])("are rejected with the id %s", async (id, message) => {
    const index = await createIndex();
    await expect(index.add({ id: id as string, text: "x" })).rejects.toThrow(message);
  });

  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  test.each([
    [{ f: () => 1 }, 'field "f": a function cannot be stored'],
    [{ f: 1n }, 'field "f": a bigint cannot be stored'],
    [{ f: Symbol("x") }, 'field "f": a symbol cannot be stored'],
    [{ f: Infinity }, 'field "f": numbers must be finite, got Infinity'],
    [{ f: [1, [NaN]] }, 'field "f[1][0]": numbers must be finite, got NaN'],
    [{ f: [undefined] }, 'field "f[0]": undefined cannot be stored'],
    [{ f: { g: new Date(0) } }, 'field "f.g": Date cannot be stored'],
    [{ f: new Map() }, 'field "f": Map cannot be stored; only plain objects and arrays can'],
    [{ f: cycle }, "nested more than 100 deep, or contains itself"],
    [JSON.parse('{"__proto__": 1}'), 'a field must not be named "__proto__"'],
    [{ f: JSON.parse('{"__proto__": 1}') }, 'field "f.__proto__"'],
    [{ "\u0001f": 1 }, "does not begin with a control character"],
    [{ "a\udfff": 1 }, "a name must be well-formed text"],
    [{ [Symbol("s")]: 1 }, "a property whose name is a symbol cannot be stored"],
    [{ title: 5 }, '"title" must be a text'],
    [{ text: null }, '"text" must be a text'],
  ])("are rejected with values that cannot be stored: %#", async (fields, message) => {
    const index = await createIndex();
    const given = index.add([
      { id: "first", text: "x" },
      { ...fields, id: "a" },
    ] as SearchDocument[]);
    await expect(given).rejects.toThrow(message);
    await expect(given).rejects.toHaveProperty("code", "BAD_ARGUMENT");
    expect(await index.count()).toBe(0);
  });

  test.each([[undefined], [null], [5], ["text"], [[[]]]])("are objects, not %s", async (given) => {
    const index = await createIndex();
    await expect(index.add(given as never)).rejects.toThrow("a document must be an object");
  });

  test("without a text are searched by their other texts, in order", async () => {
    const index = await createIndex({ positions: true });
    await index.add({ id: 1, title: "red", name: "green", n: 5, about: "blue", more: ["grey"] });
    for (const word of ["red", "green", "blue"]) expect((await index.search(word)).total).toBe(1);
    expect((await index.search("grey")).total).toBe(0);
    expect((await index.search('"red green blue"', { syntax: true })).total).toBe(1);
    const { hits } = await index.search("blue", { snippet: true });
    expect(hits[0]?.snippet?.html).toBe("green <mark>blue</mark>");
  });

  test("may leave properties undefined", async () => {
    const index = await createIndex();
    await index.add({ id: 1, title: undefined, text: "x", other: undefined, in: { a: undefined } });
    expect(await index.get(1)).toEqual({ id: "1", text: "x", in: {} });
  });
});

describe("search", () => {
  test("returns hits best first, with their documents", async () => {
    const index = await createRecipes();
    const { hits, total, took, isPartial } = await index.search("boiling egg", { limit: 1 });
    expect(hits).toHaveLength(1);
    expect(hits[0]).toEqual({ id: "eggs", score: hits[0]?.score, document: RECIPES[0] });
    expect([total, isPartial]).toEqual([2, false]);
    expect(took).toBeGreaterThan(0);
  });

  test("continues where the last page ended", async () => {
    const index = await createIndex();
    await index.add(
      Array.from({ length: 25 }, (_, i) => ({ id: i, text: `word ${"x ".repeat(i)}` })),
    );
    const all = (await index.search("word", { limit: 25 })).hits.map(({ id }) => id);
    const pages: string[] = [];
    for (let offset = 0; offset < 30; offset += 10) {
      const { hits, total } = await index.search("word", { offset, limit: 10 });
      pages.push(...hits.map(({ id }) => id));
      expect(total).toBe(25);
    }
    expect(pages).toEqual(all);
    expect((await index.search("word", { limit: 0 })).hits).toEqual([]);
  });

  test("counts matches, or returns a lower bound with total: false", async () => {
    const index = await createRecipes();
    expect((await index.search("boil plums", { limit: 1 })).total).toBe(3);
    expect((await index.search("boil plums", { limit: 1, minMatch: 2 })).total).toBe(0);
    expect((await index.search("boil eggs", { limit: 1, minMatch: 2 })).total).toBe(1);
    // Three hits are ranked at least, so that a correction does not depend on the limit.
    expect((await index.search("boil", { limit: 1, total: false })).total).toBe(2);
    expect((await index.search("nothing of this")).total).toBe(0);
    expect((await index.search("")).total).toBe(0);
  });

  test("accepts any ranker by name", async () => {
    const index = await createRecipes();
    const { hits } = await index.search("boil", { ranker: "lm(mu=10)" });
    expect(hits).toHaveLength(2);
    await expect(index.search("boil", { ranker: "bm52" })).rejects.toThrow(
      'unknown ranker "bm52" (did you mean bm25?)',
    );
  });

  test("explains scores, and highlights matches", async () => {
    const index = await createRecipes();
    const { hits } = await index.search("egg", { explain: true, snippet: { words: 3 } });
    const [hit] = hits;
    expect(hit?.explanation?.value).toBe(hit?.score);
    expect(hit?.snippet).toMatchObject({ text: "… the eggs into …", isCutAfter: true });
    expect(await index.explain("egg", "eggs")).toEqual(hit?.explanation);
    await expect(index.explain("egg", "none")).rejects.toHaveProperty("code", "NOT_FOUND");
  });

  test("escapes the text of a snippet", async () => {
    const index = await createIndex();
    await index.add({ id: 1, text: `<b>"eggs" & 'ham'</b>` });
    const { hits } = await index.search("eggs", { snippet: true });
    expect(hits[0]?.snippet?.html).toBe(
      "&lt;b&gt;&quot;<mark>eggs</mark>&quot; &amp; &#39;ham&#39;&lt;/b&gt;",
    );
  });

  test.each([
    [undefined, "a query must be a text, got undefined"],
    [42, "a query must be a text, got 42"],
    [null, "a query must be a text, got null"],
    [["a"], "a query must be a text, got an array"],
  ])("rejects the query %s", async (query, message) => {
    const index = await createIndex();
    await expect(index.search(query as never)).rejects.toThrow(message);
    await expect(index.search(query as never)).rejects.toHaveProperty("code", "BAD_ARGUMENT");
    await expect(index.explain(query as never, "a")).rejects.toThrow(message);
  });

  test.each([
    [{ limt: 1 }, 'search has no option "limt"; did you mean "limit"?'],
    [{ top: 1 }, 'search has no option "top"'],
    [{ limit: -1 }, "limit must be a whole number ≥ 0, got -1"],
    [{ limit: "5" }, 'limit must be a whole number ≥ 0, got "5"'],
    [{ limit: 1.5 }, "limit must be a whole number ≥ 0, got 1.5"],
    [{ offset: NaN }, "offset must be a whole number ≥ 0, got NaN"],
    [{ minMatch: 0 }, "minMatch must be a whole number ≥ 1, got 0"],
    [{ syntax: "yes" }, 'syntax must be true or false, got "yes"'],
    [{ snippet: { word: 3 } }, 'snippet has no option "word"; did you mean "words"?'],
    [{ timeout: "1s" }, 'timeout must be a number of ms ≥ 0, got "1s"'],
    [{ depth: 5 }, "depth needs rerank"],
    [{ rerank: 5 }, "rerank must be a trained model or its folder, or an encoder, got 5"],
    ["limit", 'the options of search must be an object, got "limit"'],
    [[], "the options of search must be an object, got an array"],
  ])("rejects the options %j", async (options, message) => {
    const index = await createRecipes();
    const searched = index.search("boil", options as SearchOptions);
    await expect(searched).rejects.toThrow(message);
    await expect(searched).rejects.toHaveProperty("code", "BAD_ARGUMENT");
  });

  test("ends when its time is over", async () => {
    const index = await createIndex();
    await index.add(Array.from({ length: 5000 }, (_, i) => ({ id: i, text: "word other" })));
    const { isPartial, hits } = await index.search("word other", { timeout: 0 });
    expect(isPartial).toBe(true);
    expect(hits.length).toBeLessThanOrEqual(10);
    expect((await index.search("word other", { timeout: 60_000 })).isPartial).toBe(false);
  });
});

describe("an open index", () => {
  test("in a directory can be opened again, and takes no lock before the first change", async () => {
    const directory = new MemoryDirectory();
    const made = await createIndex(directory, { positions: true });
    await made.add(RECIPES);
    const reader = await openIndex(directory);
    expect((await reader.search('"boiling water"', { syntax: true })).total).toBe(1);
    await expect(reader.add({ id: "x", text: "x" })).rejects.toHaveProperty("code", "LOCKED");
    await made.close();
    await reader.add({ id: "x", text: "x" });
    expect(await reader.count()).toBe(4);
    const refused = "there is an index in memory already; open it, or remove it first";
    await expect(createIndex(directory)).rejects.toThrow(refused); // while it is being written
    await reader.close();
    await expect(createIndex(directory)).rejects.toThrow(refused);
  });

  test("refuses weights that learn did not return", async () => {
    const index = await createIndex();
    await index.add(RECIPES);
    for (const weights of [{}, { weights: {} }, 5, "w1"]) {
      const search = index.search("water", { weights: weights as never });
      await expect(search).rejects.toThrow("weights must be term weights as learn returns them");
    }
  });

  test("sees commits of others after a refresh", async () => {
    const directory = new MemoryDirectory();
    const writer = await createIndex(directory);
    const reader = await openIndex(directory);
    expect(await reader.refresh()).toBe(false);
    await writer.add(RECIPES);
    expect(await reader.count()).toBe(0);
    expect(await reader.refresh()).toBe(true);
    expect(await reader.count()).toBe(3);
  });

  test("keeps returning results as of its commit when another process has removed its files", async () => {
    const directory = new MemoryDirectory();
    const writer = await createIndex(directory);
    await writer.add(RECIPES);
    // A separate view of the same bytes, as another process has: the list of files in
    // use is not shared.
    const other = new Proxy(directory, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const reader = await openIndex(other);
    await writer.delete(["eggs", "soup"]);
    await writer.put({ id: "plums", text: "new plums" });
    const before = await reader.search("plums");
    expect(before.hits[0]?.document.text).toBe("Layer plums and salt");
    await reader.refresh();
    const after = await reader.search("plums");
    expect(after.hits[0]?.document.text).toBe("new plums");
  });

  test("is closed after pending operations, and then rejects calls", async () => {
    const index = await createRecipes();
    const added = index.add({ id: "late", text: "late" });
    const searching = index.search("boil");
    await index.close();
    expect(await added).toBe(1);
    expect((await searching).total).toBe(2);
    await index.close();
    for (const call of [
      () => index.search("x"),
      () => index.add({ id: 1, text: "x" }),
      () => index.delete("x"),
      () => index.get("x"),
      () => index.count(),
      () => index.refresh(),
    ]) {
      await expect(call()).rejects.toThrow("the index is closed");
    }
  });

  test("is closed at the end of a `using` block", async () => {
    const index = await createRecipes();
    await index[Symbol.asyncDispose]();
    await expect(index.count()).rejects.toThrow("the index is closed");
  });

  test.each([
    [() => createIndex({ thread: 1 } as never), 'createIndex has no option "thread"'],
    [() => createIndex("", {}), "the path of a folder must not be empty"],
    [() => createIndex({ threads: -1 }), "threads must be a whole number ≥ 0, got -1"],
    [() => createIndex({ durability: "some" as "full" }), 'durability must be "full" or "none"'],
    [() => createIndex({}, {}), "createIndex takes a location and options, or options alone"],
    [
      () => openIndex(undefined as never),
      "openIndex needs the path of a folder, a Directory, or an array of them",
    ],
    [() => openIndex("/no/such/folder"), "/no/such/folder"],
    [() => openIndex(new MemoryDirectory()), "there is no index in memory"],
    [
      () => openIndex(new MemoryDirectory(), { positions: true } as never),
      'openIndex has no option "positions"',
    ],
  ])("is rejected with wrong arguments: %#", async (open, message) => {
    await expect(open()).rejects.toThrow(message);
    await expect(open()).rejects.toBeInstanceOf(TermwiseError);
  });
});

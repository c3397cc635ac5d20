import { describe, expect, test } from "vitest";
import type { SearchOptions } from "../api/search-options.ts";
import { createIndex } from "./open-index.ts";

const RULES = `
# furniture
sofa, couch, settee
tv => television, telly
nyc, new york, big apple   # a city
wi-fi, wireless network
`;

async function createShop(positions = true) {
  const index = await createIndex({ positions });
  await index.add([
    { id: "a", text: "A red couch" },
    { id: "b", text: "Sofas of leather" },
    { id: "c", text: "Old television" },
    { id: "d", text: "Pizza in the Big Apple" },
    { id: "e", text: "NYC pizza" },
    { id: "f", text: "A big red apple" },
    { id: "g", text: "New York" },
    { id: "h", text: "Wireless network card" },
    { id: "i", text: "A tv" },
  ]);
  return async (query: string, options: SearchOptions = {}) => {
    const { hits } = await index.search(query, { synonyms: RULES, highlight: true, ...options });
    return hits.map(({ id, highlights }) => `${id}: ${highlights?.text?.html}`);
  };
}

describe("synonyms", () => {
  test("of a group match one another, in any form, and are highlighted", async () => {
    const search = await createShop();
    expect(await search("sofa")).toEqual([
      "b: <mark>Sofas</mark> of leather",
      "a: A red <mark>couch</mark>",
    ]);
    expect(await search("settees")).toHaveLength(2);
    expect(await search("sofa", { synonyms: undefined })).toHaveLength(1);
  });

  test("with an arrow apply one way", async () => {
    const search = await createShop();
    expect(await search("tv")).toEqual(["i: A <mark>tv</mark>", "c: Old <mark>television</mark>"]);
    expect(await search("television")).toEqual(["c: Old <mark>television</mark>"]);
  });

  test("may have several words, on either side, which occur together", async () => {
    const search = await createShop();
    expect(await search("nyc")).toEqual([
      "e: <mark>NYC</mark> pizza",
      "g: <mark>New</mark> <mark>York</mark>",
      "d: Pizza in the <mark>Big</mark> <mark>Apple</mark>",
    ]);
    expect((await search("pizza new york")).map((each) => each[0])).toEqual(["g", "e", "d"]);
    expect((await search("new york", { syntax: true })).map((each) => each[0])).toEqual([
      "g",
      "e",
      "d",
    ]);
    expect(await search("wifi")).toEqual(["h: <mark>Wireless</mark> <mark>network</mark> card"]);
  });

  test("apply to prefixes and typos", async () => {
    const search = await createShop();
    expect(await search("sofa", { prefix: true, fuzzy: true })).toHaveLength(2);
    expect(await search("cuoch", { fuzzy: true })).toEqual(["a: A red <mark>couch</mark>"]);
  });

  test.each([
    ["sofa", 'synonyms, line 1: a group needs two words, got "sofa"'],
    ["a, b\nsofa =>", 'synonyms, line 2: a word that is indexed is missing, got ""'],
    ["a => b => c", 'synonyms, line 1: => may occur once, got "a => b => c"'],
    ["sofa, !!", 'synonyms, line 1: a word that is indexed is missing, got "!!"'],
    [5, "synonyms must be a text, one rule per line, got 5"],
  ])("are rejected if they are invalid: %j", async (synonyms, message) => {
    const search = await createShop();
    await expect(search("sofa", { synonyms: synonyms as never })).rejects.toThrow(message);
  });

  test("of several words need positions, and report it", async () => {
    const search = await createShop(false);
    await expect(search("nyc")).rejects.toThrow(
      "synonyms of several words need an index with positions",
    );
    expect(await search("sofa")).toHaveLength(2);
  });
});

test("stop words can be passed with a query; they never leave it empty", async () => {
  const index = await createIndex();
  await index.add([
    { id: "a", text: "cheap lamp" },
    { id: "b", text: "cheap chair" },
  ]);
  const ids = async (query: string, stopWords?: readonly string[]) =>
    (await index.search(query, { stopWords })).hits.map(({ id }) => id).join("");
  expect(await ids("cheap lamp")).toBe("ab");
  expect(await ids("Cheap lamp", ["CHEAP"])).toBe("a");
  expect(await ids("cheap", ["cheap"])).toBe("ba");
  await expect(ids("x", "cheap" as never)).rejects.toThrow("stopWords must be an array of words");
});

test("rules that cannot be read within the time of one search are read by several", async () => {
  const index = await createIndex();
  await index.add([{ id: "a", text: "couch" }]);
  const group = (first: number): string =>
    Array.from({ length: 200 }, (_, i) => `w${first}x${i}`).join(", ");
  const synonyms = [...Array.from({ length: 20 }, (_, i) => group(i)), "sofa, couch"].join("\n");
  const search = () => index.search("sofa", { synonyms, timeout: 5, didYouMean: false });
  await expect.poll(async () => (await search()).total, { timeout: 60_000 }).toBe(1);
  await index.close();
});

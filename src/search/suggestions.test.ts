import { describe, expect, test } from "vitest";
import { measureBusyMs } from "../../test/faults/measure-busy-ms.ts";
import { createIndex } from "./open-index.ts";

async function createShop() {
  const index = await createIndex();
  await index.add([
    { id: 1, title: "Running shoes", text: "Light shoes for the road" },
    { id: 2, title: "Leather shoes", text: "A pair of brown shoes" },
    { id: 3, title: "Shower curtain", text: "Keeps the floor dry in the shower" },
    { id: 4, title: "Short story", text: "The shore at night" },
    { id: 5, title: "Shoe rack", text: "For ten pairs" },
  ]);
  return index;
}

describe("suggest", () => {
  test("completes the last word, frequent words first, then returns titles", async () => {
    const index = await createShop();
    const suggestions = await index.suggest("brown sho", { limit: 4 });
    // shoes (and shoe) occur in three documents, shower in one, but twice
    expect(suggestions.slice(0, 2)).toEqual([
      { text: "brown shoes", kind: "word", documents: 3 },
      { text: "brown shower", kind: "word", documents: 1 },
    ]);
    expect(
      (await index.suggest("leather sh", { limit: 20 })).filter(({ kind }) => kind === "title"),
    ).toEqual([{ text: "Leather shoes", kind: "title", id: "2" }]);
  });

  test("tolerates a typo", async () => {
    const index = await createShop();
    expect(await index.suggest("lether", { limit: 2 })).toEqual([
      { text: "leather", kind: "word", documents: 1 },
      { text: "Leather shoes", kind: "title", id: "2" },
    ]);
  });

  test("ranks titles by words in an index with vectors, whose own ranker needs a vector", async () => {
    const index = await createIndex({ vectors: { dimensions: 2 } });
    await index.add([
      { id: 1, title: "Running shoes", vector: [1, 0] },
      { id: 2, title: "Shower curtain", vector: [0, 1] },
    ]);
    expect(await index.suggest("run", { limit: 2 })).toEqual([
      { text: "running", kind: "word", documents: 1 },
      { text: "Running shoes", kind: "title", id: "1" },
    ]);
    await index.close();
  });

  test("returns no title of more than 1,000 characters, and does not compare it", async () => {
    const index = await createIndex();
    const words = Array.from({ length: 1400 }, (_, i) => `z${i}`).join(" ");
    const title = (length: number) => "word ".repeat(length / 5 - 1).padEnd(length, "x");
    await index.add([
      { id: 1, title: `${"beta gamma delta ".repeat(20_000)}${words}` },
      { id: 2, title: title(1000) },
      { id: 3, title: title(1005) },
    ]);
    const findTitles = async (query: string) =>
      (await index.suggest(query)).flatMap(({ id }) => id ?? []);
    expect(await findTitles("word")).toEqual(["2"]);
    await findTitles(words);
    expect(await measureBusyMs(() => findTitles(words))).toBeLessThan(550);
    await index.close();
  });

  test("returns nothing for an empty query, and rejects invalid options", async () => {
    const index = await createShop();
    expect(await index.suggest("")).toEqual([]);
    expect(await index.suggest("  ?! ")).toEqual([]);
    expect(await index.suggest("shoe", { limit: 0 })).toEqual([]);
    expect(await index.suggest("qqqq")).toEqual([]);
    await expect(index.suggest("a", { limit: -1 })).rejects.toThrow("limit must be a whole number");
    await expect(index.suggest(5 as never)).rejects.toThrow("a query must be a text");
    await expect(index.suggest("a", { top: 1 } as never)).rejects.toThrow('no option "top"');
  });
});

describe("didYouMean", () => {
  test("corrects words that the index hardly contains, and keeps the rest unchanged", async () => {
    const index = await createShop();
    expect((await index.search("Brown, LETHER  shos!")).didYouMean).toBe("Brown, leather  shoes!");
    expect((await index.search("curtian")).didYouMean).toBe("curtain");
  });

  test("depends on how many documents match, not on how many are returned or counted", async () => {
    const index = await createShop();
    const shapes = [
      { limit: 0 },
      { limit: 1 },
      { limit: 2 },
      { offset: 2, limit: 1 },
      { offset: 9 },
      {},
    ];
    for (const shape of shapes) {
      for (const total of [true, false, 1]) {
        // Three documents contain shoes or shoe, one contains brown.
        const options = { ...shape, total };
        expect(await index.search("lether shoes", options)).not.toHaveProperty("didYouMean");
        expect((await index.search("brown lether", options)).didYouMean).toBe("brown leather");
      }
    }
  });

  test("does not correct a prefix while it is typed", async () => {
    const index = await createShop();
    expect(await index.search("leathe", { prefix: true })).not.toHaveProperty("didYouMean");
    expect((await index.search("lether", { prefix: true })).didYouMean).toBe("leather");
  });

  test("is absent if there is nothing to correct, or it was not requested", async () => {
    const index = await createShop();
    expect(await index.search("shoes")).not.toHaveProperty("didYouMean");
    expect(await index.search("zzzzzz")).not.toHaveProperty("didYouMean");
    expect(await index.search("curtian", { didYouMean: false })).not.toHaveProperty("didYouMean");
    expect(await index.search("")).not.toHaveProperty("didYouMean");
  });
});

import { describe, expect, test } from "vitest";
import { createIndex, type SearchIndex } from "../../search/index.ts";
import { parseRelevanceFile } from "./relevance-file.ts";
import { testRelevance } from "./relevance-test.ts";

async function createRecipeIndex(): Promise<SearchIndex> {
  const index = await createIndex();
  await index.add([
    { id: "eggs", text: "boiled eggs" },
    { id: "soup", text: "soup of eggs and other things in a long list of words" },
    { id: "bread", text: "flour water" },
  ]);
  return index;
}

describe("a file of relevance tests", () => {
  test.each([
    [5, "the file must be an object"],
    [{ queries: [] }, "queries must be a list of queries"],
    [{ query: [] }, 'the file has no "query"; it has ranker, search, measures, queries'],
    [{ queries: [{ query: "" }] }, "queries[0].query must be a text"],
    [{ queries: [{ query: "a", above: [["x"]] }] }, "queries[0].above[0] must be two ids"],
    [
      { queries: [{ query: "a", within: { x: 0 } }] },
      "queries[0].within.x must be a whole number ≥ 1",
    ],
    [{ queries: [{ query: "a" }, { query: "a" }] }, 'the query "a" is given twice'],
    [
      { measures: { "nDCG@10": "x" }, queries: [{ query: "a" }] },
      "measures.nDCG@10 must be a finite number",
    ],
    [{ measures: { nope: 1 }, queries: [{ query: "a" }] }, "nope"],
  ])("%j is refused", (data, message) => {
    expect(() => parseRelevanceFile(data)).toThrow(message);
  });
});

describe("a relevance test", () => {
  test("searches with the options of the file and of a query, in the order of the search", async () => {
    const index = await createRecipeIndex();
    const file = (search: object, more: object = {}) =>
      parseRelevanceFile({ search, queries: [{ query: "boild", within: { eggs: 1 }, ...more }] });
    expect((await testRelevance(index, file({}))).isPassed).toBe(false);
    expect((await testRelevance(index, file({ fuzzy: true }))).isPassed).toBe(true);
    expect((await testRelevance(index, file({}, { search: { fuzzy: 1 } }))).isPassed).toBe(true);
    const rules = [{ id: "r", query: "boild", pin: ["bread"] }];
    const pinned = file({ fuzzy: true, rules }, { above: [["bread", "eggs"]], within: {} });
    expect((await testRelevance(index, pinned)).broken).toEqual([]);
    await expect(testRelevance(index, file({ fuzy: true }))).rejects.toThrow(
      'search has no option "fuzy"; did you mean "fuzzy"?',
    );
  });

  test("reports the broken expectations and the actual ranks", async () => {
    const file = parseRelevanceFile({
      queries: [
        {
          query: "boiled eggs",
          within: { eggs: 1, soup: 1, bread: 3 },
          above: [
            ["eggs", "soup"],
            ["bread", "eggs"],
          ],
          absent: ["bread", "soup"],
        },
      ],
    });
    const report = await testRelevance(await createRecipeIndex(), file);
    expect(report).toMatchObject({ isPassed: false, expectations: 7 });
    expect(report.broken.map(({ message }) => message)).toEqual([
      "soup must be among the first 1, but is at rank 2",
      "bread must be among the first 3, but is not found",
      "bread must rank above eggs, but is not found and eggs is at rank 1",
      "soup must not be among the first 10, but is at rank 2",
    ]);
  });

  test("searches with the boosts and rules of the index", async () => {
    const index = await createRecipeIndex();
    const file = parseRelevanceFile({
      queries: [
        { query: "eggs", within: { bread: 1 }, above: [["soup", "eggs"]] },
        { query: "flour", absent: ["bread"] },
      ],
    });
    expect((await testRelevance(index, file)).isPassed).toBe(false);
    await index.updateSettings({
      boost: { ids: ["soup"], weight: 50 },
      rules: [
        { id: "pin", query: "eggs", pin: ["bread"] },
        { id: "hide", query: "flour", hide: ["bread"] },
      ],
    });
    expect(await testRelevance(index, file)).toMatchObject({ isPassed: true });
  });

  test("compares measures with thresholds", async () => {
    const file = (minimum: number) =>
      parseRelevanceFile({
        measures: { "RR@10": minimum },
        queries: [
          { query: "boiled eggs", relevant: ["soup"] }, // at rank 2: 1/2
          { query: "water", relevant: { bread: 2 } }, // at rank 1: 1
        ],
      });
    const reached = await testRelevance(await createRecipeIndex(), file(0.75));
    expect(reached).toMatchObject({ isPassed: true, measures: [{ value: 0.75, isReached: true }] });
    const missed = await testRelevance(await createRecipeIndex(), file(0.76));
    expect(missed).toMatchObject({
      isPassed: false,
      measures: [{ value: 0.75, isReached: false }],
    });
  });

  test("fails only if it is significantly worse than the accepted run", async () => {
    const queries = ["boiled", "eggs", "soup", "things", "list", "words", "water", "flour"].map(
      (query) => ({ query, relevant: ["bread"] }),
    );
    const file = parseRelevanceFile({ measures: { "RR@10": 0 }, queries });
    const index = await createRecipeIndex();
    const { run } = await testRelevance(index, file); // 1 for water and flour, 0 for the others
    const accepted = (value: (query: string) => number) => ({
      ...run,
      measures: { "RR@10": Object.fromEntries(queries.map(({ query }) => [query, value(query)])) },
    });
    const same = await testRelevance(index, file, { accepted: run });
    expect(same.measures[0]?.change).toMatchObject({ p: 1, isSignificant: false, worst: [] });
    expect(same.isPassed).toBe(true);
    // One query of eight lost a half: t = 1 with 7 degrees, p = 0.35.
    const one = accepted((query) => run.measures["RR@10"]?.[query] ?? 0);
    const lost = { ...one, measures: { "RR@10": { ...one.measures["RR@10"], eggs: 0.5 } } };
    const slightly = await testRelevance(index, file, { accepted: lost });
    expect(slightly.measures[0]?.change?.p).toBeCloseTo(0.3506, 3);
    expect(slightly.isPassed).toBe(true);
    expect(slightly.measures[0]?.change?.worst).toEqual([{ query: "eggs", before: 0.5, after: 0 }]);
    // All others had 1: six of eight lost 1.
    const all = await testRelevance(index, file, { accepted: accepted(() => 1) });
    expect(all.measures[0]?.change).toMatchObject({ before: 1, after: 0.25, isSignificant: true });
    expect(all.isPassed).toBe(false);
  });
});

import { beforeAll, describe, expect, test } from "vitest";
import type { Boost } from "../api/boost.ts";
import { parseBoostText } from "./boost-text.ts";
import { createIndex } from "./open-index.ts";
import type { SearchIndex } from "./search-index.ts";

let index: SearchIndex;
let untyped: SearchIndex;

const PRODUCTS = [
  { id: "a", title: "lamp", sales: 3, made: "2026-01-01", kind: "x" },
  { id: "b", title: "lamp", sales: -7, made: "2026-01-11", kind: "y" },
  { id: "c", title: "lamp" },
];

beforeAll(async () => {
  index = await createIndex({
    fields: {
      title: {},
      sales: "number",
      made: "date",
      kind: "keyword",
      hidden: { type: "number", filter: false, facet: false, sort: false },
    },
  });
  await index.add(PRODUCTS);
  untyped = await createIndex();
  await untyped.add(PRODUCTS);
});

/** Without words, scores are 0 and its boosts. */
async function readAmounts(
  boost: Boost | readonly Boost[],
  of = index,
): Promise<Record<string, number>> {
  const { hits } = await of.search("", { filter: {}, boost });
  return Object.fromEntries(hits.map(({ id, score }) => [id, score]));
}

describe("the functions of boosts, by hand", () => {
  test.each<[Boost, Record<string, number>]>([
    [
      { field: "sales", function: "log", mode: "add", weight: 2 },
      { a: 2 * Math.log(4), b: 0, c: 0 },
    ],
    [
      { field: "sales", function: "linear", mode: "add", weight: 0.5 },
      { a: 1.5, b: 0, c: 0 },
    ],
    [
      { field: "sales", function: "saturation", pivot: 1, mode: "add" },
      { a: 0.75, b: 0, c: 0 },
    ],
    [
      { field: "sales", function: "linearDecay", origin: 0, scale: 2, offset: 1, mode: "add" },
      { a: 0.5, b: 0, c: 0 }, // distances 2 and 6, in scales 1 and 3
    ],
    [
      {
        field: "made",
        function: "exponentialDecay",
        origin: "2026-01-01",
        scale: "5d",
        mode: "add",
      },
      { a: 1, b: 0.25, c: 0 },
    ],
    [
      {
        field: "made",
        function: "gaussianDecay",
        origin: new Date("2026-01-01"),
        scale: "240h",
        mode: "add",
      },
      { a: 1, b: 0.5, c: 0 },
    ],
    [
      { filter: { kind: "y" }, mode: "add", weight: 3 },
      { a: 0, b: 3, c: 0 },
    ],
  ])("%j", async (boost, amounts) => {
    const close = Object.fromEntries(
      Object.entries(amounts).map(([id, amount]) => [id, expect.closeTo(amount, 12)]),
    );
    expect(await readAmounts(boost)).toEqual(close);
    expect(await readAmounts(boost, untyped)).toEqual(close);
  });

  test("a decay of a date begins at the current minute", async () => {
    const news = await createIndex({ fields: { made: "date" } });
    const now = performance.timeOrigin + performance.now();
    await news.add([
      { id: "old", made: Math.floor(now - 10 * 86_400_000) },
      { id: "new", made: Math.floor(now) },
    ]);
    const boost: Boost = { field: "made", function: "exponentialDecay", scale: "10d", mode: "add" };
    const { old = 0, new: latest = 0 } = await readAmounts(boost, news);
    expect(old).toBeCloseTo(0.5, 3);
    expect(latest).toBeCloseTo(1, 3);
  });
});

test("explain has a part per boost, with its formula", async () => {
  const boost: Boost[] = [
    { filter: { kind: "x" }, weight: 2, mode: "add" },
    { field: "sales", function: "saturation", pivot: 1, weight: 4 },
  ];
  const { score } = (await index.search("lamp", { exactFields: [] })).hits[0] as { score: number };
  const { parts, value } = await index.explain("lamp", "a", { boost, exactFields: [] });
  expect(parts.slice(1)).toEqual([
    {
      label: "saturation(sales)",
      value: 3 * score, // 4 · 3 / (3 + 1)
      facts: { score, factor: 4, weight: 4 },
      formula: "score · weight · sales / (sales + 1)",
      parts: [],
    },
    {
      label: "filter",
      value: 2,
      facts: { weight: 2 },
      formula: 'weight, where {"kind":"x"}',
      parts: [],
    },
  ]);
  expect(value).toBe(4 * score + 2);
  const { hits } = await index.search("lamp", { boost, exactFields: [], explain: true });
  expect(hits[0]?.explanation?.value).toBe(hits[0]?.score);
});

test("a plain search with boosts that are cached equals the first one", async () => {
  const boost: Boost = { field: "sales", function: "log" };
  const searches = [];
  for (let i = 0; i < 4; i++) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { took, after, ...result } = await index.search("lamp", { boost, limit: 2 });
    searches.push(result);
  }
  expect(new Set(searches.map((each) => JSON.stringify(each))).size).toBe(1);
});

test("wrong boosts are refused with the value, the rule and the place", async () => {
  const cases: readonly [unknown, string][] = [
    ["log", 'boost[0] must be an object, got "log"'],
    [{ title: 3 }, 'weights of text fields are in the option fields: ["title^3", "body"]'],
    [{ field: "sales" }, "boost[0].function must be log, linear, saturation"],
    [{ field: "sales", function: "logg" }, 'did you mean "log"?'],
    [{ field: "sails", function: "log" }, "sails"],
    [{ field: "kind", function: "log" }, 'field "kind" is a keyword; log needs a number'],
    [{ field: "made", function: "log" }, 'field "made" is a date; log needs a number'],
    [{ field: "hidden", function: "log" }, 'field "hidden" was declared with'],
    [
      { field: "sales", function: "saturation" },
      "boost[0].pivot must be a number above 0, got undefined",
    ],
    [{ field: "sales", function: "log", pivot: 3 }, 'boost[0] has no option "pivot"'],
    [
      { field: "sales", function: "gaussianDecay", scale: 3 },
      "boost[0].origin must be a number, got undefined",
    ],
    [
      { field: "sales", function: "gaussianDecay", origin: 1, scale: "3d" },
      'boost[0].scale must be a number above 0, got "3d"',
    ],
    [
      { field: "made", function: "gaussianDecay", scale: "3 days" },
      'boost[0].scale must be a number above 0, got "3 days"',
    ],
    [
      { field: "sales", function: "log", weight: -1 },
      "boost[0].weight must be a finite number ≥ 0, got -1",
    ],
    [{ filter: {}, weight: -2 }, "boost[0].weight must be a finite number ≥ -1, got -2"],
    [{ filter: {}, mode: "max" }, 'boost[0].mode must be "multiply" or "add", got "max"'],
    [{ filter: { kind: 3 } }, "filter.kind must be a text"],
    [Array.from({ length: 65 }, () => ({ filter: {} })), "boost takes at most 64 boosts, got 65"],
  ];
  for (const [boost, message] of cases) {
    await expect(index.search("lamp", { boost: boost as Boost })).rejects.toThrow(message);
  }
  const vectors = await createIndex({ vectors: { dimensions: 1 } });
  await vectors.add({ id: 1, text: "lamp", vector: [1] });
  const hybrid = vectors.search("lamp", { boost: { filter: {} }, ranker: "dense", vector: [1] });
  await expect(hybrid).rejects.toThrow(
    'boost needs a ranker of words, such as "bm25" or "hybrid", got "dense"',
  );
});

describe("boosts as text", () => {
  test("are the boosts that they name", () => {
    const text = `0.2 log(sales); +2 saturation(rating, pivot=3);gaussianDecay(made, scale=30d, origin=2026-01-01); -0.5 filter(kind = "a;b" and (stock = 0 or not kind in (x)))`;
    expect(parseBoostText(text)).toEqual([
      { field: "sales", function: "log", weight: 0.2, mode: "multiply" },
      { field: "rating", function: "saturation", pivot: 3, weight: 2, mode: "add" },
      {
        field: "made",
        function: "gaussianDecay",
        scale: "30d",
        origin: "2026-01-01",
        weight: 1,
        mode: "multiply",
      },
      {
        filter: {
          and: [
            { kind: { eq: "a;b" } },
            { or: [{ stock: { eq: 0 } }, { not: { kind: { in: ["x"] } } }] },
          ],
        },
        weight: -0.5,
        mode: "multiply",
      },
    ]);
  });

  test.each(["sales", "log(sales", "2", "log(sales, pivot)", "log(sales, =3)", "filter(stock)"])(
    "%s is refused",
    (text) => {
      expect(() => parseBoostText(text)).toThrow(/is written as|the filter is wrong/);
    },
  );
});

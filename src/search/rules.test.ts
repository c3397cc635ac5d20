import { beforeAll, describe, expect, test } from "vitest";
import type { Boost } from "../api/boost.ts";
import type { Rule } from "../api/rule.ts";
import type { SearchOptions } from "../api/search-options.ts";
import { createIndex } from "./open-index.ts";
import { selectRules } from "./rules.ts";
import type { SearchIndex } from "./search-index.ts";

let index: SearchIndex;

/** By BM25, "lamp" ranks l1, l2, … l6: the fewer words, the better. */
const LAMPS = Array.from({ length: 6 }, (_, i) => ({
  id: `l${i + 1}`,
  text: `lamp ${"x ".repeat(3 * i)}`,
  kind: i % 2 === 0 ? "desk" : "floor",
}));

beforeAll(async () => {
  index = await createIndex();
  await index.add([...LAMPS, { id: "chair", text: "chair", kind: "desk" }]);
});

const find = async (options: SearchOptions, query = "lamp") => {
  const { hits, total, facets } = await index.search(query, options);
  return { ids: hits.map(({ id }) => id).join(" "), total, ...(facets && { facets }) };
};

describe("pins", () => {
  const rules: Rule[] = [{ id: "p", query: "lamp", pin: ["l5", "chair", "gone", "l4"] }];

  test("come first in their order, also where they do not match, and count", async () => {
    expect(await find({ rules })).toEqual({ ids: "l5 chair l4 l1 l2 l3 l6", total: 7 });
    expect(await find({ rules, total: false, limit: 4 })).toMatchObject({ ids: "l5 chair l4 l1" });
    expect(await find({ rules }, "lamp x")).toMatchObject({ total: 6 });
    expect(await find({ rules: [] })).toEqual({ ids: "l1 l2 l3 l4 l5 l6", total: 6 });
  });

  test("fill the first pages, and the others follow", async () => {
    expect((await find({ rules, limit: 2 })).ids).toBe("l5 chair");
    expect((await find({ rules, limit: 2, offset: 2 })).ids).toBe("l4 l1");
    const pages: string[] = [];
    let after: string | undefined;
    do {
      const page = await index.search("lamp", { rules, limit: 2, ...(after && { after }) });
      pages.push(page.hits.map(({ id }) => id).join(" "));
      after = page.after;
    } while (after !== undefined);
    expect(pages).toEqual(["l5 chair", "l4 l1", "l2 l3", "l6"]);
  });

  test("pass the filter, count in facets, and are hits like others in an order by a field", async () => {
    expect(await find({ rules, filter: { kind: "floor" } })).toMatchObject({ ids: "l4 l2 l6" });
    expect(await find({ rules, facets: ["kind"] })).toMatchObject({
      ...{ total: 7, facets: { kind: { desk: 4, floor: 3 } } },
    });
    expect((await find({ rules, sort: "id" })).ids).toBe("chair l1 l2 l3 l4 l5 l6");
    expect((await find({ rules, distinct: "kind" })).ids).toBe("l5 l4");
    const all = [{ id: "a", pin: ["l3"] }];
    expect(await find({ rules: all, filter: { kind: "desk" } }, "")).toMatchObject({
      ...{ ids: "l3 l5 l1 chair", total: 4 },
    });
  });

  test("of two rules follow each other, and no document comes twice", async () => {
    const both = [...rules, { id: "q", pin: ["l4", "l6"] }];
    expect((await find({ rules: both, limit: 5 })).ids).toBe("l5 chair l4 l6 l1");
  });

  test("are named in explanations", async () => {
    const { value, parts } = await index.explain("lamp", "chair", { rules });
    expect(parts).toEqual([
      { label: "pinned by rule p", value, facts: { position: 2, score: 0 }, parts: [] },
    ]);
    const { hits } = await index.search("lamp", { rules, explain: true });
    expect(hits.map(({ score, explanation }) => score === explanation?.value)).not.toContain(false);
  });
});

describe("hidden, buried and boosted documents", () => {
  test("are no hits, last, and higher", async () => {
    const rules: Rule[] = [{ id: "h", hide: ["l1", "l3", "gone"] }];
    expect(await find({ rules, facets: ["kind"] })).toEqual({
      ...{ ids: "l2 l4 l5 l6", total: 4, facets: { kind: { desk: 1, floor: 3 } } },
    });
    expect(await find({ rules, filter: { kind: "desk" } })).toEqual({ ids: "l5", total: 1 });
    expect(await find({ rules: [{ id: "b", bury: ["l1", "l2"] }] })).toEqual({
      ...{ ids: "l3 l4 l5 l6 l1 l2", total: 6 },
    });
    const boost = { filter: { kind: "floor" }, weight: 20 };
    expect((await find({ rules: [{ id: "f", boost }] })).ids).toBe("l2 l4 l6 l1 l3 l5");
    const both = { rules: [{ id: "f", boost }], boost: { ids: ["l5"], weight: 1000 } };
    expect((await find(both)).ids).toBe("l5 l2 l4 l6 l1 l3");
    const pinned: Rule[] = [{ id: "x", hide: ["l6"], pin: ["l6", "l5"] }];
    expect((await find({ rules: pinned })).ids).toBe("l5 l1 l2 l3 l4");
  });

  test("may be buried by more rules than a search may have boosts", async () => {
    const rules = Array.from(
      { length: 1000 },
      (_, i): Rule => ({ id: `b${i}`, bury: ["l1", `x${i % 500}`] }),
    );
    expect((await find({ rules })).ids).toBe("l2 l3 l4 l5 l6 l1");
    const { parts } = await index.explain("lamp", "l1", { rules });
    expect(parts.map(({ label }) => label)).toEqual(["lamp", "buried by rule b0 or 999 others"]);
    const boosts = Array.from({ length: 65 }, (_, i): Rule => {
      return { id: `r${i}`, boost: { field: "price", function: "log" } };
    });
    await expect(find({ rules: boosts })).rejects.toThrow(
      "the search and the rules of its query have at most 64 boosts, got 65",
    );
  });

  test("are named in explanations", async () => {
    const rules: Rule[] = [
      { id: "b", bury: ["l1"], boost: { filter: { kind: "desk" }, mode: "add" } },
    ];
    const { parts, value } = await index.explain("lamp", "l1", { rules });
    expect(parts.map(({ label }) => label)).toEqual(["lamp", "buried by rule b", "rule b"]);
    const { hits } = await index.search("lamp", { rules });
    expect(hits.find(({ id }) => id === "l1")?.score).toBe(value);
  });
});

describe("a rule applies", () => {
  const isActive = (rule: Partial<Rule>, query: string, now = 0): boolean =>
    selectRules([{ id: "r", ...rule }], query, now) !== undefined;

  test.each<[Rule["query"], string, boolean]>([
    [undefined, "anything", true],
    ["desk lamp", "  Desk   LAMP ", true],
    ["desk lamp", "desk lamps", false],
    ["*lamp", "desk lamp", true],
    ["lamp*", "lamp for a desk", true],
    ["*lamp*", "old lamps", true],
    ["*lamp*oil*", "oil lamp", false],
    ["a*a", "a", false],
    ["*", "", true],
    ["", "lamp", false],
    [["sofa", "couch*"], "couches", true],
  ])("to the query %j: %j is %j", (query, text, expected) => {
    expect(isActive({ query }, text)).toBe(expected);
  });

  test("from its first to before its last moment", () => {
    const rule = { from: "2026-11-20", until: new Date("2026-12-01") };
    expect(
      ["2026-11-19T23:59:59Z", "2026-11-20", "2026-11-30T23:59:59Z", "2026-12-01"].map((time) =>
        isActive(rule, "lamp", Date.parse(time)),
      ),
    ).toEqual([false, true, true, false]);
  });

  test("in linear time to a pattern with many stars", () => {
    expect(isActive({ query: "*a".repeat(2000) }, "a".repeat(1999))).toBe(false);
  });
});

test.each<[unknown, string]>([
  [{}, "rules must be an array of rules, got an object"],
  [[{ id: "" }], 'rules[0].id must be a name, got ""'],
  [[{ id: "a" }, { id: "a" }], 'rules[1].id "a" is there twice'],
  [[{ id: "a", pins: [] }], 'rules[0] has no option "pins"; did you mean "pin"?'],
  [[{ id: "a", query: 3 }], "rules[0].query must be a text or an array of texts"],
  [[{ id: "a", until: "soon" }], 'rules[0].until must be a date, got "soon"'],
  [[{ id: "a", hide: "x" }], "rules[0].hide must be an array of at most 1000 document ids"],
  [[{ id: "a", boost: { field: "x" } }], "boost[0].function must be log"],
  [[null], "the options of rules[0] must be an object"],
])("wrong rules are refused: %j", async (rules, message) => {
  await expect(index.search("lamp", { rules: rules as Rule[] })).rejects.toThrow(message);
});

test("rules are a setting of the index", async () => {
  const shop = await createIndex();
  await shop.add(LAMPS);
  for (let i = 0; i < 3; i++) {
    await shop.search("lamp");
    await new Promise((resolve) => setTimeout(resolve, 5)); // the plain search is loaded
  }
  const rules: Rule[] = [{ id: "p", query: "lamp", pin: ["l6"], until: "2100-01-01" }];
  expect(await shop.updateSettings({ rules })).toEqual({ rules });
  const first = async (query: string, options = {}) =>
    (await shop.search(query, options)).hits[0]?.id;
  expect(await first("lamp")).toBe("l6");
  expect(await first("x lamp")).toBe(await first("x lamp", { rules: [] }));
  expect(await first("lamp", { rules: [] })).toBe("l1");
  expect((await shop.explain("lamp", "l6")).parts[0]?.label).toBe("pinned by rule p");
  const wrong = shop.updateSettings({ rules: [{ id: "p", hide: "l1" }] as unknown as Rule[] });
  await expect(wrong).rejects.toThrow("rules[0].hide");
});

test("settings do not take rules that a search would refuse once they apply", async () => {
  const shop = await createIndex();
  const boost = { field: "price", function: "nope" } as unknown as Boost;
  const refused = shop.updateSettings({ rules: [{ id: "r", query: "lamp", boost }] });
  await expect(refused).rejects.toThrow("function");
  expect(await shop.settings()).toEqual({});
  await shop.close();
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../collection/document.ts";
import type { Scalar } from "../index/columns/index.ts";
import type { Filter } from "./filter.ts";
import { createIndex } from "./open-index.ts";

const SHOP: readonly ({ id: string } & Record<string, JsonValue>)[] = [
  { id: "a", kind: "book", price: 10, tags: ["new", "red"], maker: { name: "X", since: 1990 } },
  { id: "b", kind: "book", price: 25.5, tags: [], isUsed: true, maker: { name: "Y" } },
  { id: "c", kind: "lamp", price: 10, tags: ["red"], isUsed: false, made: "2024-05-01" },
  { id: "d", kind: ["lamp", "gift"], price: null, made: "2023-12-31", "maker.name": "Z" },
  { id: "e", sizes: [1, 20], parts: [{ size: 3 }, { size: 30 }, "loose"] },
];

async function createShop() {
  const index = await createIndex();
  await index.add(SHOP.map((each) => ({ text: "thing", ...each })));
  return index;
}

async function searchIds(filter: unknown): Promise<string> {
  const { hits, total } = await (await createShop()).search("thing", { filter: filter as Filter });
  expect(total).toBe(hits.length);
  expect(await (await createShop()).count(filter as Filter)).toBe(total);
  return hits
    .map(({ id }) => id)
    .sort()
    .join("");
}

describe("a filter", () => {
  test.each<[Filter, string]>([
    [{}, "abcde"],
    [{ kind: "book" }, "ab"],
    [{ kind: "gift" }, "d"],
    [{ price: 10 }, "ac"],
    [{ price: "10" }, ""],
    [{ price: { lt: 25.5 } }, "ac"],
    [{ price: { lte: 25.5 } }, "abc"],
    [{ price: { gt: 10 } }, "b"],
    [{ price: { gte: 10, ne: 10 } }, "b"],
    [{ price: null }, "de"],
    [{ price: { ne: null } }, "abc"],
    [{ price: { ne: 10 } }, "bde"],
    [{ made: { gte: "2024" } }, "c"],
    [{ made: { lt: "2024" } }, "d"],
    [{ isUsed: false }, "c"],
    [{ tags: { in: ["new", "blue"] } }, "a"],
    [{ tags: { in: [] } }, ""],
    [{ tags: { in: [null] } }, "bde"],
    [{ kind: "book", price: 10 }, "a"],
    [{ or: [{ kind: "gift" }, { price: { gt: 20 } }] }, "bd"],
    [{ or: [] }, ""],
    [{ and: [] }, "abcde"],
    [{ and: [{ kind: "book" }, { not: { price: 10 } }] }, "b"],
    [{ not: { or: [{ kind: "book" }, { kind: "lamp" }] } }, "e"],
    [{ "maker.name": "X" }, "a"],
    [{ "maker.name": "Z" }, "d"],
    [{ "maker.since": { lt: 2000 } }, "a"],
    [{ "parts.size": { gt: 10 } }, "e"],
    [{ maker: { eq: "X" } }, ""],
    [{ id: { in: ["a", "e"] } }, "ae"],
    [{ unknown: 1 }, ""],
    [{ constructor: 1 } as unknown as Filter, ""],
    [{ kind: undefined, price: 10 }, "ac"],
  ])("%j accepts %s", async (filter, expected) => {
    expect(await searchIds(filter)).toBe(expected);
  });

  test("requires one of several values to meet all conditions", async () => {
    expect(await searchIds({ sizes: { gt: 5, lt: 10 } })).toBe("");
    expect(await searchIds({ sizes: { gt: 5, lt: 30 } })).toBe("e");
  });

  test.each([
    [5, "filter must be an object, got 5"],
    [[], "filter must be an object, got an array"],
    [{ price: NaN }, "filter.price must be a text, a finite number, true, false or null, got NaN"],
    [{ price: {} }, "filter.price has no condition; it takes eq, ne, lt, lte, gt, gte, in"],
    [{ price: { less: 5 } }, 'filter.price: there is no condition "less"; there are eq'],
    [{ price: { let: 5 } }, 'filter.price: there is no condition "let"; did you mean "lt"?'],
    [{ price: { lt: null } }, "filter.price.lt must be a finite number or a text, got null"],
    [{ price: { lt: NaN } }, "filter.price.lt must be a finite number or a text, got NaN"],
    [{ tags: ["a"] }, "filter.tags must not be an array; write { in: [ … ] }"],
    [{ tags: { in: "a" } }, 'filter.tags.in must be an array of values, got "a"'],
    [{ tags: { in: [{}] } }, "filter.tags.in[0] must be a text"],
    [{ or: { kind: "book" } }, "filter.or must be an array of filters, got an object"],
    [{ or: [5] }, "filter.or[0] must be an object, got 5"],
    [{ not: [{}] }, "filter.not must be an object, got an array"],
    [{ kind: () => true }, "filter.kind must be a text"],
    [(): boolean => true, "filter must be an object"],
  ])("rejects an invalid filter with its position: %#", async (filter, message) => {
    const index = await createShop();
    await expect(index.search("thing", { filter: filter as never })).rejects.toThrow(message);
    await expect(index.count(filter as never)).rejects.toHaveProperty("code", "BAD_ARGUMENT");
  });

  test("rejects 10,000 levels of nesting", async () => {
    let filter: Filter = { kind: "book" };
    for (let i = 0; i < 10_000; i++) filter = { not: filter };
    const index = await createShop();
    await expect(index.search("thing", { filter })).rejects.toHaveProperty(
      "code",
      "LIMIT_EXCEEDED",
    );
  });

  test("applies to documents that are added, replaced and deleted later", async () => {
    const index = await createShop();
    expect(await index.count({ kind: "book" })).toBe(2);
    await index.put([
      { id: "a", text: "thing", kind: "lamp" },
      { id: "f", text: "thing", kind: "book" },
    ]);
    await index.delete("b");
    const { hits, total } = await index.search("thing", { filter: { kind: "book" } });
    expect([total, hits.map(({ id }) => id)]).toEqual([1, ["f"]]);
    expect(await index.count({ not: { kind: "book" } })).toBe(4);
  });

  test("equals its literal reading on random documents", async () => {
    const value = fc.constantFrom<Scalar>("a", "b", "B", 0, 1, 2, true, false, null);
    const documents = fc.array(
      fc.record(
        { x: fc.oneof(value, fc.array(value, { maxLength: 3 })), y: value },
        { requiredKeys: [] },
      ),
      { maxLength: 12 },
    );
    const bound = fc.constantFrom<string | number>("a", "b", 0, 1);
    const leaf: fc.Arbitrary<Filter> = fc.oneof(
      fc.record({ x: value }),
      fc.record({ y: fc.record({ lt: bound, gte: bound }, { requiredKeys: ["lt"] }) }),
      fc.record({ x: fc.record({ in: fc.array(value, { maxLength: 3 }), ne: value }) }),
    );
    const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
      filter: fc.oneof(
        { maxDepth: 3 },
        leaf,
        fc.record({ or: fc.array(tie("filter"), { maxLength: 2 }) }),
        fc.record({ not: tie("filter"), and: fc.array(tie("filter"), { maxLength: 2 }) }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(documents, filter, async (documents, filter) => {
        const index = await createIndex();
        await index.add(documents.map((each, id) => ({ id, text: "word", ...each })));
        const { hits } = await index.search("word", { filter: filter, limit: 20 });
        const expected = documents.flatMap((each, id) =>
          matchesFilter(filter, each) ? [String(id)] : [],
        );
        expect(hits.map(({ id }) => id).sort()).toEqual(expected.sort());
      }),
      { numRuns: 150 },
    );
  });
});

/** Evaluates the filter literally. */
function matchesFilter(filter: Filter, document: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(([name, operand]) => {
    if (name === "or") return (operand as Filter[]).some((each) => matchesFilter(each, document));
    if (name === "and") return (operand as Filter[]).every((each) => matchesFilter(each, document));
    if (name === "not") return !matchesFilter(operand as Filter, document);
    const own = document[name] ?? null;
    const list = Array.isArray(own) ? own : [own];
    const values: Scalar[] = list.length === 0 ? [null] : list;
    if (typeof operand !== "object" || operand === null) return values.includes(operand as Scalar);
    const { ne, ...others } = operand as Record<string, unknown>;
    if (ne !== undefined && values.includes(ne as Scalar)) return false;
    return values.some((value) =>
      Object.entries(others).every(([operator, limit]) => {
        if (operator === "in") return (limit as Scalar[]).includes(value);
        if (typeof value !== typeof limit) return false;
        const order = (value as number) < (limit as number) ? -1 : value === limit ? 0 : 1;
        return operator === "lt" ? order < 0 : order >= 0;
      }),
    );
  });
}

/** A title that is the query ranks first, and a word as typed ranks above its corrections. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createIndex } from "./index.ts";

const WORDS = ["dynamic", "route", "router", "page", "the", "data", "form", "farm", "firm"];

interface Page {
  id: string;
  title: string;
  body: string;
}

const texts = (maxLength: number) =>
  fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength }).map((words) => words.join(" "));

const pages = fc
  .array(fc.record({ title: texts(4), body: texts(12) }), { minLength: 1, maxLength: 24 })
  .map((rows) => rows.map((row, i): Page => ({ id: String(i), ...row })));

async function openPages(documents: readonly Page[]) {
  const index = await createIndex<Page>({ fields: { title: { weight: 5 }, body: {} } });
  await index.add(documents);
  return index;
}

/** The words of a text in order of the alphabet; the test's words are not stemmed to one another. */
const sortWords = (text: string): string => text.split(" ").sort().join(" ");

describe("a title that is the query", () => {
  test("ranks first, and the explanation says why", async () => {
    const index = await openPages([
      { id: "exact", title: "Dynamic routes", body: "a long text about other things ".repeat(50) },
      { id: "longer", title: "Dynamic routes in apps", body: "dynamic routes ".repeat(30) },
      { id: "body", title: "Routing", body: "dynamic routes" },
    ]);
    const { hits } = await index.search("dynamic routes", { explain: true });
    expect(hits[0]?.id).toBe("exact");
    const labels = hits.map(({ explanation }) => explanation?.parts.map(({ label }) => label));
    expect(labels[0]).toContain("title is the query");
    expect(labels[1]).not.toContain("title is the query");
    for (const { explanation, score } of hits) expect(explanation?.value).toBe(score);
    const plain = await index.search("dynamic routes", { exactFields: [] });
    expect(plain.hits[0]?.id).not.toBe("exact");
  });

  test("is compared with stop words, in any order", async () => {
    const index = await openPages([
      { id: "1", title: "The office", body: "x" },
      { id: "2", title: "Office", body: "office office office" },
    ]);
    expect((await index.search("the office")).hits[0]?.id).toBe("1");
    expect((await index.search("office the")).hits[0]?.id).toBe("1");
    expect((await index.search("office")).hits[0]?.id).toBe("2");
  });

  test("must be a field of the index", async () => {
    const index = await createIndex({ fields: { title: {}, price: "number" } });
    await expect(index.search("x", { exactFields: ["headline"] })).rejects.toThrow(
      'exactFields must be text fields of the index, got "headline"',
    );
  });

  test("ranks above all others; the rest and the scores are those of brute force", async () => {
    await fc.assert(
      fc.asyncProperty(
        pages,
        texts(4),
        fc.record({
          limit: fc.integer({ min: 1, max: 30 }),
          offset: fc.integer({ min: 0, max: 3 }),
          minMatch: fc.integer({ min: 1, max: 2 }),
          fuzzy: fc.boolean(),
        }),
        async (documents, query, options) => {
          const index = await openPages(documents);
          const all = { ...options, limit: 100, offset: 0 };
          const plain = await index.search(query, { ...all, exactFields: [] });
          const isExact = (id: string): boolean =>
            sortWords(documents[Number(id)]?.title ?? "") === sortWords(query);
          const { hits } = await index.search(query, all);
          const exactCount = hits.filter(({ id }) => isExact(id)).length;
          expect(hits.map(({ id }) => isExact(id))).toEqual(hits.map((_, i) => i < exactCount));
          // Brute force: all documents, the exact ones with one and the same bonus.
          const bonus =
            (hits[0]?.score ?? 0) - (plain.hits.find(({ id }) => id === hits[0]?.id)?.score ?? 0);
          const expected = plain.hits
            .map(({ id, score }) => ({ id, score: isExact(id) ? score + bonus : score }))
            .sort((a, b) => b.score - a.score || (a.id < b.id ? 1 : -1));
          expect(hits.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
          for (const [i, hit] of hits.entries()) {
            expect(hit.score).toBeCloseTo(expected[i]?.score ?? 0, 10);
          }
          const { limit, offset } = options;
          const page = await index.search(query, options);
          const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);
          expect(ids(page.hits)).toEqual(ids(hits.slice(offset, offset + limit)));
          expect(page.total).toBe(plain.total);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("typo tolerance", () => {
  const ids = async (documents: readonly Page[], query: string, options = {}) => {
    const { hits } = await (await openPages(documents)).search(query, { fuzzy: true, ...options });
    return hits.map(({ id }) => id);
  };

  test("ranks the word as typed above a correction in a heavier field", async () => {
    const documents = [
      { id: "farm", title: "Farm", body: "farm farm farm" },
      { id: "form", title: "A page about something else altogether", body: "form form" },
    ];
    expect(await ids(documents, "form")).toEqual(["form", "farm"]);
  });

  test("corrects only words in fewer than three documents, prefixes included", async () => {
    const documents = ["form", "form", "form", "farm"].map((title, i) => {
      return { id: String(i), title, body: "x" };
    });
    expect((await ids(documents, "form")).sort()).toEqual(["0", "1", "2"]);
    expect((await ids(documents.slice(1), "form")).sort()).toEqual(["1", "2", "3"]);
    const machines = ["mechanic", "mechanical", "mechanism", "meth"].map((title, i) => {
      return { id: String(i), title, body: "x" };
    });
    expect((await ids(machines, "mech", { prefix: true })).sort()).toEqual(["0", "1", "2"]);
  });

  test("joins and splits words", async () => {
    const documents = [
      { id: "one", title: "Headphones", body: "x" },
      { id: "two", title: "Head phones", body: "x" },
      { id: "other", title: "Phone and head", body: "x" },
    ];
    expect((await ids(documents, "head phones")).sort()).toEqual(["one", "other", "two"]);
    expect((await ids(documents, "headphones")).slice(0, 2)).toEqual(["one", "two"]);
    expect(await ids(documents, "headphones", { fuzzy: false })).toEqual(["one"]);
    const index = await openPages(documents.slice(1));
    const { hits } = await index.search("headphone", { fuzzy: true, highlight: true });
    expect(hits.map(({ id }) => id)).toEqual(["two"]);
    expect(hits[0]?.highlights?.title?.html).toBe("<mark>Head</mark> <mark>phones</mark>");
  });

  test("a document with a word as typed gets more from it than one with a correction", async () => {
    await fc.assert(
      fc.asyncProperty(pages, fc.constantFrom("form", "farm", "firm"), async (documents, word) => {
        const index = await openPages(documents);
        const { hits } = await index.search(word, { fuzzy: true, limit: 100 });
        const hasTyped = hits.map(({ id }) => {
          const { title, body } = documents[Number(id)] as Page;
          return `${title} ${body}`.split(" ").includes(word);
        });
        const typedCount = hasTyped.filter(Boolean).length;
        expect(hasTyped).toEqual(hasTyped.map((_, i) => i < typedCount));
        if (typedCount >= 3) expect(hits.length).toBe(typedCount);
      }),
      { numRuns: 60 },
    );
  });

  test("looks for corrections of a prefix only where fewer than three documents begin with it", async () => {
    await fc.assert(
      fc.asyncProperty(
        pages,
        fc.constantFrom("rou", "dat", "farm", "form"),
        async (documents, word) => {
          const index = await openPages(documents);
          const isMatch = ({ title, body }: Page): boolean =>
            `${title} ${body}`.split(" ").some((each) => each.startsWith(word));
          const typed = documents.filter(isMatch).map(({ id }) => id);
          const options = { fuzzy: true, prefix: true, limit: 100 };
          const { hits } = await index.search(word, options);
          const found = hits.map(({ id }) => id);
          expect(found).toEqual(expect.arrayContaining(typed));
          if (typed.length >= 3) expect(found.sort()).toEqual(typed.sort());
          expect(found.slice(0, typed.length).sort()).toEqual(typed.slice().sort());
        },
      ),
      { numRuns: 60 },
    );
  });

  test("finds a compound by its two words side by side, and these by a rare compound", async () => {
    const parts = ["head", "phones", "headphones", "arm", "band", "armband"];
    const words = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 5 });
    const rows = fc.array(fc.record({ title: words, body: words }), {
      minLength: 1,
      maxLength: 12,
    });
    const compounds = fc.constantFrom(["head", "phones"], ["arm", "band"]);
    await fc.assert(
      fc.asyncProperty(rows, compounds, async (texts, [first = "", second = ""]) => {
        const documents = texts.map(({ title, body }, i): Page => {
          return { id: String(i), title: title.join(" "), body: body.join(" ") };
        });
        const index = await openPages(documents);
        const search = async (query: string): Promise<string[]> => {
          const { hits } = await index.search(query, { fuzzy: true, limit: 100 });
          return hits.map(({ id }) => id);
        };
        const select = (isMatch: (text: readonly string[]) => boolean): string[] =>
          texts.flatMap(({ title, body }, i) =>
            isMatch(title) || isMatch(body) ? [String(i)] : [],
          );
        const compound = select((text) => text.includes(first + second));
        const adjacent = select((text) =>
          text.some((word, i) => word === first && text[i + 1] === second),
        );
        expect(await search(`${first} ${second}`)).toEqual(expect.arrayContaining(compound));
        const found = await search(first + second);
        expect(found).toEqual(expect.arrayContaining(compound));
        if (compound.length < 3) expect(found).toEqual(expect.arrayContaining(adjacent));
        const isFirst = found.map((id) => compound.includes(id));
        expect(isFirst).toEqual(found.map((_, i) => i < compound.length));
      }),
      { numRuns: 60 },
    );
  });
});

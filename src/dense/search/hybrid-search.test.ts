/** Search by words and meaning, held against scores that a pencil gives. */

import { afterEach, describe, expect, test } from "vitest";
import type { SearchOptions } from "../../api/search-options.ts";
import { createIndex, openIndex } from "../../search/open-index.ts";
import type { SearchIndex } from "../../search/search-index.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { computeDirection, TinyEncoder } from "../encoder/tiny-encoder.contract.ts";

const TEXTS = {
  a: "the car has an engine",
  b: "an automobile on the road",
  c: "boil the egg",
  d: "an omelette for two",
  e: "the moon and the car park",
  f: "nothing of all that",
};

let index: SearchIndex;
afterEach(() => index.close());

async function createTinyIndex(encoder = new TinyEncoder()): Promise<TinyEncoder> {
  index = await createIndex({ encoder });
  await index.add(Object.entries(TEXTS).map(([id, text], i) => ({ id, text, size: i })));
  return encoder;
}

async function searchIds(query: string, options: SearchOptions): Promise<string[]> {
  return (await index.search(query, options)).hits.map(({ id }) => id);
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
  return dot / Math.hypot(...a) / Math.hypot(...b);
}

function z(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / values.length);
  return values.map((value) => (deviation === 0 ? 0 : (value - mean) / deviation));
}

describe("documents with the same meaning in other words", () => {
  test("are returned by their vectors, after those with the word", async () => {
    await createTinyIndex();
    expect(await searchIds("car", { ranker: "bm25" })).toEqual(["a", "e"]);
    expect((await searchIds("car", { ranker: "dense" })).slice(0, 2)).toEqual(["b", "a"]);
    const results = await searchIds("car", { ranker: "hybrid" });
    expect(results).toHaveLength(6);
    expect(results.slice(0, 3)).toEqual(["a", "e", "b"]);
  });

  test.each([1, 0.5, 3, 0])(
    "score z(words) + %s · z(cosine) over all that is looked at",
    async (alpha) => {
      await createTinyIndex();
      const options = { ranker: `hybrid(bm25,dense,alpha=${alpha})`, limit: 10 };
      const { hits, total } = await index.search("car engine", options);
      expect(total).toBe(6);
      const plain = await index.search("car engine", { limit: 10, ranker: "bm25" });
      const words = new Map(plain.hits.map(({ id, score }) => [id, score]));
      const names = Object.keys(TEXTS) as (keyof typeof TEXTS)[];
      const first = z(names.map((id) => words.get(id) ?? 0));
      const second = z(
        names.map((id) => cosine(computeDirection("car engine"), computeDirection(TEXTS[id]))),
      );
      for (const { id, score } of hits) {
        const at = names.indexOf(id as keyof typeof TEXTS);
        expect(score).toBeCloseTo((first[at] as number) + alpha * (second[at] as number), 1);
      }
      expect(hits.map(({ score }) => score)).toEqual(
        hits.map(({ score }) => score).toSorted((a, b) => b - a),
      );
    },
  );

  test("have the sum of the reciprocals of their ranks with rrf", async () => {
    await createTinyIndex();
    const { hits } = await index.search("car", { ranker: "rrf(bm25,dense,k=60)" });
    const denseIds = await searchIds("car", { ranker: "dense" });
    const words = ["a", "e"];
    for (const { id, score } of hits) {
      const expected = [words, denseIds]
        .map((list) => list.indexOf(id))
        .filter((rank) => rank >= 0);
      expect(score).toBeCloseTo(
        expected.reduce((sum, rank) => sum + 1 / (61 + rank), 0),
        12,
      );
    }
  });
});

describe("the other options of a search", () => {
  test("filters, facets, sorting, offsets and cursors apply to both rankings", async () => {
    await createTinyIndex();
    const ranker = "hybrid";
    const all = await searchIds("car", { ranker });
    expect(await searchIds("car", { ranker, filter: { size: { gte: 1, lte: 3 } } })).toHaveLength(
      3,
    );
    expect(await searchIds("car", { ranker, offset: 2, limit: 2 })).toEqual(all.slice(2, 4));
    expect(await searchIds("car", { ranker, sort: "-size" })).toEqual([
      "f",
      "e",
      "d",
      "c",
      "b",
      "a",
    ]);
    const { facets } = await index.search("car", { ranker, facets: ["size"] });
    expect(Object.keys(facets?.size ?? {})).toHaveLength(6);
    const pages: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await index.search("car", { ranker, limit: 2, after });
      pages.push(...page.hits.map(({ id }) => id));
      after = page.after;
      if (after === undefined) break;
    }
    expect(pages).toEqual(all);
  });

  test("depth limits the candidates, unless more hits are requested", async () => {
    await createTinyIndex();
    expect(await searchIds("car", { ranker: "hybrid(depth=2)", limit: 2 })).toHaveLength(2);
    const { total } = await index.search("car", { ranker: "hybrid(depth=2)" });
    expect(total).toBe(3); // a and e have the word; b and a are nearest
    expect(await searchIds("car", { ranker: "hybrid(depth=2)", limit: 10 })).toHaveLength(6);
  });

  test("operators restrict the dense hits, too", async () => {
    await createTinyIndex();
    const options = { ranker: "hybrid", syntax: true };
    expect(await searchIds("car -moon", options)).toEqual(["a"]);
    expect(await searchIds("car", options)).toHaveLength(6);
  });

  test("deleted and changed documents are up to date", async () => {
    await createTinyIndex();
    await index.delete("a");
    await index.put({ id: "f", text: "an automobile engine" });
    const results = await searchIds("car", { ranker: "dense" });
    expect(results).not.toContain("a");
    expect(results.slice(0, 2)).toEqual(["b", "f"]);
  });

  test("explanations have a lexical and a dense part that add up", async () => {
    await createTinyIndex();
    for (const ranker of ["hybrid", "rrf", "dense", "hybrid(lm,dense,alpha=0.3)"]) {
      const { hits } = await index.search("car engine", { ranker, explain: true });
      for (const { id, score, explanation } of hits) {
        const parts = explanation?.parts ?? [];
        expect(parts.map(({ label }) => label)).toEqual(
          ranker === "dense" ? ["meaning"] : ["words", "meaning"],
        );
        expect(explanation?.value).toBe(score);
        expect(parts.reduce((sum, { value }) => sum + value, 0)).toBe(score);
        for (const part of parts.filter((each) => each.parts.length > 0)) {
          expect(part.parts.reduce((sum, { value }) => sum + value, 0)).toBeCloseTo(part.value, 12);
        }
        expect((await index.explain("car engine", id, { ranker })).value).toBe(score);
      }
    }
  });

  test("learned term weights apply to the lexical part", async () => {
    await createTinyIndex();
    const { TermWeights } = await import("../../index/weights/index.ts");
    const weights = new TermWeights([["car", 1, 0]], 1, 1);
    const before = await index.search("car road", { ranker: "hybrid", explain: true });
    const after = await index.search("car road", {
      ranker: "hybrid(bm25,dense)",
      weights: { weights },
      explain: true,
    });
    expect(after.hits.map(({ id }) => id).sort()).toEqual(before.hits.map(({ id }) => id).sort());
    expect(after.hits[0]?.id).toBe("b");
  });

  test("the nearest passage is the snippet", async () => {
    await createTinyIndex();
    const filler = `${"words about nothing ".repeat(49)}. `;
    await index.add({ id: "long", text: `${filler}${filler}An automobile at last. ${filler}` });
    const { hits } = await index.search("car", {
      ranker: "dense",
      snippet: { words: 12 },
      limit: 3,
    });
    const long = hits.find(({ id }) => id === "long");
    expect(long?.snippet?.text).toContain("automobile");
  });

  test("a run equals its searches", async () => {
    await createTinyIndex();
    const run = await index.run([{ id: "q", text: "car", exclude: ["a"] }], { ranker: "hybrid" });
    const results = run.rankings.get("q");
    expect(results?.documents).toHaveLength(5);
    expect(results?.documents).not.toContain("a");
  });
});

describe("more like a document", () => {
  test("are the nearest other documents by vector that pass the filter", async () => {
    await createTinyIndex();
    await index.delete("b");
    const results = await index.similar("a", { limit: 2 });
    // a points between car (twice) and engine: the car park is nearer than eggs, which are nearer than nothing known.
    const expected = ["c", "d", "e", "f"]
      .map((id) => ({
        id,
        score: cosine(computeDirection(TEXTS.a), computeDirection(TEXTS[id as keyof typeof TEXTS])),
      }))
      .sort((x, y) => y.score - x.score)
      .slice(0, 2);
    expect(results.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    expect(results[0]?.score).toBeCloseTo(expected[0]?.score ?? 9, 1);
    expect(results[0]?.document.text).toBe(TEXTS[results[0]?.id as keyof typeof TEXTS]);
    const eggs = await index.similar("c", { filter: { size: { lte: 3 } } });
    expect(eggs.map(({ id }) => id)).toEqual(["d", "a"]);
  });

  test("are rejected for an unknown document and in an index without vectors", async () => {
    await createTinyIndex();
    await expect(index.similar("nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(index.similar("a", { limit: 0 })).rejects.toThrow("limit must be a whole number");
    await index.close();
    index = await createIndex();
    await index.add({ id: "a", text: "car" });
    await expect(index.similar("a")).rejects.toThrow("the index was made without vectors");
  });
});

describe("vectors given by the caller", () => {
  test("are searched, and not stored as properties", async () => {
    index = await createIndex({ vectors: { dimensions: 2 } });
    await index.add([
      { id: "x", text: "one", vector: [1, 0] },
      { id: "y", text: "two", vector: Float32Array.of(0, 2) },
      {
        id: "z",
        text: "three",
        vector: [
          [-1, 0],
          [1, 1],
        ],
      },
      { id: "w", text: "four" },
    ]);
    const { hits } = await index.search("anything", { ranker: "dense", vector: [3, 0] });
    expect(hits.map(({ id }) => id)).toEqual(["x", "z", "y"]);
    expect(hits.map(({ score }) => score)).toEqual(
      [1, Math.SQRT1_2, 0].map((score) => expect.closeTo(score, 2)),
    );
    expect(hits[0]?.document).toEqual({ id: "x", text: "one" });
    const both = await index.search("four", { ranker: "hybrid", vector: [0, 1] });
    expect(both.hits).toHaveLength(4);
  });

  test("may replace the encoder in an index with a model", async () => {
    const encoder = await createTinyIndex();
    const count = encoder.texts.length;
    await index.add({ id: "g", text: "text of another language", vector: [0, 0, 1] });
    expect(encoder.texts).toHaveLength(count);
    expect((await searchIds("moon", { ranker: "dense" }))[0]).toBe("g");
  });
});

describe("an error names the problem:", () => {
  test("an index without vectors", async () => {
    index = await createIndex();
    await index.add({ id: "a", text: "car", vector: "just a property here" });
    expect((await index.get("a"))?.vector).toBe("just a property here");
    await expect(index.search("car", { ranker: "hybrid" })).rejects.toThrow(
      "the index was made without vectors; dense and hybrid rankers need them",
    );
    expect(await searchIds("car", { ranker: "hybrid", vectorFallback: "words" })).toEqual(["a"]);
  });

  test("no encoder for a query, or for a document", async () => {
    const directory = new MemoryDirectory();
    index = await createIndex(directory, { encoder: new TinyEncoder() });
    await index.add({ id: "a", text: "car" });
    await index.close();
    index = await openIndex(directory);
    await expect(index.search("car", { ranker: "hybrid" })).rejects.toThrow(
      'open the index with the encoder "tiny", pass the vector of the query, or allow lexical ranking with vectorFallback: "words"',
    );
    expect(await searchIds("car", { ranker: "hybrid", withoutVector: "words" })).toEqual(["a"]);
    expect(await searchIds("car", { ranker: "hybrid", vector: [1, 0, 0] })).toEqual(["a"]);
    await expect(index.add({ id: "b", text: "moon" })).rejects.toThrow(
      'document "b" needs a vector: open the index with the encoder of "tiny", or give one',
    );
    await index.add({ id: "c", text: "moon", vector: [0, 0, 1] });
    expect(await index.count()).toBe(2);
  });

  test("an encoder of another model", async () => {
    const directory = new MemoryDirectory();
    index = await createIndex(directory, { encoder: new TinyEncoder() });
    await index.close();
    index = await openIndex(directory, { encoder: new TinyEncoder("other") });
    await expect(index.search("car", { ranker: "dense" })).rejects.toThrow(
      'the encoder "other" gives 3 dimensions; the index has vectors of "tiny" with 3',
    );
  });

  test("a folder without an encoder", async () => {
    index = await createIndex({ vectors: "minilm", encoder: "/nowhere/at all" });
    await expect(index.add({ id: "a", text: "car" })).rejects.toThrow("/nowhere/at all");
  });

  test.each<[string, object, string]>([
    ["a vector of other dimensions", { vector: [1] }, "a vector has 1 dimensions"],
    ["a vector of zeros", { vector: [0, 0, 0] }, "a vector of zeros has no direction"],
    ["a vector with NaN", { vector: [Number.NaN, 1, 1] }, "number 0 of a vector is NaN"],
    [
      "an unknown fallback",
      { vectorFallback: "maybe" },
      'vectorFallback must be "refuse" or "words"',
    ],
  ])("%s of a query", async (_, options, message) => {
    await createTinyIndex();
    await expect(index.search("car", { ranker: "hybrid", ...options })).rejects.toThrow(message);
  });

  test("an encoder that returns too few or invalid vectors; nothing is added", async () => {
    const encoder = new TinyEncoder();
    index = await createIndex({ encoder });
    encoder.documents = async () => [];
    await expect(index.add({ id: "a", text: "car" })).rejects.toThrow("0 vectors for 1 texts");
    encoder.documents = async () => [[Number.NaN, 0, 0]];
    await expect(index.add({ id: "a", text: "car" })).rejects.toThrow(
      'document "a": number 0 of a vector is NaN',
    );
    expect(await index.count()).toBe(0);
  });

  test("vectors of an unknown model name", async () => {
    index = await createIndex();
    await expect(createIndex({ vectors: "maxilm" as never })).rejects.toThrow(
      'vectors must be minilm, or { dimensions, model }, got "maxilm"',
    );
    await expect(createIndex({ encoder: { name: "x" } as never })).rejects.toThrow(
      "an encoder has name, dimensions, query and documents",
    );
  });
});

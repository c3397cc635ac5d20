import { describe, expect, test } from "vitest";
import { buildIndex, IndexSnapshot, TermWeights } from "../index/index.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import {
  checkWeightsFit,
  formatImpactLines,
  formatWeightLines,
  readWeightTable,
} from "./weight-export.ts";
import { createWeightLearningFixture } from "./weight-learning-fixture.contract.ts";

describe("tables of weights", () => {
  test("are read back as they were written", async () => {
    const weights = new TermWeights(
      [
        ["lamp", 2, 0.5],
        ["the", 1, 0],
      ],
      1,
      1.25,
    );
    const files = new MemoryFiles();
    const lines = [...formatWeightLines({ weights, ranker: "bm25(weights=learned)" })];
    await files.write("f", [new TextEncoder().encode(`${lines.join("\n")}\n`)]);
    const read = await readWeightTable(files, "f");
    expect(read.ranker).toBe("bm25(weights=learned)");
    expect([...read.weights.entries()]).toEqual([...weights.entries()]);
    expect([read.weights.missing, read.weights.missingQuery]).toEqual([1, 1.25]);
  });

  test.each([
    ["lamp\t1\t1\n", 'f:1: the first line is "# term weights for <ranker>"'],
    ["# term weights for bm25\nterm\tquery\tdocument\nlamp\t1\n", "f:3: a line has a term"],
    ["# term weights for bm25\nterm\tquery\tdocument\nlamp\t-1\t1\n", "f:3: a line has a term"],
  ])("are refused if they are invalid: %j", async (text, message) => {
    const files = new MemoryFiles();
    await files.write("f", [new TextEncoder().encode(text)]);
    await expect(readWeightTable(files, "f")).rejects.toThrow(message);
  });

  test("of another index are refused", async () => {
    const { index } = await createWeightLearningFixture();
    expect(() => checkWeightsFit(index, new TermWeights([["thing1", 1, 1]], 1, 1))).toThrow(
      /the weights cover 1 of the index's \d+ terms: they were learned from another index/,
    );
  });
});

describe("impactLines", () => {
  test("give each document its terms with whole numbers up to the maximum", async () => {
    const { index } = await createWeightLearningFixture();
    const weights = new TermWeights([["thing1", 1, 2]], 1, 1);
    const formula = { model: "tfidf", idf: "none", k1: 0, b: 0, mu: 0 } as const;
    const lines = [...formatImpactLines(index, weights, formula)].map((line) => line.split("\t"));
    expect(lines).toHaveLength(index.documentCount);
    const impactLine = lines.find(([id]) => id === "thing1-1") ?? [];
    const impact = (term: string): number =>
      Number(impactLine.find((each) => each.startsWith(`${term} `))?.split(" ")[1]);
    const numbers = lines.flatMap(([, ...terms]) =>
      terms.map((each) => Number(each.split(" ")[1])),
    );
    expect(Math.max(...numbers)).toBe(255);
    // Without idf an impact is u·log(1 + tf), so the doubled term has twice the impact of any other
    // with tf 1.
    const once = numbers.filter((number) => number > 0).sort((a, b) => a - b)[0] as number;
    expect(Math.abs(impact("thing1") - 2 * once)).toBeLessThanOrEqual(1);
  });
});

describe("an index with fields", () => {
  const open = async (fields?: { title: object; text: object }): Promise<IndexSnapshot> => {
    const directory = new MemoryDirectory();
    const documents = [
      { id: "a", title: "lamp", text: "oil lamp" },
      { id: "b", title: "moth", text: "moth near lamp oil" },
    ];
    const analysis = { stemmer: "none", stopWords: "none" } as const;
    const toDocument = ({ id, ...texts }: (typeof documents)[number]) =>
      fields === undefined ? { id, text: `${texts.title} ${texts.text}` } : { id, fields: texts };
    await buildIndex(directory, documents.map(toDocument), {
      analysis,
      ...(fields && { fields }),
    });
    return IndexSnapshot.open(directory);
  };
  const weights = new TermWeights([["lamp", 2, 2]], 1, 1);
  const formula = { model: "bm25", idf: "lucene", k1: 0.9, b: 0.4, mu: 0 } as const;

  test("has the impacts of its documents as one text", async () => {
    const lines = [...formatImpactLines(await open({ title: {}, text: {} }), weights, formula)];
    const sort = (all: readonly string[]) => all.map((line) => line.split("\t").sort()).sort();
    expect(sort(lines)).toEqual(sort([...formatImpactLines(await open(), weights, formula)]));
    expect(lines[0]?.split("\t").filter((each) => each.startsWith("lamp "))).toHaveLength(1);
  });

  test("takes back the weights of its words", async () => {
    const index = await open({ title: {}, text: {} });
    const entries = ["lamp", "oil", "moth"].map((term) => [term, 1, 1] as const);
    expect(() => checkWeightsFit(index, new TermWeights(entries, 1, 1))).not.toThrow();
    expect(() => checkWeightsFit(index, new TermWeights([["lamp", 1, 1]], 1, 1))).toThrow(
      "the weights cover 1 of the index's 4 terms",
    );
  });
});

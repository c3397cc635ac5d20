import { describe, expect, test } from "vitest";
import { IndexWriter } from "../index/index-writer.ts";
import { IndexSnapshot } from "../index/snapshots/index-snapshot.ts";
import { MemoryDirectory } from "../storage/memory-directory.ts";
import { openAnalyzer } from "../text/index.ts";
import { createTermVectors } from "./term-vectors.ts";
import { countForms } from "./token-statistics.ts";

const WORDS = new Map([
  ["fly", [1, 0]],
  ["flies", [0, 3]],
  ["flying", [6, 0]],
]);
const getVector = (word: string): number[] | undefined => WORDS.get(word);

describe("the vector of a term", () => {
  test("is that of the word with the same spelling", () => {
    const { vectors } = createTermVectors(
      ["fly"],
      getVector,
      new Map([["fly", new Map([["flies", 9]])]]),
    );
    expect([...vectors.rows]).toEqual([1, 0]);
  });

  test("falls back to the mean over its forms, weighted by occurrence", () => {
    // (2 · (0, 3) + 1 · (6, 0)) / 3; the unknown form does not count.
    const forms = new Map([
      ["fli", new Map(Object.entries({ flies: 2, flying: 1, flieth: 7 }))],
      ["x", new Map([["y", 1]])],
    ]);
    const { vectors, report } = createTermVectors(["fli", "fly", "x"], getVector, forms);
    expect([...vectors.rows]).toEqual([2, 2, 1, 0, 0, 0]);
    expect([...vectors.hasVector]).toEqual([1, 1, 0]);
    expect(report).toEqual({ own: 1, fromForms: 1, without: 1 });
  });

  test("must have the dimension of the others", () => {
    const uneven = (word: string): number[] => (word === "a" ? [1] : [1, 2]);
    expect(() => createTermVectors(["a", "b"], uneven)).toThrow('one dimension: 1, but 2 for "b"');
  });

  test("must exist for some term", () => {
    expect(() => createTermVectors(["a"], () => undefined)).toThrow("no term of the index");
  });
});

test("surface forms are counted by stem over the live documents of all segments; a stop word is its own stem", async () => {
  const directory = new MemoryDirectory();
  const writer = await IndexWriter.open(directory, { analysis: { stopWords: ["the"] } });
  await writer.add({ id: "1", text: "the walking walks" });
  await writer.commit();
  await writer.add({ id: "2", text: "walking fox" });
  await writer.add({ id: "3", text: "walk walks walks" });
  await writer.commit();
  await writer.delete("3");
  await writer.commit();
  await writer.close();
  const snapshot = await IndexSnapshot.open(directory);
  const analyzer = await openAnalyzer(snapshot.settings.analysis);
  expect(await countForms(snapshot, analyzer)).toEqual(
    new Map([
      ["the", new Map([["the", 1]])],
      ["walk", new Map(Object.entries({ walking: 2, walks: 1 }))],
      ["fox", new Map([["fox", 1]])],
    ]),
  );
  await snapshot.close();
});

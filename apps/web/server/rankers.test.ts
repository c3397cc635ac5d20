import { expect, test } from "vitest";
import { parseRanker } from "../../../src/ranking/index.ts";
import { parseMeaningRanker } from "../../../src/search/meaning/meaning-ranker.ts";
import { BY_MEANING, RANKERS, readRanker, writeRanker } from "./rankers.ts";

test("every offered ranker is one of the library's, with the library's defaults", () => {
  for (const ranker of RANKERS) {
    const spelled = ranker.options.map(({ name, standard }) => `${name}=${standard}`);
    const full = spelled.length === 0 ? ranker.name : `${ranker.name}(${spelled.join(",")})`;
    // The library writes the shortest name: options at their defaults fall away.
    expect(parseRanker(full).name).toBe(parseRanker(ranker.name).name);
  }
});

test("every ranker that counts meaning is one of the library's, with the library's defaults", () => {
  expect(BY_MEANING.map(({ name }) => name)).toEqual(["hybrid", "rrf", "dense"]);
  for (const { name } of BY_MEANING) expect(() => parseMeaningRanker(name)).not.toThrow();
  expect(parseMeaningRanker("hybrid(alpha=1)")).toEqual(parseMeaningRanker("hybrid"));
  const read = readRanker("hybrid(alpha=0.5)");
  expect(read && writeRanker(read.ranker, read.values)).toBe("hybrid(alpha=0.5)");
});

test("a name is read into values and written back as short as can be", () => {
  const read = readRanker("bm25(k1=0.6,b=0.4)");
  expect(read?.values).toEqual({ k1: 0.6, b: 0.4 });
  expect(read && writeRanker(read.ranker, read.values)).toBe("bm25(k1=0.6)");
  expect(readRanker("bm25")?.values).toEqual({ k1: 0.9, b: 0.4 });
});

test("a name with options that the page does not offer is left to be typed", () => {
  expect(readRanker("bm25(idf=plain)")).toBeUndefined();
  expect(readRanker("rm3(lm)")).toBeUndefined();
  expect(readRanker("bm25(k1=)")).toBeUndefined();
});

import { expect, test } from "vitest";
import { parseRanker } from "../../../src/ranking/index.ts";
import { DENSE_RANKERS, formatRanker, parseRankerName, RANKERS } from "./rankers.ts";

test("every offered ranker is one of the library's, with the library's defaults", () => {
  for (const ranker of RANKERS) {
    const spelled = ranker.options.map(({ name, defaultValue: standard }) => `${name}=${standard}`);
    const full = spelled.length === 0 ? ranker.name : `${ranker.name}(${spelled.join(",")})`;
    // The library writes the shortest name: options at their defaults fall away.
    expect(parseRanker(full).name).toBe(parseRanker(ranker.name).name);
  }
});

test("every dense ranker on offer is one of the library's, with the library's defaults", () => {
  expect(DENSE_RANKERS.map(({ name }) => name)).toEqual(["hybrid", "rrf", "dense"]);
  for (const { name } of DENSE_RANKERS) expect(parseRanker(name).name).toBe(name);
  expect(parseRanker("hybrid(alpha=1)")).toEqual(parseRanker("hybrid"));
  const read = parseRankerName("hybrid(alpha=0.5)");
  expect(read && formatRanker(read.ranker, read.values)).toBe("hybrid(alpha=0.5)");
});

test("a name is read into values and written back as short as can be", () => {
  const read = parseRankerName("bm25(k1=0.6,b=0.4)");
  expect(read?.values).toEqual({ k1: 0.6, b: 0.4 });
  expect(read && formatRanker(read.ranker, read.values)).toBe("bm25(k1=0.6)");
  expect(parseRankerName("bm25")?.values).toEqual({ k1: 0.9, b: 0.4 });
});

test("a name with options that the page does not offer is left to be typed", () => {
  expect(parseRankerName("bm25(idf=plain)")).toBeUndefined();
  expect(parseRankerName("rm3(lm)")).toBeUndefined();
  expect(parseRankerName("bm25(k1=)")).toBeUndefined();
});

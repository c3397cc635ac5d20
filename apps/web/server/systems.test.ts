import { expect, test } from "vitest";
import { findSystem, formatSystem, formatSystemName, parseSystem } from "./systems.ts";

test("a system survives a round trip through the address", () => {
  const systems = [
    {},
    { ranker: "bm25(k1=0.6,b=0.8)" },
    { weights: "w1" },
    { ranker: "rm3(bm25)", rerank: "s-knrm", depth: 50 },
  ];
  for (const system of systems) expect(parseSystem(formatSystem(system))).toEqual(system);
});

test("parts that are not a system are ignored", () => {
  expect(parseSystem("constructor=x;__proto__=y;depth=-1;;=;ranker")).toEqual({});
});

test("names describe the ranking", () => {
  expect(formatSystemName({})).toBe("published");
  expect(formatSystemName({ weights: "w1", ranker: "bm25" })).toBe("weights w1");
  expect(formatSystemName({ ranker: "lm", rerank: "knrm" })).toBe("knrm on lm");
});

test("a name resolves to its system", () => {
  const systems = [
    {},
    { ranker: "bm25(k1=0.6)" },
    { weights: "w1" },
    { rerank: "knrm-1" },
    { ranker: "lm", rerank: "knrm-1" },
    { weights: "w1", rerank: "knrm-1" },
  ];
  for (const system of systems) {
    expect(findSystem(formatSystemName(system), ["knrm-1"])).toEqual(system);
  }
  expect(findSystem("bm25 (2)", [])).toEqual({ ranker: "bm25" });
});

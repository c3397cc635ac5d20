import { expect, test } from "vitest";
import { formatSystem, parseSystem } from "./systems.ts";

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

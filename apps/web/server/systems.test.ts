import { expect, test } from "vitest";
import { formatSystem, parseSystem } from "./systems.ts";

test("a system survives the address of the page", () => {
  const systems = [
    {},
    { ranker: "bm25(k1=0.6,b=0.8)" },
    { weights: "w1" },
    { ranker: "rm3(bm25)", rerank: "s-knrm", depth: 50 },
  ];
  for (const system of systems) expect(parseSystem(formatSystem(system))).toEqual(system);
});

test("what is not a system is left out", () => {
  expect(parseSystem("constructor=x;__proto__=y;depth=-1;;=;ranker")).toEqual({});
});

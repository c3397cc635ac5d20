import { expect, test } from "vitest";
import { formatSystemName, parseSystemName } from "./system-name.ts";

test.each([
  [{}, "active"],
  [{ ranker: "bm25(k1=0.6)" }, "bm25(k1=0.6)"],
  [{ weights: "w1" }, "weights w1"],
  [{ snapshot: "monday" }, "snapshot monday"],
  [{ ranker: "bm25", weights: "w1" }, "bm25 + weights w1"],
  [{ rerank: "knrm-1" }, "knrm-1"],
  [{ ranker: "lm", rerank: "knrm-1" }, "knrm-1 on lm"],
  [{ weights: "w1", rerank: "knrm-1" }, "knrm-1 on weights w1"],
  [{ ranker: "lm", weights: "w1", rerank: "knrm-1" }, "knrm-1 on lm + weights w1"],
])("%j has the name %s, which parses back", (system, name) => {
  expect(formatSystemName(system)).toBe(name);
  expect(parseSystemName(name, ["knrm-1"])).toEqual(system);
  expect(parseSystemName(`${name} (2)`, ["knrm-1"])).toEqual(system);
});

test("the former name of the active system still parses", () => {
  expect(parseSystemName("published", [])).toEqual({});
});

import { expect, test } from "vitest";
import { createHref, parseRoute } from "./route.ts";

test("an address parses to its route", () => {
  const params = { q: "boiled eggs & 100 %", system: "ranker=bm25(k1=0.6)" };
  const href = createHref("wordnet", "search", params);
  expect(parseRoute(href)).toEqual({ index: "wordnet", view: "search", params });
});

test("parameters without a value are omitted from the address", () => {
  expect(createHref("a", "why", { q: "", other: undefined })).toBe("#/a/why");
});

test("any text parses as an address", () => {
  expect(parseRoute("")).toEqual({ index: "", view: "", params: {} });
  expect(parseRoute("#/%E0%A4%A/x?%")).toMatchObject({ index: "%E0%A4%A", view: "x" });
});

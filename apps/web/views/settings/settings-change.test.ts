import { expect, test } from "vitest";
import { createChange } from "./settings-change.ts";

test("settings that are no longer written are reset", () => {
  const change = createChange({ prefix: true, fuzzy: 1 }, '{ "fuzzy": 2, "facets": ["kind"] }');
  expect(change).toEqual({ fuzzy: 2, facets: ["kind"], prefix: null });
  expect(createChange({ prefix: true }, " ")).toEqual({ prefix: null });
});

test("text that is not an object is refused", () => {
  expect(() => createChange({}, "[1]")).toThrow("Settings are an object");
  expect(() => createChange({}, "{")).toThrow();
});

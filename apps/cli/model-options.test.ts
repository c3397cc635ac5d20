import { expect, test } from "vitest";
import { DUET } from "../../src/models/index.ts";
import { parseModelOptions } from "./model-options.ts";

const parsed = (list: string) => parseModelOptions(list, DUET.defaults);

test("options are numbers, truth values and text, each as the model takes it", () => {
  expect(parsed(" dimensions=100, hidden=32,matches=exact,overlap=false")).toEqual({
    dimensions: 100,
    hidden: "32",
    matches: "exact",
    overlap: false,
  });
  expect(parsed("")).toEqual({});
});

test("a list goes on behind its commas", () => {
  expect(parsed("hidden=300,200,100,pool=3")).toEqual({ hidden: "300,200,100", pool: 3 });
});

test.each(["dimensions", "=3", "dimensions=", "dimensions=3=4"])("%s is refused", (list) => {
  expect(() => parsed(list)).toThrow(`--options is name=value,…, got ${JSON.stringify(list)}`);
});

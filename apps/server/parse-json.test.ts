import { expect, test } from "vitest";
import { parseJson } from "./parse-json.ts";

const parse = (text: string, limits: { depth?: number; values?: number }): unknown =>
  parseJson(new TextEncoder().encode(text), { location: "the body", ...limits });

test("JSON may have as many values as the limit says and not one more", () => {
  for (const [text, values] of [
    ["1", 1],
    ["[1,2]", 3],
    ['{"a":[1,{"b":"x,y[{"}]}', 5],
    ['"\\",[,"', 1],
  ] as const) {
    expect(parse(text, { values })).toEqual(JSON.parse(text));
    expect(() => parse(text, { values: values - 1 })).toThrow(
      `the body has more than ${values - 1} values`,
    );
  }
});

test("JSON may be nested as deep as the limit says and not one deeper", () => {
  expect(parse('[[{"a":1}]]', { depth: 3 })).toEqual([[{ a: 1 }]]);
  expect(() => parse('[[{"a":1}]]', { depth: 2 })).toThrow("the body is nested more than 2 deep");
});

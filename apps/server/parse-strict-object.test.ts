import * as v from "valibot";
import { expect, test } from "vitest";
import { TermwiseError } from "../../src/common/errors.ts";
import { ALL_ROUTES } from "./all-routes.ts";
import { parseStrictObject } from "./parse-strict-object.ts";
import { searchRequest } from "./request-schemas.ts";

const schemas = [
  searchRequest as v.GenericSchema,
  ...ALL_ROUTES.flatMap(({ params, query, body }) => [params, query, body]).filter(
    (schema) => schema !== undefined,
  ),
] as v.GenericSchema[];

const NAMES = [
  ...new Set(
    schemas.flatMap((schema) => Object.keys((schema as { entries?: object }).entries ?? {})),
  ),
  "__proto__",
  "toString",
  "unknown",
];
const VALUES = [
  "true",
  "a",
  "10",
  "",
  1,
  10,
  9999,
  true,
  null,
  undefined,
  {},
  [],
  ["a"],
  "é".repeat(5000),
];

/** The result, or the message of the error of a filter as text that cannot be parsed. */
function attempt(parse: () => unknown): unknown {
  try {
    return parse();
  } catch (error) {
    if (error instanceof TermwiseError) return error.message;
    throw error;
  }
}

test("what it gives is what the library gives, for every schema and every value of every name", () => {
  let givenCount = 0;
  for (const schema of schemas) {
    for (const name of NAMES) {
      for (const value of VALUES) {
        for (const rest of [
          {},
          { name: "a" },
          { query: "a" },
          { q: "a" },
          { q: "a", total: "false" },
        ]) {
          const input = Object.fromEntries([...Object.entries(rest), [name, value]]);
          const values = attempt(() => parseStrictObject(schema, input));
          if (values === undefined) continue;
          givenCount++;
          const expected = attempt(() => v.parse(schema, input, { abortPipeEarly: true }));
          expect(values).toEqual(expected);
        }
      }
    }
  }
  expect(givenCount).toBeGreaterThan(500);
});

test("gives the values of a search that is right, and leaves one that is wrong to the library", () => {
  const right = { query: "egg", limit: 10, total: false };
  expect(parseStrictObject(searchRequest, right)).toEqual(right);
  for (const wrong of [
    { limit: 10 },
    { query: "egg", limt: 10 },
    { query: 1 },
    { query: "egg", limit: 1000, offset: 9999 },
    JSON.parse('{"query":"egg","__proto__":{}}'),
    [],
    null,
    "egg",
  ]) {
    expect(parseStrictObject(searchRequest, wrong)).toBe(undefined);
  }
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseQuery } from "./parse-query.ts";

const CASES = Number(process.env.FUZZ_CASES ?? 20_000);

function formatClauses(query: string): string[] {
  return parseQuery(query).map(
    ({ mode, kind, text, edits }) =>
      `${mode} ${kind}${edits === 0 ? "" : edits === "by length" ? "?" : edits} ${text}`,
  );
}

describe("parseQuery", () => {
  test.each([
    ["two words", ["should words two", "should words words"]],
    ['"white house" paint', ["should phrase white house", "should words paint"]],
    [
      '+must -not +"a b" -"c d"',
      ["must words must", "not words not", "must phrase a b", "not phrase c d"],
    ],
    ["comput* +comput*", ["should prefix comput", "must prefix comput"]],
    ["fuzy~ fuzy~1 -fuzy~2", ["should fuzzy? fuzy", "should fuzzy1 fuzy", "not fuzzy2 fuzy"]],
  ])("parses %s", (query, clauses) => {
    expect(formatClauses(query)).toEqual(clauses);
  });

  test.each([
    ["", []],
    [" \t\n ", []],
    ["c++ well-known a-", ["should words c++", "should words well-known", "should words a-"]],
    ["- + * ~", ["should words -", "should words +", "should words *", "should words ~"]],
    ['an "open quote', ["should words an", 'should words "open', "should words quote"]],
    ['"" x', ["should phrase ", "should words x"]],
    ["a~3 ~2 a~b", ["should words a~3", "should words ~2", "should words a~b"]],
    ["** *a", ["should prefix *", "should words *a"]],
    ["--a +-b", ["not words -a", "must words -b"]],
  ])("reads misplaced operators in %j as text", (query, clauses) => {
    expect(formatClauses(query)).toEqual(clauses);
  });

  test(`parses ${CASES} random strings without losing a letter`, () => {
    const operators = fc.string({
      unit: fc.constantFrom(..."ab \"'+-*~12()[]{}/\\?:^&|!é😀\ud800"),
    });
    const letters = (text: string): string => text.replaceAll(/[^a-zé]/g, "");
    fc.assert(
      fc.property(fc.oneof(operators, fc.string({ unit: "binary" })), (query) => {
        const clauses = parseQuery(query);
        expect(letters(clauses.map(({ text }) => text).join(""))).toBe(letters(query));
      }),
      { numRuns: CASES },
    );
  });

  test.each(['"', '" ', '+"', "~", "-", "a* "])("reads a megabyte of %j in linear time", (unit) => {
    expect(parseQuery(unit.repeat(2 ** 20 / unit.length)).length).toBeGreaterThan(0);
  });
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { extractDefinition } from "./wordnet-gloss.ts";

describe("extractDefinition", () => {
  test.each([
    ["stays whole without examples", "move slowly; creep", "move slowly; creep"],
    ["loses its examples", 'a hard frost; "black frost"; "the frost held"', "a hard frost"],
    ["loses an example with its source", 'strife; "the harder the war"--T. P.; "war"', "strife"],
    ["keeps a remark after an example", 'red; "red ink"; often of ink', "red; often of ink"],
    ["loses an example with a semicolon in it", 'a duty; "rights; duties"', "a duty"],
    ["loses an example after a colon", 'join up: "hitch it"; "hitch"', "join up"],
    ["keeps a quotation inside a sentence", 'as in "the call of duty"', 'as in "the call of duty"'],
    [
      "keeps a colon inside a quotation",
      'the cry "run: fire" of old',
      'the cry "run: fire" of old',
    ],
    ["keeps words `quoted like this'", "(followed by `to') able", "(followed by `to') able"],
    ["lets an open quotation reach to the end", 'calm; "a calm; sea', "calm"],
    ["is empty for a gloss of examples alone", '"so be it"', ""],
  ])("%s", (_, gloss, expected) => {
    expect(extractDefinition(gloss)).toBe(expected);
  });

  test("is idempotent", () => {
    const gloss = fc.array(fc.constantFrom("a", " ", ";", '"', ":", "b c")).map((a) => a.join(""));
    fc.assert(
      fc.property(gloss, (text) => {
        // An odd quote pairs with another one once a piece between them is removed.
        fc.pre(text.split('"').length % 2 === 1);
        expect(extractDefinition(extractDefinition(text))).toBe(extractDefinition(text));
      }),
    );
  });
});

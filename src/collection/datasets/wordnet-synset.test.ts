import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TermwiseError } from "../../common/errors.ts";
import { FilePosition } from "../formats/records.ts";
import { parseSynset } from "./wordnet-synset.ts";

const verb =
  "00000040 29 v 02 take_wing 0 soar 1 003 @ 00000010 v 0000 + 00000020 n 0101 " +
  '+ 00000020 n 0201 02 + 02 00 + 08 01 | rise into the air; "it soared"  ';
const adjective =
  "00000050 00 s 02 winged(a) 0 on_the_wing(ip) 0 003 & 00000060 a 0000 " +
  "& 00000070 s 0000 + 00000050 a 0101 | having wings  ";

describe("parseSynset", () => {
  test("parses words, links and gloss", () => {
    expect(parseSynset(verb, "v", new FilePosition("data.verb"))).toEqual({
      id: "v00000040",
      lemmas: ["take wing", "soar"],
      links: ["n00000020"], // twice in the line, from two words
      gloss: 'rise into the air; "it soared"',
    });
  });

  test("treats satellites as adjectives, drops position markers and links to itself", () => {
    expect(parseSynset(adjective, "a", new FilePosition("data.adj"))).toEqual({
      id: "a00000050",
      lemmas: ["winged", "on the wing"],
      links: ["a00000060", "a00000070"],
      gloss: "having wings",
    });
  });

  test.each([
    ["no gloss", (line: string) => line.replace("|", "/"), "needs a gloss"],
    ["a short offset", (line: string) => line.slice(1), 'eight digits, got "0000040"'],
    [
      "the type of another file",
      (line: string) => line.replace(" v ", " n "),
      'the type v, got "n"',
    ],
    ["an odd count of words", (line: string) => line.replace(" 02 ", " x2 "), "two hexadecimal"],
    ["too many words", (line: string) => line.replace(" 02 ", " ff "), "has 255 words"],
    ["too few words", (line: string) => line.replace(" 02 ", " 01 "), "pointers has three digits"],
    ["too few pointers", (line: string) => line.replace(" 003 ", " 004 "), "has 4 pointers"],
    ["too many frames", (line: string) => line.replace(" 02 +", " 01 +"), "has 3 pointers"],
    ["a pointer to nowhere", (line: string) => line.replace("20 n 01", "20 x 01"), "type of nvasr"],
  ])("rejects a line with %s and its position", (_, damage, rule) => {
    const position = new FilePosition("data.verb");
    position.line = 31;
    const parse = (): unknown => parseSynset(damage(verb), "v", position);
    expect(parse).toThrow(rule);
    expect(parse).toThrow(/^data\.verb:31: /);
  });

  test("answers any line with a synset or BAD_INPUT", () => {
    const tokens = [...new Set(verb.split(" ")), "|", "000", "00", "ff", "é"];
    const line = fc.array(fc.constantFrom(...tokens), { maxLength: 30 }).map((a) => a.join(" "));
    const damaged = fc
      .tuple(fc.nat(verb.length), fc.nat(verb.length), fc.string({ maxLength: 4 }))
      .map(([from, to, text]) => verb.slice(0, from) + text + verb.slice(Math.max(from, to)));
    fc.assert(
      fc.property(fc.oneof(line, damaged, fc.string()), (text) => {
        try {
          expect(parseSynset(text, "v", new FilePosition("f")).lemmas.length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(TermwiseError);
          expect(error).toHaveProperty("code", "BAD_INPUT");
        }
      }),
      { numRuns: 20_000 },
    );
  });
});

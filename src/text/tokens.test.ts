import { expect, test } from "vitest";
import { openAnalyzer } from "./analyzer.ts";
import { Tokeniser } from "./tokeniser.ts";
import { Tokens } from "./tokens.ts";

/** Texts with forms that occur in them, and compounds that do not. */
const TEXTS = ["wi-fi and node.js", "plain words, more than before them", "an XJ-900", ""];

test("has only the tokens of the new text when it is refilled", () => {
  const tokeniser = new Tokeniser({ compounds: true });
  const used = new Tokens();
  for (const text of [...TEXTS, ...TEXTS.toReversed()]) {
    expect(tokeniser.read(text, used).toArray()).toEqual(tokeniser.tokenise(text));
  }
});

test("maps a synthetic form to the position of its source", () => {
  const used = new Tokens();
  const tokeniser = new Tokeniser({ compounds: true });
  tokeniser.read("node.js", used);
  const tokens = tokeniser.read("my wi-fi", used).toArray();
  expect(tokens).toContainEqual({ text: "wifi", start: 3, end: 8 });
  expect(
    tokeniser
      .read("a b c d", used)
      .toArray()
      .map(({ start }) => start),
  ).toEqual([0, 2, 4, 6]);
});

test("does not mix queries that are read one after the other", async () => {
  const analyzer = await openAnalyzer({ language: "other", compounds: true });
  const alone = async (text: string): Promise<string[]> =>
    (await openAnalyzer({ language: "other", compounds: true })).terms(text);
  for (const text of TEXTS) expect(analyzer.terms(text)).toEqual(await alone(text));
});

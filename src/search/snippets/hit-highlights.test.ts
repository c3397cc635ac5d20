import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SearchOptions } from "../../api/search-options.ts";
import { createIndex } from "../open-index.ts";

async function html(text: string, query: string, options: SearchOptions = {}) {
  const index = await createIndex();
  await index.add({ id: 1, body: text });
  const { hits } = await index.search(query, { highlight: true, ...options });
  return hits[0]?.highlights?.body?.html;
}

describe("highlight", () => {
  test.each<[string, string, SearchOptions, string]>([
    ["Boiled eggs", "boiling", {}, "<mark>Boiled</mark> eggs"],
    ["Boiling water", "boili", { prefix: true }, "<mark>Boiling</mark> water"],
    ["Boiling water", "boili*", { syntax: true }, "<mark>Boiling</mark> water"],
    ["Boiling water", "wtaer", { fuzzy: true }, "Boiling <mark>water</mark>"],
    ["A Wi-Fi kettle", "wifi", {}, "A <mark>Wi-Fi</mark> kettle"],
    ["A Wi-Fi kettle", "wi-fi", {}, "A <mark>Wi-Fi</mark> kettle"],
    ["Crème brûlée", "brulee", {}, "Crème <mark>brûlée</mark>"],
    [
      "red car, car red",
      '"car red"',
      { syntax: true },
      "red car, <mark>car</mark> <mark>red</mark>",
    ],
    ["red car -blue", "car -green", { syntax: true }, "red <mark>car</mark> -blue"],
    ["東京都に行く", "京都", {}, "東<mark>京都</mark>に行く"],
    ["<b>bold</b> & 'red'", "red", {}, "&lt;b&gt;bold&lt;/b&gt; &amp; &#39;<mark>red</mark>&#39;"],
    ["one two", "two", { highlight: { tag: "em" } }, "one <em>two</em>"],
    ["a b c d e red f g h", "red", { highlight: { words: 3 } }, "… e <mark>red</mark> f …"],
  ])("of %j for %j", async (text, query, options, expected) => {
    expect(await html(text, query, options)).toBe(expected);
  });

  test("names each text with a match, with offsets", async () => {
    const index = await createIndex();
    await index.add({ id: 1, title: "Red lamp", text: "It is red", maker: "Redd", size: 5 });
    const { hits } = await index.search("red", { highlight: true });
    expect(hits[0]?.highlights).toEqual({
      title: { ranges: [[0, 3]], html: "<mark>Red</mark> lamp" },
      text: { ranges: [[6, 9]], html: "It is <mark>red</mark>" },
    });
    const result = await index.search("red", { highlight: { fields: ["title", "unknown"] } });
    expect(Object.keys(result.hits[0]?.highlights ?? {})).toEqual(["title"]);
  });

  test.each([
    [{ tag: "b><script" }, "highlight tag must be the name of an HTML element"],
    [{ fields: "title" }, "highlight fields must be an array of names"],
    [{ words: 0 }, "highlight words must be a whole number ≥ 1"],
    [{ colour: "red" }, 'highlight has no option "colour"'],
  ])("rejects %j", async (highlight, message) => {
    const index = await createIndex();
    await expect(index.search("a", { highlight: highlight as never })).rejects.toThrow(message);
  });

  test("never outputs markup of a text, and its ranges are words of the text", async () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "&",
      '"',
      "'",
      "red",
      "wi-fi",
      "é",
      "😀",
      "京都",
      " ",
      "½",
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 12 }),
        fc.array(piece, { maxLength: 4 }),
        async (text, query) => {
          const index = await createIndex();
          const body = text.join("");
          await index.add({ id: 1, body });
          const { hits } = await index.search(query.join(""), { highlight: true, prefix: true });
          const highlight = hits[0]?.highlights?.body;
          if (highlight === undefined) return;
          expect(highlight.html.replaceAll(/<\/?mark>|&(amp|lt|gt|quot|#39);/g, "")).not.toMatch(
            /[<>&"']/,
          );
          let at = 0;
          for (const [start, end] of highlight.ranges) {
            expect(start).toBeGreaterThanOrEqual(at);
            expect(end).toBeGreaterThan(start);
            expect(end).toBeLessThanOrEqual(body.length);
            at = end;
          }
        },
      ),
      { numRuns: 150 },
    );
  });
});

import { expect, test } from "vitest";
import { type PageResult, toPageResult } from "./section-results.ts";

/** A hit in which every occurrence of `word` is highlighted. */
function createHit(
  fields: { title: string; headings: string; anchors: string; body: string },
  word: string,
) {
  const ranges = (text: string): [number, number][] =>
    [...text.matchAll(new RegExp(word, "gi"))].map(({ index }) => [index, index + word.length]);
  const highlights = Object.fromEntries(
    (["title", "headings", "body"] as const).map((name) => [
      name,
      { ranges: ranges(fields[name]), html: "" },
    ]),
  );
  return { id: "a.html", score: 1, document: { id: "a.html", ...fields }, highlights };
}

function renderPage({ title, excerpt, sections }: PageResult): unknown {
  const text = (pieces: PageResult["title"]): string =>
    pieces.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text)).join("");
  return [
    text(title),
    text(excerpt),
    sections.map(({ url, heading, excerpt: part }) => [url, text(heading), text(part)]),
  ];
}

test("sections with matches in headings come first, each with its own excerpt", () => {
  const page = toPageResult(
    createHit(
      {
        title: "All about salt",
        headings: "\nMines\nSea salt\nPans",
        anchors: "\nmines\nsea salt\npans",
        body: "Salt is old.\nRock salt, broken.\nRaked.\nFlat.",
      },
      "salt",
    ),
  );
  expect(renderPage(page)).toEqual([
    "All about [salt]",
    "[Salt] is old.",
    [
      ["a.html#sea%20salt", "Sea [salt]", "Raked."],
      ["a.html#mines", "Mines", "Rock [salt], broken."],
    ],
  ]);
});

test("a page that matches by its title shows its beginning", () => {
  const page = toPageResult(
    createHit(
      { title: "Salt", headings: "\nPans", anchors: "\npans", body: "Old.\nFlat." },
      "salt",
    ),
  );
  expect(renderPage(page)).toEqual(["[Salt]", "Old.", []]);
});

test("a section without an anchor is not a result of its own, but its text is shown", () => {
  const page = toPageResult(
    createHit({ title: "A", headings: "\nB", anchors: "\n", body: "x\ngood salt" }, "salt"),
  );
  expect(renderPage(page)).toEqual(["A", "good [salt]", []]);
});

test("an excerpt is cut at words around the matches", () => {
  const body = `${"one two three ".repeat(20)}salt ${"four five six ".repeat(20)}`.trim();
  const { excerpt } = toPageResult(
    createHit({ title: "A", headings: "", anchors: "", body }, "salt"),
    {
      characters: 60,
    },
  );
  const text = excerpt.map((piece) => piece.text).join("");
  expect(text).toMatch(/^… (one|two|three) .*salt four .* …$/);
  expect(text.length).toBeLessThanOrEqual(60 + 4);
  expect(excerpt.filter(({ isMatch }) => isMatch)).toEqual([{ text: "salt", isMatch: true }]);
});

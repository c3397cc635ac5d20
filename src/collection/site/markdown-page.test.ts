import { expect, test } from "vitest";
import { parseMarkdownPage } from "./markdown-page.ts";

test("reads front matter, and text by heading with the anchors of GitHub", async () => {
  const page = await parseMarkdownPage(`---
title: Salt
lang: de-AT
tags: [sea, mine]
category: food
---
# Heading
Lead.

## Über *Salz* & Öl?
One.

## Über Salz & Öl
Two.

Own {#own-id}
---
Three.
`);
  expect(page).toEqual({
    title: "Salt",
    language: "de",
    sections: [
      { level: 0, heading: "", anchor: "", text: "Lead." },
      { level: 2, heading: "Über Salz & Öl?", anchor: "über-salz--öl", text: "One." },
      { level: 2, heading: "Über Salz & Öl", anchor: "über-salz--öl-1", text: "Two." },
      { level: 2, heading: "Own", anchor: "own-id", text: "Three." },
    ],
    filters: { tag: ["sea", "mine"], category: ["food"] },
    meta: {},
    isMarked: false,
  });
});

test.each([
  ["---\ndraft: true\n---\ntext", "draft"],
  ["---\nsearch: false\n---\ntext", "noindex"],
  ["\n\n", "no text"],
])("leaves out %j", async (markdown, hidden) => {
  expect((await parseMarkdownPage(markdown)).hidden).toBe(hidden);
});

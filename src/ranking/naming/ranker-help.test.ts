import { expect, test } from "vitest";
import { rankerList, renderRankersPage } from "./ranker-help.ts";
import { parseRanker } from "./ranker-name.ts";

test("docs/rankers.md matches the declarations", async () => {
  // `vitest -u` rewrites the page after a declaration has changed.
  await expect(renderRankersPage()).toMatchFileSnapshot("../../../docs/rankers.md");
});

test("every preset on the page can be parsed", () => {
  const page = renderRankersPage();
  for (const section of page.split("\n## ").slice(1)) {
    const name = section.split("\n")[0] as string;
    for (const [, preset] of section.matchAll(/`preset=(\w+)`/g)) {
      expect(parseRanker(`${name}(preset=${preset})`).declaration.name).toBe(name);
    }
  }
});

test("the list names every ranker once", () => {
  const names = rankerList().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("bm25");
});

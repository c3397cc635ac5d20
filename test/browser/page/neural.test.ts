/** Why, for every kind of model with contributions: the shown parts add up to the model's score. */

import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findAccessibilityProblems,
  type PageServer,
  saveScreenshot,
  servePage,
} from "./page-server.ts";

const DOCUMENTS = [
  { id: "eggs", title: "Boiled eggs", text: "eggs boiled in salted water for ten minutes" },
  { id: "soup", title: "Egg soup", text: "soup with egg, spring onions and chicken broth" },
  { id: "bread", title: "Bread", text: "flour, water and salt, baked in a hot oven" },
  { id: "pasta", title: "Pasta", text: "noodles boiled in water, with eggs and cheese" },
];
const QUERY = "eggs boiled in water";

let served: PageServer;

beforeAll(async () => {
  served = await servePage("recipes", DOCUMENTS);
  const queries = [
    { text: QUERY, relevant: { eggs: 1, pasta: 0, bread: 0 } },
    { text: "soup with egg", relevant: { soup: 1, eggs: 0 } },
  ];
  await served.ask("indexes/recipes/judgements", { queries }, "PUT");
});

afterAll(() => served?.close());

/** Numbers of the last column of a table, and that of its footer. */
async function readSums(table: Locator): Promise<{ parts: number; total: number }> {
  const read = (text: string | null): number => Number((text ?? "").replace("−", "-"));
  const parts = await table.locator("tbody tr > :last-child").allTextContents();
  const total = await table.locator("tfoot tr > :last-child").textContent();
  return { parts: parts.reduce((sum, text) => sum + read(text), 0), total: read(total) };
}

const KINDS = ["knrm", "s-knrm", "conv-knrm", "s-conv-knrm", "pacrr", "s-pacrr", "drmm"];

test.each(KINDS)("%s", async (kind) => {
  await served.work("recipes", { kind: "train", model: kind, name: `${kind}-1`, epochs: 1 });
  const system = `ranker=bm25;rerank=${kind}-1`;
  const page = await served.open("why", { q: QUERY, id: "eggs", other: "pasta", system });
  const card = page.getByRole("region", { name: "Explanation of eggs" });
  await card.getByRole("heading", { name: `${kind} scores` }).waitFor();
  const words = await readSums(
    card.getByRole("group", { name: "Contributions of the query words" }),
  );
  expect(words.parts).toBeCloseTo(words.total, 3);
  const between = await readSums(page.getByRole("region", { name: /^Why “|same score/ }));
  expect(between.parts).toBeCloseTo(between.total, 3);
  if (kind.includes("knrm")) {
    const kernels = await readSums(card.getByRole("group", { name: "Kernels" }));
    expect(kernels.parts).toBeCloseTo(kernels.total, 2);
  }
  if (kind.includes("conv")) {
    await card.getByText("Best matches of n-grams").click();
    await card
      .getByRole("row", { name: /^2 × 2/ })
      .first()
      .waitFor();
  }
  if (kind.includes("pacrr")) {
    await card.getByText("Windows that each query word keeps").click();
    const row = card.getByRole("row", { name: /^1 × 1/ }).first();
    expect(await row.textContent()).toMatch(kind === "pacrr" ? /→ [+−]?0\.\d+/ : / × 0\.\d+ → /);
  }
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await saveScreenshot(page, `kind-${kind}`, { whole: true });
  await page.context().close();
});

test("no page reported an error", () => {
  expect(served.problems).toEqual([]);
});

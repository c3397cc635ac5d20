/** From judgements to an active gain and back, by hand on the page. */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  findAccessibilityProblems,
  type PageServer,
  saveScreenshot,
  servePage,
} from "./page-server.ts";
import { readWordnetPart, type WordnetPart } from "./wordnet-part.ts";

const QUERY = "a place where animals are kept";

let part: WordnetPart;
let served: PageServer;
let page: Page;
let folder: string;

beforeAll(async () => {
  part = await readWordnetPart();
  served = await servePage("wordnet", part.documents);
  folder = await mkdtemp(join(tmpdir(), "termwise-judged-"));
  await writeFile(join(folder, "qrels"), part.qrels);
  await writeFile(join(folder, "queries.tsv"), part.queries);
  page = await served.open("judge");
}, 300_000);

afterAll(async () => {
  await served?.close();
  await rm(folder, { recursive: true, force: true });
});

async function readActive(): Promise<unknown> {
  const { system } = (await served.ask("indexes/wordnet/search", { query: QUERY })) as {
    system: unknown;
  };
  return system;
}

test("results are judged by keyboard without revealing their ranking", async () => {
  expect(await page.getByRole("button", { name: "Learn term weights" }).isDisabled()).toBe(true);
  await page.getByLabel("Query to judge").fill(QUERY);
  await page.keyboard.press("Enter");
  const candidates = page.locator(".candidate");
  await expect.poll(() => candidates.count()).toBeGreaterThan(9);
  const candidateText = await page.locator(".candidates").textContent();
  expect(candidateText).not.toMatch(/bm25|\blm\b|score|rank/i);

  await candidates.first().focus();
  await page.keyboard.press("0"); // not relevant, and on to the next
  await page.keyboard.press("1");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("3");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Backspace"); // removes the last grade
  await page.getByText("2 of").waitFor();
  await page.getByText("1 judged query", { exact: true }).waitFor();
  const labels = await candidates.evaluateAll((all) => all.map((each) => each.ariaLabel));
  expect(labels[0]).toMatch(/, Not relevant$/);
  expect(labels[1]).toMatch(/, Related$/);
  expect(labels[3]).toMatch(/, not judged$/);
  await expect
    .poll(async () => {
      const { queries } = (await served.ask("indexes/wordnet/judgements")) as {
        queries: { text: string; relevant: Record<string, number> }[];
      };
      return queries.map(({ text, relevant }) => [text, Object.values(relevant).sort()]);
    })
    .toEqual([[QUERY, [0, 1]]]);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await saveScreenshot(page, "judge");
});

test("TREC judgements are imported and exported", async () => {
  await page.getByText("Import and export CSV and TREC files").click();
  await page.getByLabel("Judgements (qrels)").setInputFiles(join(folder, "qrels"));
  await page.getByLabel("Queries (id, tab, text)").setInputFiles(join(folder, "queries.tsv"));
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByText("161 judged queries", { exact: true }).waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export judgements" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  const lines = part.qrels.trim().split("\n");
  expect(text.split("\n")).toEqual(expect.arrayContaining(lines.slice(0, 20)));
  expect(text.trim().split("\n")).toHaveLength(lines.length + 2);
});

test("weights are learned, and a gain or null is shown with its interval", async () => {
  await page.getByRole("button", { name: "Learn term weights" }).click();
  await page.getByRole("progressbar").first().waitFor();
  const outcome = page.getByRole("region", { name: "What was learned" });
  await outcome.waitFor({ timeout: 160_000 });
  const outcomeText = await outcome.textContent();
  expect(outcomeText).toMatch(
    /learned-1: \+0\.\d{4} nDCG@10 on held-out queries|No gain from weights/,
  );
  expect(outcomeText).toMatch(/95 % interval of the gain/);
  await page.getByRole("button", { name: "Compare with the active ranking" }).click();
  const means = page.getByRole("region", { name: "nDCG@10" });
  await means.waitFor({ timeout: 120_000 });
  const rows = await means.getByRole("row").allTextContents();
  expect(rows).toHaveLength(3);
  expect(rows[2]).toMatch(/better|worse|no significant difference/);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole("region", { name: "2. Learn" }).evaluate((card) => card.scrollIntoView());
  await saveScreenshot(page, "learn");
});

test("what was learned is activated with one click, and rolled back with one", async () => {
  expect(await readActive()).toEqual({ ranker: "bm25" });
  const card = page.getByRole("region", { name: "3. Activate" });
  await card.getByRole("button", { name: "Activate weights learned-1" }).click();
  await card.getByText("active: weights learned-1").waitFor();
  expect(await readActive()).toMatchObject({ weights: "learned-1" });
  const query = { query: QUERY, limit: 1 };
  expect(await served.ask("indexes/wordnet/search", query)).toMatchObject({ isPruned: true });
  await card.getByRole("button", { name: "Roll back" }).click();
  await card.getByText("active: as made").waitFor();
  expect(await readActive()).toEqual({ ranker: "bm25" });
});

test("a re-ranker is trained with live curves, and activated", async () => {
  await page.getByLabel("Re-ranker").selectOption("knrm");
  await page.getByRole("button", { name: "Train the re-ranker" }).click();
  await page
    .getByRole("img", { name: /^loss by examples; now loss/ })
    .waitFor({ timeout: 160_000 });
  await page.getByRole("region", { name: "What was trained" }).waitFor({ timeout: 160_000 });
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Activate", exact: true }).click();
  await page.getByText("active: knrm-1").waitFor();
  expect(await readActive()).toMatchObject({ rerank: "knrm-1" });
});

test("no page reported an error, broke the policy, or contacted another server", () => {
  expect(served.problems).toEqual([]);
});

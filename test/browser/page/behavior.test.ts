/** Recorded searches on the page: a click is recorded, and the view shows what was searched for. */

import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems, type PageServer, servePage } from "./page-server.ts";

const TOPICS = ["lamp", "sofa", "desk", "chair", "shelf", "rug", "vase", "clock", "stool", "bench"];
const COLORS = ["red", "blue", "green", "black"];
const DOCUMENTS = TOPICS.flatMap((topic) =>
  COLORS.map((color) => ({
    id: `${topic}-${color}`,
    title: `${topic} ${color}`,
    text: `A ${color} ${topic} for the home.`,
  })),
);

let served: PageServer;

beforeAll(async () => {
  served = await servePage("shop", DOCUMENTS, { options: ["--behavior"] });
});
afterAll(() => served?.close());

interface Searched {
  readonly queryId: string;
  readonly hits: readonly { readonly id: string }[];
}

test("a hit that is opened is recorded as a click of its search", async () => {
  const page = await served.open("search", { q: "lamp red" });
  await page.locator("a.hit-title").first().click();
  await page.getByRole("heading", { name: /Why/ }).first().waitFor();
  await expect
    .poll(async () => await served.ask("indexes/shop/behavior"))
    .toMatchObject({ queries: 1, withClicks: 1, top: [{ query: "lamp red" }] });
});

test("the view shows top queries, queries without hits and without clicks, and days", async () => {
  for (const topic of TOPICS) {
    for (const color of COLORS) {
      const { queryId, hits } = (await served.ask("indexes/shop/search", {
        query: `${topic} ${color}`,
      })) as Searched;
      const event = {
        ...{ action_name: "click", query_id: queryId },
        event_attributes: { object: { object_id: hits[0]?.id } },
      };
      if (color !== "black") await served.ask("ubi/events", event);
    }
  }
  await served.ask("indexes/shop/search", { query: "umbrella" });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  const earlier = { query_id: "shop.1", user_query: "carpet", timestamp: yesterday };
  await served.ask("ubi/queries", { ...earlier, query_response_hit_ids: [] });

  const page = await served.open("behavior");
  await page.getByText("Recording", { exact: false }).first().waitFor();
  const without = page.getByRole("region", { name: "Without hits" });
  expect(await without.getByRole("link").allTextContents()).toEqual(["carpet", "umbrella"]);
  const unclicked = page.getByRole("region", { name: "Without clicks" });
  expect(await unclicked.getByRole("link").count()).toBe(TOPICS.length);
  await page.getByRole("img", { name: /^Searches by day; now searches 4\d/ }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test("one button learns from the clicks, and shows the gain or why there is none", async () => {
  const page = await served.open("behavior");
  await page.getByRole("button", { name: "Learn from these clicks" }).click();
  const outcome = page.getByRole("region", { name: "What was learned" });
  await outcome.waitFor({ timeout: 160_000 });
  expect(await outcome.textContent()).toMatch(
    /clicks-1: \+0\.\d{4} nDCG@10 on held-out queries|No gain from weights: /,
  );
  expect(await outcome.textContent()).toContain("95 % interval of the gain");
  await page.getByRole("button", { name: "Activate" }).click();
  await page.getByText("clicks-1 is active.").waitFor();
  const searched = await served.ask("indexes/shop/search", { query: "lamp red" });
  expect(searched).toMatchObject({ isPruned: true, system: { weights: "clicks-1" } });
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test("a table of two raters is imported with their agreement, and exported again", async () => {
  const page = await served.open("judge");
  await page.getByText("Import and export CSV and TREC files").click();
  const rows = ["ann", "bob"].flatMap((rater) =>
    [0, 1, 2, 3].map((i) => `lamp,lamp-${COLORS[i]},${i < 2 ? 1 : 0},${rater}`),
  );
  const buffer = Buffer.from(`query,document,grade,rater\n${rows.join("\n")}\n`);
  const file = { name: "judged.csv", mimeType: "text/csv", buffer };
  await page.getByLabel("Table (CSV").setInputFiles(file);
  await page.getByText("2 raters agree with Cohen's kappa 1.00 on 4 documents").waitFor();
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export as CSV" }).click();
  const text = await readFile(await (await saved).path(), "utf8");
  expect(text).toContain("query,query_text,document,grade\nlamp,lamp,lamp-red,1\n");
});

test("no page reported an error", () => {
  expect(served.problems).toEqual([]);
});

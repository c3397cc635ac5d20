/** Every view of the page, used like a person, over a part of WordNet. */

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  findAccessibilityProblems,
  measureOverflow,
  type PageServer,
  saveScreenshot,
  servePage,
} from "./page-server.ts";
import { readWordnetPart, type WordnetPart } from "./wordnet-part.ts";

const QUERY = "careful management of natural resources";

let part: WordnetPart;
let served: PageServer;
/** Ids of the hits for QUERY, best first. */
let hits: readonly string[];

beforeAll(async () => {
  part = await readWordnetPart();
  served = await servePage("wordnet", part.documents);
  const { qrels, queries } = part;
  await served.ask("indexes/wordnet/judgements/trec", { qrels, queries });
  await served.work("wordnet", { kind: "learn", name: "learned-1" });
  await served.work("wordnet", { kind: "train", model: "s-knrm", name: "s-knrm-1", epochs: 2 });
  const response = await served.ask("indexes/wordnet/search", { query: QUERY });
  hits = (response as { hits: { id: string }[] }).hits.map(({ id }) => id);
}, 600_000);

afterAll(() => served?.close());

test("Search finds as you type, marks matches, and leads to Why by keyboard", async () => {
  const page = await served.open("search");
  await page.getByText("3,200").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type(QUERY);
  const list = page.getByRole("list", { name: "Results" });
  await expect.poll(() => list.getByRole("listitem").count()).toBeGreaterThan(9);
  // Results arrive for every prefix of the query while it is typed: wait for the whole query.
  await expect.poll(() => list.locator("mark").allTextContents()).toContain("natural");
  await expect.poll(() => page.url()).toContain("q=careful+management");
  expect(await page.getByRole("status").first().textContent()).toMatch(
    /^\d+ results in [\d.]+ ms$/,
  );
  await saveScreenshot(page, "search");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Why is it there?" }).waitFor();
  expect(await page.getByLabel("Document", { exact: true }).inputValue()).toBe(hits[1]);
  await page.goBack();
  await expect.poll(() => page.getByLabel("Query").inputValue()).toBe(QUERY);
});

test("Search uses the selected ranking and shows more on demand", async () => {
  const page = await served.open("search", { q: QUERY });
  await page.getByText("Ranked by").click();
  await page.getByLabel("Ranker", { exact: true }).selectOption("lm");
  await expect.poll(() => page.url()).toContain("ranker%3Dlm");
  await page.getByRole("button", { name: "Show more" }).click();
  const items = page.getByRole("list", { name: "Results" }).getByRole("listitem");
  await expect.poll(() => items.count()).toBeGreaterThan(19);
});

test("Search reports that nothing was found", async () => {
  const page = await served.open("search", { q: "xyzzy" });
  await page.getByText("No document in wordnet matches this query.").waitFor();
});

test("Compare shows two or three rankings and the moved documents, with a live option", async () => {
  const page = await served.open("compare", { q: QUERY, a: "ranker=bm25", b: "weights=learned-1" });
  const first = page.getByRole("region", { name: "Ranking by bm25" });
  await expect.poll(() => first.getByRole("listitem").count()).toBe(10);
  const second = page.getByRole("region", { name: "Ranking by weights learned-1" });
  expect(await second.getByRole("listitem").count()).toBe(10);
  expect(await page.locator(".movement").count()).toBeGreaterThan(9);
  await page.getByRole("button", { name: "Add a third ranking" }).click();
  await page.getByRole("region", { name: "Ranking by lm" }).waitFor();
  await page.locator(".columns").evaluate((columns) => columns.scrollIntoView());
  await saveScreenshot(page, "compare");
  const third = page.getByRole("group", { name: "Ranking C" });
  await third.getByLabel("Ranker", { exact: true }).selectOption("bm25");
  await third.getByLabel("Re-rank with").selectOption("s-knrm-1");
  await page.getByRole("region", { name: "Ranking by s-knrm-1 on bm25" }).waitFor();
  // The length normalisation of the first ranking, moved to its end by keyboard.
  await page
    .getByRole("group", { name: "Ranking A" })
    .getByLabel(/length normalisation/)
    .press("End");
  await page.getByRole("region", { name: "Ranking by bm25(b=1)" }).waitFor();
});

test("Compare measures a judged query, and all of them with significance", async () => {
  const page = await served.open("compare", {
    q: part.someQuery,
    a: "ranker=bm25",
    b: "ranker=lm",
  });
  const table = page.getByRole("region", { name: "Measures for this query" });
  await table.waitFor();
  expect(await table.getByRole("columnheader").allTextContents()).toContain("nDCG@10");
  await page.getByRole("button", { name: "Evaluate these rankings" }).click();
  const means = page.getByRole("region", { name: "nDCG@10" });
  await means.waitFor();
  expect(await means.getByRole("row").count()).toBe(3);
  expect(await page.getByText(/160 judged queries; differences from bm25/).count()).toBe(1);
});

describe("Why", () => {
  test("shows the sum behind a score, word by word", async () => {
    const page = await served.open("why", { q: QUERY, id: String(hits[0]), system: "ranker=bm25" });
    const card = page.getByRole("region", { name: `Explanation of ${hits[0]}` });
    const rows = card.locator("tbody tr");
    await rows.first().waitFor();
    const parts = await rows.locator("td.number").allTextContents();
    const total = await card.locator("tfoot td.total").textContent();
    const sum = parts.reduce((before, text) => before + Number(text), 0);
    expect(sum).toBeCloseTo(Number(total), 3);
  });

  test("explains why one document is above another, contribution by contribution", async () => {
    const [id, other] = [String(hits[0]), String(hits[1])];
    const page = await served.open("why", { q: QUERY, id, other, system: "ranker=bm25" });
    await page.getByRole("heading", { name: /^Why “.+” is above “.+”$/ }).waitFor();
    const card = page.getByRole("region", { name: /^Why “/ });
    const differences = await card.locator("tbody td:last-child").allTextContents();
    const sum = differences.reduce((before, text) => before + Number(text.replace("−", "-")), 0);
    const total = await card.locator("tfoot td.total").last().textContent();
    expect(sum).toBeCloseTo(Number(total?.replace("−", "-")), 3);
    await saveScreenshot(page, "why");
  });

  test("explains why a document is missing", async () => {
    const missed = part.documents.find(({ title }) => title === "water");
    const id = String(missed?.id ?? part.documents[5]?.id);
    const page = await served.open("why", { q: "xyzzy", id });
    await page.getByText(/no document of the index has a word of the query/i).waitFor();
  });

  test("shows a neural score: match matrix, salience, kernels that add up", async () => {
    const system = "ranker=bm25;rerank=s-knrm-1";
    const page = await served.open("why", { q: QUERY, id: String(hits[0]), system });
    await page.getByRole("heading", { name: /^s-knrm scores/ }).waitFor();
    expect(await page.getByRole("img", { name: /^Cosines of the query words/ }).count()).toBe(1);
    const kernels = page.getByRole("group", { name: "Kernels" });
    const parts = await kernels.locator("tbody td:last-child").allTextContents();
    const sum = parts.reduce((before, text) => before + Number(text.replace("−", "-")), 0);
    const total = await kernels.locator("tfoot td").textContent();
    expect(parts).toHaveLength(11);
    expect(sum).toBeCloseTo(Number(total?.replace("−", "-")), 2);
    await page
      .getByRole("region", { name: /^Explanation/ })
      .evaluate((card) => card.scrollIntoView());
    await saveScreenshot(page, "neural");
  });

  test("reports an unknown document", async () => {
    const page = await served.open("why", { q: QUERY, id: "nowhere" });
    const text = await page.getByRole("alert").textContent();
    expect(text).toContain("“nowhere”".replace(/[“”]/g, '"'));
  });
});

test("Words looks up a word and shows charts and learned weights", async () => {
  const page = await served.open("words");
  await page.getByLabel("Look up a word").fill("water");
  const card = page.getByRole("region", { name: "The word water" });
  await card.getByText("Learned, in queries").waitFor();
  await card.getByText("Salience", { exact: true }).waitFor();
  expect(await card.getByRole("button").count()).toBe(10); // neighbours
  const pictures = page.getByRole("region", { name: "Distributions" });
  await expect.poll(() => pictures.getByRole("img").count()).toBe(5);
  await saveScreenshot(page, "words");
  await page.getByLabel("Sort by").selectOption("weight");
  const weights = page.locator("tbody tr td:nth-child(4)");
  await expect
    .poll(async () => {
      const values = (await weights.allTextContents()).map(Number);
      return (
        values.length > 9 && values.every((value, i) => i === 0 || value <= Number(values[i - 1]))
      );
    })
    .toBe(true);
});

test("Evaluate measures rankings, draws every query, and leads to those that changed most", async () => {
  const page = await served.open("evaluate");
  await page.getByText("160 judged queries", { exact: true }).waitFor();
  await page
    .getByRole("group", { name: "Against 1" })
    .getByLabel("Ranker", { exact: true })
    .selectOption("tfidf");
  await page.getByRole("button", { name: "Evaluate", exact: true }).click();
  const queries = page.getByRole("region", { name: "Query by query" });
  await queries.waitFor({ timeout: 120_000 });
  const bars = queries.getByRole("img");
  await expect
    .poll(() => bars.getAttribute("aria-label"))
    .toMatch(/queries gain and \d+ lose by tfidf/);
  expect(await bars.locator("rect").count()).toBe(160);
  await queries.evaluate((section) => section.scrollIntoView());
  await saveScreenshot(page, "evaluate");
  await queries.getByRole("region", { name: "Most lost" }).getByRole("link").first().click();
  await page.getByRole("region", { name: "Ranking by tfidf" }).waitFor();
  await page.goBack();
  await queries
    .getByRole("link", { name: /^Why, for/ })
    .first()
    .click();
  const choices = page.getByRole("region", { name: "Which document?" });
  await choices.getByRole("button").first().click();
  await page.getByRole("region", { name: /^Explanation of/ }).waitFor();
});

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const views: readonly (readonly [string, () => Record<string, string>])[] = [
    ["search", () => ({})],
    ["search", () => ({ q: QUERY })],
    ["compare", () => ({ q: QUERY, a: "ranker=bm25", b: "ranker=bm25;rerank=s-knrm-1", n: "3" })],
    ["why", () => ({ q: QUERY, id: String(hits[0]), other: String(hits[1]) })],
    ["why", () => ({ q: QUERY, id: String(hits[0]), system: "ranker=bm25;rerank=s-knrm-1" })],
    ["words", () => ({ word: "water" })],
    ["judge", () => ({ q: QUERY })],
    ["evaluate", () => ({})],
  ];

  test.each(views)(
    "%s breaks no rule of axe-core, wide and 360 px narrow",
    async (view, params) => {
      for (const width of [1160, 360]) {
        const page = await served.open(view, params(), { theme, width });
        await page.waitForLoadState("networkidle");
        expect(await findAccessibilityProblems(page)).toEqual([]);
        expect(await measureOverflow(page)).toBe(0);
        if (theme === "dark" && width === 360) await saveScreenshot(page, `narrow-${view}`);
        await page.context().close();
      }
    },
  );
});

test("Evaluate keeps a ranking, which is compared with that of today and deleted", async () => {
  const page = await served.open("evaluate");
  await page.getByText("160 judged queries", { exact: true }).waitFor();
  const card = page.getByRole("region", { name: "Snapshots" });
  await card.getByLabel("Name", { exact: true }).fill("monday");
  await card.getByRole("button", { name: "Keep this ranking" }).click();
  await card.getByText("monday", { exact: true }).waitFor({ timeout: 120_000 });
  await page
    .getByRole("group", { name: "Baseline" })
    .getByLabel("Ranker", { exact: true })
    .selectOption("snapshot monday");
  await page
    .getByRole("group", { name: "Against 1" })
    .getByLabel("Ranker", { exact: true })
    .selectOption("active");
  await page.getByRole("button", { name: "Evaluate", exact: true }).click();
  await page.getByText(/^Snapshot monday of/).waitFor({ timeout: 120_000 });
  const table = page.getByRole("region", { name: "nDCG@10", exact: true }).last();
  await expect
    .poll(() => table.textContent())
    .toMatch(/snapshot monday.*active.*\+?0\.0000.*no significant difference/);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await card.getByRole("button", { name: "Delete the snapshot monday" }).click();
  await expect.poll(() => card.getByText("monday", { exact: true }).count()).toBe(0);
});

test("the theme can be changed and is stored", async () => {
  const page = await served.open("search");
  await page.getByRole("button", { name: "Use the dark theme" }).click();
  await page.reload();
  await page.getByRole("button", { name: "Use the light theme" }).waitFor();
  expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
});

test("no page reported an error, broke the policy, or contacted another server", () => {
  expect(served.problems).toEqual([]);
});

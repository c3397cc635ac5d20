/** Searching documents with fields on the page: facets, fields, order, prefix search and typos. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems, type PageServer, servePage } from "./page-server.ts";

const DOCUMENTS = [
  { id: "1", title: "Boiled eggs", body: "eggs, water, salt", category: "breakfast", price: 3 },
  { id: "2", title: "Egg soup", body: "soup with egg and chives", category: "soups", price: 5 },
  { id: "3", title: "Pancakes", body: "flour, milk and one egg", category: "breakfast", price: 4 },
  { id: "4", title: "Tomato soup", body: "tomatoes, basil", category: "soups", price: 6 },
];

let served: PageServer;

beforeAll(async () => {
  const fields = { title: { weight: 3 }, body: {}, category: "keyword", price: "number" } as const;
  served = await servePage("shop", DOCUMENTS, { fields });
});

afterAll(() => served?.close());

test("facets count the values of all hits and filter by the selected ones", async () => {
  const page = await served.open("search", { q: "egg" });
  const facets = page.getByRole("complementary", { name: "Facets" });
  await facets.getByRole("button", { name: "breakfast 2" }).waitFor();
  await facets.getByRole("button", { name: "soups 1" }).click();
  const titles = page.locator("a.hit-title");
  await expect.poll(() => titles.allTextContents()).toEqual(["Egg soup"]);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await facets.getByRole("button", { name: "soups 1" }).click();
  await expect.poll(() => titles.count()).toBe(3);
});

test("hits can be sorted by a field and searched in one", async () => {
  const page = await served.open("search", { q: "egg" });
  const titles = page.locator("a.hit-title");
  await page.getByLabel("Sort by").selectOption("-price");
  await expect
    .poll(() => titles.allTextContents())
    .toEqual(["Egg soup", "Pancakes", "Boiled eggs"]);
  await page.getByRole("button", { name: "title", exact: true }).click();
  await expect.poll(() => titles.allTextContents()).toEqual(["Egg soup", "Boiled eggs"]);
});

test("a prefix matches, a typo matches on request, and a correction is suggested", async () => {
  const page = await served.open("search", { q: "tomat" });
  const titles = page.locator("a.hit-title");
  await expect.poll(() => titles.allTextContents()).toEqual(["Tomato soup"]);
  await page.getByLabel("Query").fill("pankakes");
  await page.getByText("Did you mean").waitFor();
  await page.getByLabel("Typo tolerance").check();
  await expect.poll(() => titles.allTextContents()).toEqual(["Pancakes"]);
});

test("titles show their matches, and fields of text are not repeated as labels", async () => {
  const page = await served.open("search", { q: "egg soup" });
  const first = page.locator(".hit").first();
  await expect
    .poll(() => first.locator("a.hit-title mark").allTextContents())
    .toEqual(["Egg", "soup"]);
  expect(await first.locator("a.hit-title").textContent()).toBe("Egg soup");
  expect(await first.locator(".pill").allTextContents()).toEqual(["category: soups", "price: 5"]);
});

test("at 390 pixels no hit is cut and the first one is in sight above closed facets", async () => {
  const page = await served.open("search", { q: "egg" }, { width: 390 });
  const hit = page.locator(".hit").first();
  await hit.waitFor();
  const box = await hit.boundingBox();
  expect((box?.y ?? Number.POSITIVE_INFINITY) + 40).toBeLessThan(page.viewportSize()?.height ?? 0);
  const cut = await page.evaluate(
    `[...document.querySelectorAll(".hit, .hit-body")].filter((each) => each.scrollWidth > each.clientWidth + 1).length`,
  );
  expect(cut).toBe(0);
  const facets = page.getByRole("complementary", { name: "Facets" });
  expect(await facets.getByRole("button").count()).toBe(0);
  await facets.getByText("Filter by category").click();
  await facets.getByRole("button", { name: "breakfast 2" }).waitFor();
});

test("an empty result offers to remove filters, to tolerate typos and to search for single words", async () => {
  const page = await served.open("search", { q: "pankakes xyzzy" });
  await page.getByRole("button", { name: "Search for xyzzy" }).waitFor();
  await page.getByRole("button", { name: "Tolerate typos" }).click();
  await expect.poll(() => page.locator("a.hit-title").allTextContents()).toEqual(["Pancakes"]);
  const facets = page.getByRole("complementary", { name: "Facets" });
  await facets.getByRole("button", { name: "breakfast 1" }).click();
  await page.getByLabel("Query").fill("tomato basil");
  await page.getByRole("button", { name: "Remove the filters" }).click();
  await expect.poll(() => page.locator("a.hit-title").allTextContents()).toEqual(["Tomato soup"]);
});

test("after Enter the first document to judge has the focus, and digits grade instead of changing the query", async () => {
  const page = await served.open("judge");
  const query = page.getByLabel("Query to judge");
  await query.fill("egg");
  await query.press("Enter");
  await expect
    .poll(() => page.evaluate("document.activeElement?.className"))
    .toContain("candidate");
  await page.keyboard.press("2");
  await page.getByText("1 of ").waitFor();
  expect(await query.inputValue()).toBe("egg");
  await page.getByRole("button", { name: "Pool results" }).click();
  await expect
    .poll(() => page.evaluate("document.querySelector('.candidate') === document.activeElement"))
    .toBe(true);
});

test("Why explains a score field by field", async () => {
  const page = await served.open("why", { q: "egg", id: "2" });
  const card = page.getByRole("region", { name: "Explanation of 2" });
  await card.locator("tfoot").first().waitFor();
  const cardText = await card.textContent();
  expect(cardText).toContain("title");
  expect(cardText).toContain("body");
});

test("no page reported an error", () => {
  expect(served.problems).toEqual([]);
});

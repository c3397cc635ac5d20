/** Searching documents with fields on the page: facets, fields, order, half-typed and mistyped words. */

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

test("facets count the values of all hits, and keep those that are chosen", async () => {
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

test("hits can be ordered by a field, and searched in one", async () => {
  const page = await served.open("search", { q: "egg" });
  const titles = page.locator("a.hit-title");
  await page.getByLabel("Sort by").selectOption("-price");
  await expect
    .poll(() => titles.allTextContents())
    .toEqual(["Egg soup", "Pancakes", "Boiled eggs"]);
  await page.getByRole("button", { name: "title", exact: true }).click();
  await expect.poll(() => titles.allTextContents()).toEqual(["Egg soup", "Boiled eggs"]);
});

test("a half-typed word finds, a mistyped one does when asked, and another spelling is offered", async () => {
  const page = await served.open("search", { q: "tomat" });
  const titles = page.locator("a.hit-title");
  await expect.poll(() => titles.allTextContents()).toEqual(["Tomato soup"]);
  await page.getByLabel("Query").fill("pankakes");
  await page.getByText("Did you mean").waitFor();
  await page.getByLabel("Typo tolerance").check();
  await expect.poll(() => titles.allTextContents()).toEqual(["Pancakes"]);
});

test("Why tells a score field by field", async () => {
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

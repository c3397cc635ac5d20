/**
 * A page of Algolia's InstantSearch, as its documentation writes one, in Chromium against
 * this server: search box, refinement list, range slider, order, pages and highlights.
 */

import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Listening, listen } from "../../apps/server/listen.ts";
import { createIndex } from "../../src/search/index.ts";
import { openSmallServer, type SmallServer } from "../server/small-server.ts";
import { type OpenPage, openPage } from "./page.ts";

const PACKAGES = join(import.meta.dirname, "../../node_modules");
const BRANDS = ["Acme", "Lumen", "Asa"];
/** Lamps 1 to 30 with prices 1 to 30, and a kettle. */
const PRODUCTS = [
  ...Array.from({ length: 30 }, (_, i) => ({
    id: `lamp-${i + 1}`,
    title: `Desk lamp ${i + 1}`,
    brand: BRANDS[i % 3] as string,
    price: i + 1,
  })),
  { id: "kettle", title: "Steel kettle", brand: "Acme", price: 50 },
];

let opened: OpenPage;
let page: Page;
let server: SmallServer;
let listening: Listening;

beforeAll(async () => {
  opened = await openPage({ isolated: false });
  ({ page } = opened);
  server = await openSmallServer({ origins: [new URL(page.url()).origin] });
  const index = await createIndex(join(server.folder, "shop"), {
    fields: { title: {}, brand: "keyword", price: "number" },
  });
  await index.add(PRODUCTS);
  await index.close();
  listening = await listen(server.app, { port: 0, host: "127.0.0.1" });
  await page.setContent(
    ["search", "brands", "price", "order", "hits", "pages", "stats"]
      .map((id) => `<div id="${id}"></div>`)
      .join(""),
  );
  for (const file of [
    "algoliasearch/dist/lite/builds/browser.umd.js",
    "instantsearch.js/dist/instantsearch.production.min.js",
  ]) {
    await page.addScriptTag({ path: join(PACKAGES, file) });
  }
  await page.evaluate(`
    const client = window["algoliasearch/lite"].liteClient("app", "key", {
      hosts: [{ url: "127.0.0.1", accept: "readWrite", protocol: "http", port: ${listening.port} }],
      timeouts: { connect: 60_000, read: 60_000, write: 60_000 },
    });
    const search = instantsearch({ indexName: "shop", searchClient: client });
    const { searchBox, refinementList, rangeSlider, sortBy, hits, pagination, stats } =
      instantsearch.widgets;
    search.addWidgets([
      instantsearch.widgets.configure({ hitsPerPage: 5 }),
      searchBox({ container: "#search" }),
      refinementList({ container: "#brands", attribute: "brand" }),
      rangeSlider({ container: "#price", attribute: "price" }),
      sortBy({
        container: "#order",
        items: [
          { label: "Relevance", value: "shop" },
          { label: "Dearest", value: "shop:price:desc" },
        ],
      }),
      hits({
        container: "#hits",
        templates: {
          item: (hit, { html, components }) =>
            html\`<b>\${components.Highlight({ hit, attribute: "title" })}</b> \${hit.price}\`,
        },
      }),
      pagination({ container: "#pages" }),
      stats({ container: "#stats" }),
    ]);
    search.start();
  `);
});

afterAll(async () => {
  await opened?.close();
  await listening?.close();
  await server?.close();
});

const readHits = (): Promise<string[]> => page.locator("#hits li").allTextContents();
const waitForTotal = (total: number) =>
  expect
    .poll(() => page.locator("#stats").textContent(), { timeout: 60_000 })
    .toMatch(new RegExp(`^${total} results?`));

test("InstantSearch searches, highlights, refines, sorts and turns pages", async () => {
  await waitForTotal(31);
  expect(await readHits()).toHaveLength(5);

  await page.locator("#search input").fill("lam");
  await waitForTotal(30);
  expect(await page.locator("#hits mark").first().textContent()).toMatch(/^lam/);

  await page.locator("#brands label", { hasText: "Lumen" }).click();
  await waitForTotal(10);
  const counts = await page.locator("#brands li").allTextContents();
  expect(counts.map((text) => text.replaceAll(/\s+/g, "")).sort()).toEqual([
    ...["Acme10", "Asa10", "Lumen10"],
  ]);

  await page.locator("#order select").selectOption({ label: "Dearest" });
  await expect.poll(readHits).toEqual([29, 26, 23, 20, 17].map((n) => `Desk lamp ${n} ${n}`));

  await page.locator("#pages a", { hasText: "2" }).first().click();
  await expect.poll(readHits).toEqual([14, 11, 8, 5, 2].map((n) => `Desk lamp ${n} ${n}`));
});

test("the range slider has the ends of the prices, and filters by them", async () => {
  const handles = page.locator("#price [role=slider]");
  await expect.poll(() => handles.nth(0).getAttribute("aria-valuemin")).toBe("2");
  expect(await handles.nth(1).getAttribute("aria-valuemax")).toBe("29");
  await handles.nth(1).focus();
  for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowLeft");
  await expect
    .poll(async () => Number((await page.locator("#stats").textContent())?.split(" ")[0]))
    .toBeLessThan(10);
  const prices = (await readHits()).map((text) => Number(text.split(" ").at(-1)));
  const max = Number(await handles.nth(1).getAttribute("aria-valuenow"));
  expect(Math.max(...prices)).toBeLessThanOrEqual(max);
  expect(max).toBeLessThan(29);
});

/**
 * Every view at 1280 and 390 pixels, light and dark: nothing overflows the window, and the pictures
 * with a page to leaf through them are in .build/pictures/views/index.html.
 */

import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { measureOverflow, type PageServer, servePage } from "./page-server.ts";
import { readWordnetPart } from "./wordnet-part.ts";

const FOLDER = join(import.meta.dirname, "../../../.build/pictures/views");
const QUERY = "a boundary between two countries";

interface PicturedView {
  readonly name: string;
  readonly view: string;
  readonly params?: Readonly<Record<string, string>>;
  /** Waits until the view is complete. */
  readonly wait: (page: Page) => Promise<unknown>;
}

/** The differences of two scores, and the queries with the largest gains and losses. */
const SEEN_WHOLE =
  '.scroll:has(.differences), [aria-label="Most gained"], [aria-label="Most lost"]';

let best = "";
let second = "";
const VIEWS: readonly PicturedView[] = [
  { name: "welcome", view: "search", wait: (page) => page.locator(".tiles").first().waitFor() },
  {
    ...{ name: "search", view: "search", params: { q: QUERY } },
    wait: (page) => page.locator(".hit").first().waitFor(),
  },
  {
    ...{ name: "empty-result", view: "search", params: { q: "xyzzyq" } },
    wait: (page) => page.getByText("0 results").waitFor(),
  },
  {
    ...{ name: "compare", view: "compare" },
    params: { q: QUERY, a: "ranker=bm25", b: "ranker=lm" },
    wait: (page) => page.locator(".ranked").first().waitFor(),
  },
  {
    ...{ name: "why", view: "why", params: { q: QUERY } },
    wait: (page) => page.locator("table").first().waitFor(),
  },
  {
    ...{ name: "words", view: "words", params: { word: "boundary" } },
    wait: (page) => page.locator(".word-card").first().waitFor(),
  },
  {
    ...{ name: "judge", view: "judge", params: { q: QUERY } },
    wait: (page) => page.locator(".candidate").first().waitFor(),
  },
  {
    ...{ name: "evaluate", view: "evaluate" },
    wait: (page) => page.getByRole("heading", { level: 1 }).waitFor(),
  },
  {
    ...{ name: "behavior", view: "behavior" },
    wait: (page) => page.locator("main section").first().waitFor(),
  },
  {
    name: "settings",
    view: "settings",
    wait: (page) => page.locator("textarea").first().waitFor(),
  },
];
const APPEARANCES = [1280, 390].flatMap((width) =>
  (["light", "dark"] as const).map((theme) => ({ width, theme })),
);

let served: PageServer;

beforeAll(async () => {
  const part = await readWordnetPart();
  served = await servePage("wordnet", part.documents, { options: ["--behavior"] });
  const input = { qrels: part.qrels, queries: part.queries };
  await served.ask("indexes/wordnet/judgements/trec", input);
  const systems = [
    { name: "bm25", ranker: "bm25" },
    { name: "lm", ranker: "lm" },
  ];
  await served.work("wordnet", { kind: "evaluate", systems });
  await recordSearches(part.queries);
  const found = (await served.ask("indexes/wordnet/search", { query: QUERY })) as {
    readonly hits: readonly { readonly id: string }[];
  };
  [best, second] = found.hits.map(({ id }) => id) as [string, string];
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
}, 300_000);

afterAll(async () => {
  await writeFile(join(FOLDER, "index.html"), createIndexPage());
  await served?.close();
});

/** A week of searches, some with clicks. */
async function recordSearches(table: string): Promise<void> {
  const texts = table.split("\n").flatMap((line) => line.split("\t")[1] ?? []);
  const queries = [];
  for (let i = 0; i < 120; i++) {
    const user_query = (i % 9 === 0 ? "no such thing" : texts[(i * i) % 17]) as string;
    const timestamp = new Date(Date.now() - (i % 7) * 86_400_000 - i * 60_000).toISOString();
    const query_response_hit_ids = i % 9 === 0 ? [] : ["a", "b"];
    queries.push({ query_id: `wordnet.${i}`, user_query, timestamp, query_response_hit_ids });
  }
  await served.ask("ubi/queries", queries);
  const events = queries
    .filter((_, i) => i % 3 === 1)
    .map(({ query_id }) => ({
      ...{ action_name: "click", query_id },
      event_attributes: { object: { object_id: "a" } },
    }));
  await served.ask("ubi/events", events);
}

describe.each(VIEWS)("$name", ({ name, view, params = {}, wait }) => {
  test.each(APPEARANCES)("fits $width pixels, $theme", async ({ width, theme }) => {
    const ids = view === "why" ? { id: best, other: second } : {};
    const page = await served.open(view, { ...params, ...ids }, { width, theme });
    await wait(page);
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(FOLDER, `${name}-${width}-${theme}.png`), fullPage: true });
    expect(await measureOverflow(page)).toBe(0);
    expect(await findOverflowing(page)).toEqual([]);
    expect(await findScrolled(page, SEEN_WHOLE)).toEqual([]);
    await page.context().close();
  });
});

test("the pictures are listed on one page", async () => {
  await writeFile(join(FOLDER, "index.html"), createIndexPage());
  const html = await readFile(join(FOLDER, "index.html"), "utf8");
  expect(html.match(/<img /g)).toHaveLength(VIEWS.length * APPEARANCES.length);
  expect(served.problems).toEqual([]);
});

/** Elements whose content is wider than they are, and which do not scroll. */
function findOverflowing(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll("main *")]
    .filter((each) => each instanceof HTMLElement && each.clientWidth > 0)
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .filter((each) => getComputedStyle(each).overflowX === "visible" && getComputedStyle(each).display !== "inline")
    .map((each) => each.tagName + "." + each.className + " " + each.scrollWidth + " > " + each.clientWidth)`);
}

/** Of the tables that a selector names, those that are seen only in part without scrolling. */
function findScrolled(page: Page, selector: string): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll(${JSON.stringify(selector)})]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.ariaLabel + " " + each.scrollWidth + " > " + each.clientWidth)`);
}

function createIndexPage(): string {
  const rows = VIEWS.map(({ name }) => {
    const pictures = APPEARANCES.map(({ width, theme }) => {
      const title = `${name}, ${width} px, ${theme}`;
      const file = `${name}-${width}-${theme}.png`;
      return `<figure><a href="${file}"><img src="${file}" alt="${title}" loading="lazy" style="width:${width === 390 ? 195 : 480}px"></a><figcaption>${title}</figcaption></figure>`;
    });
    return `<h2 id="${name}">${name}</h2><div>${pictures.join("")}</div>`;
  });
  const links = VIEWS.map(({ name }) => `<a href="#${name}">${name}</a>`).join(" ");
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Views of the page</title>
<style>body { font: 15px system-ui; margin: 1rem } div { display: flex; gap: 1rem; align-items: start; overflow-x: auto } figure { margin: 0 } img { border: 1px solid #999; display: block }</style>
<h1>Views of the page</h1><p>${links}</p>${rows.join("\n")}</html>
`;
}

/**
 * `<termwise-search>` used like a person, in a site with a strict policy below a path of its
 * server.
 */

import { mkdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findAccessibilityProblems } from "../page/page-server.ts";
import { type SiteServer, serveSite } from "./site-server.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SCREENSHOTS = join(ROOT, ".build/pictures");

/** A page of the site; `lead` is the relative path to the root. */
function renderPage(
  title: string,
  body: string,
  { lang = "en", lead = "", attributes = "" } = {},
): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title} | Kitchen</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="${lead}site.css">
<script type="module" src="${lead}termwise/termwise-search.js"></script></head><body>
<header><termwise-search ${attributes}></termwise-search></header>
<main><h1>${title}</h1>${body}</main></body></html>`;
}

const PAGES = {
  "site.css": "@media (prefers-color-scheme: dark) { html { background: #111; color: #eee } }",
  "index.html": renderPage("Kitchen", "<p>Welcome. <input aria-label='other' id='other'></p>"),
  "salt.html": renderPage(
    "Salt",
    `<p data-termwise-filter="kind:mineral">Dug from mines.</p>
     <h2 id="sea">From the sea</h2><p>Evaporated slowly in shallow pans, then raked by hand in summer.</p>
     <h2 id="rock">Rock salt</h2><p>Ground into crystals.</p>`,
  ),
  "guide/pepper.html": renderPage(
    "Pepper",
    `<p data-termwise-filter="kind:spice">Goes with salt. &lt;img src=x onerror=alert(1)&gt;</p>`,
    { lead: "../" },
  ),
  "inline.html": renderPage(
    "Herbs",
    "<p data-termwise-filter='kind:spice'>Basil and thyme, with salt.</p>",
    {
      attributes: "inline",
    },
  ),
  "de/salz.html": renderPage("Salz", "<p>Aus den Bergwerken gebrochen.</p>", {
    lang: "de",
    lead: "../",
  }),
};

let site: SiteServer;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  site = await serveSite(PAGES, { under: "/docs" });
});

afterAll(() => site?.close());

/** The text of each option, in order. */
function listOptions(open: Page): Promise<string[]> {
  return open.getByRole("option").allInnerTexts();
}

function readSelected(open: Page): Promise<string | null> {
  return open.locator("[aria-selected='true']").textContent();
}

describe("the dialog", () => {
  test("opens with /, finds sections, and follows a link to a heading with the keyboard", async () => {
    const open = await site.open("index.html");
    await open.getByRole("button", { name: "Search" }).waitFor();
    await open.keyboard.press("/");
    const field = open.getByRole("combobox", { name: "Search" });
    await field.waitFor();
    await open.keyboard.type("raked sea sal", { delay: 10 });
    await open.getByRole("option", { name: "From the sea" }).waitFor();
    expect(await readSelected(open)).toContain("Salt");
    await open.screenshot({ path: join(SCREENSHOTS, "site-dialog.png") });
    await open.keyboard.press("ArrowDown");
    expect(await readSelected(open)).toContain("From the sea");
    const active = await field.getAttribute("aria-activedescendant");
    expect(await open.locator(`#${active}`).getAttribute("aria-selected")).toBe("true");
    await open.keyboard.press("Enter");
    await open.waitForURL("**/docs/salt.html#sea");
  });

  test("closes with Escape, opens with Ctrl-K, and leaves / to fields of the page", async () => {
    const open = await site.open("index.html");
    await open.getByRole("button", { name: "Search" }).waitFor();
    await open.locator("#other").focus();
    await open.keyboard.type("a/b");
    expect(await open.locator("#other").inputValue()).toBe("a/b");
    await open.keyboard.press("Control+k");
    await open.getByRole("dialog").waitFor();
    await open.keyboard.press("Escape");
    await open.getByRole("dialog").waitFor({ state: "hidden" });
    await open.getByRole("button", { name: "Search" }).click();
    await open.getByRole("dialog").waitFor();
  });

  test("has a button that closes it on narrow screens, and shows the path of each page", async () => {
    const open = await site.open("index.html", { viewport: { width: 390, height: 700 } });
    await open.getByRole("button", { name: "Search" }).click();
    await open.getByRole("combobox").fill("salt");
    await open.getByRole("option").first().waitFor();
    expect(await open.locator("a.result .path").first().textContent()).toMatch(
      /^\/docs\/.*\.html$/,
    );
    await open.getByRole("button", { name: "Close" }).click();
    await open.getByRole("dialog").waitFor({ state: "hidden" });
  });

  test("shows text of pages as text, with marked matches", async () => {
    const open = await site.open("index.html");
    await open.getByRole("button", { name: "Search" }).click();
    await open.keyboard.type("onerror");
    await open.getByRole("option", { name: "Pepper" }).waitFor();
    expect((await listOptions(open)).join()).toContain("<img src=x onerror=alert(1)>");
    expect(await open.locator("termwise-search img").count()).toBe(0);
    expect(await open.locator("termwise-search mark").allInnerTexts()).toContain("onerror");
  });

  test("tolerates typos and reports an empty result", async () => {
    const open = await site.open("index.html");
    await open.getByRole("button", { name: "Search" }).click();
    await open.keyboard.type("peper");
    await open.getByRole("option", { name: "Pepper" }).waitFor();
    await open.getByRole("combobox").fill("qqqqqq");
    await open.getByText("Nothing found for “qqqqqq”").waitFor();
    expect(await open.getByRole("combobox").getAttribute("aria-expanded")).toBe("false");
  });

  test("filters", async () => {
    const open = await site.open("index.html");
    await open.getByRole("button", { name: "Search" }).click();
    await open.keyboard.type("salt");
    await open.getByText("Results: 3").waitFor();
    await open.getByRole("button", { name: "spice 2" }).click();
    await open.getByText("Results: 2").waitFor();
    expect((await listOptions(open)).join()).not.toContain("mines");
    expect(await open.getByRole("button", { name: "spice 2" }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    await open.screenshot({ path: join(SCREENSHOTS, "site-filters.png") });
    await open.getByRole("button", { name: "spice 2" }).click();
    await open.getByText("Results: 3").waitFor();
  });

  test("shows only the results of the last key", async () => {
    const open = await site.open("index.html");
    await open.getByRole("button", { name: "Search" }).click();
    await open.keyboard.type("salt pepper thyme basil");
    await open.getByRole("combobox").fill("thyme");
    await open.getByText("Results: 1").waitFor();
    expect((await listOptions(open)).length).toBe(1);
  });
});

test("uses the language of the page and searches with its stemmer", async () => {
  const open = await site.open("de/salz.html");
  await open.getByRole("button", { name: "Suche" }).click();
  await open.keyboard.type("Bergwerk");
  await open.getByText("Ergebnisse: 1").waitFor();
  await open.getByRole("option", { name: "Salz" }).click();
  await open.waitForURL("**/docs/de/salz.html");
});

test("inline, results are below the field and close with the focus", async () => {
  const open = await site.open("inline.html");
  const field = open.getByRole("combobox", { name: "Search" });
  await field.click();
  await field.pressSequentially("mines");
  await open.getByRole("option", { name: "Salt" }).waitFor();
  await open.screenshot({ path: join(SCREENSHOTS, "site-inline.png") });
  await open.keyboard.press("Escape");
  await open.getByRole("option", { name: "Salt" }).waitFor({ state: "hidden" });
  await field.fill("thyme");
  await open.getByRole("option", { name: "Herbs" }).waitFor();
  await open.mouse.click(900, 600);
  await open.getByRole("option", { name: "Herbs" }).waitFor({ state: "hidden" });
});

test.each([
  { colorScheme: "light", viewport: { width: 1000, height: 700 } },
  { colorScheme: "dark", viewport: { width: 1000, height: 700 } },
  { colorScheme: "light", viewport: { width: 360, height: 640 } },
] as const)("breaks no rule of axe-core: %j", async (looks) => {
  const open = await site.open("index.html", { ...looks, bypassCSP: true });
  await open.getByRole("button", { name: "Search" }).click();
  await open.keyboard.type("salt");
  await open.getByText("Results: 3").waitFor();
  const name = `site-${looks.colorScheme}-${looks.viewport.width}.png`;
  await open.screenshot({ path: join(SCREENSHOTS, name) });
  expect(await findAccessibilityProblems(open)).toEqual([]);
});

test("keeps working after a new deployment has removed the old index", async () => {
  const open = await site.open("index.html");
  await open.getByRole("button", { name: "Search" }).click();
  await open.keyboard.type("salt");
  await open.getByText("Results: 3").waitFor();
  await site.put("vinegar.html", renderPage("Vinegar", "<p>Sour, and good with quince.</p>"));
  site.build();
  await open.getByRole("combobox").fill("quince");
  // The cache may still answer; after a reload, the page finds the new content.
  await open.getByText(/Results: 1|Nothing found/).waitFor();
  await open.reload();
  await open.getByRole("button", { name: "Search" }).click();
  await open.keyboard.type("quince");
  await open.getByRole("option", { name: "Vinegar" }).waitFor();
  await rm(join(site.folder, "vinegar.html"));
  site.build();
});

test("nothing failed in a page, and nothing was refused by the policy", () => {
  expect(site.problems).toEqual([]);
});

test("the element has at most 25 kB, compressed", async () => {
  const file = await readFile(join(ROOT, "dist/apps/component/termwise-search.js"));
  expect(gzipSync(file, { level: 9 }).length).toBeLessThan(25_000);
});

/**
 * The documentation as a site: built by `npm run docs:site`, with valid links, and searched like a
 * reader.
 */

import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findAccessibilityProblems } from "../page/page-server.ts";
import { type SiteServer, serveSite } from "./site-server.ts";

const ROOT = join(import.meta.dirname, "../../..");

let site: SiteServer;

beforeAll(async () => {
  site = await serveSite({ "index.html": "<p>replaced</p>" });
  const argv = [join(ROOT, "scripts/docs-site.mjs"), site.folder];
  const { status, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
});

afterAll(() => site?.close());

test("every link between pages leads to a page, and every anchor to a heading", async () => {
  const files = new Map<string, string>();
  for (const each of await readdir(site.folder, { recursive: true, withFileTypes: true })) {
    const path = join(each.parentPath, each.name);
    const isPage = each.isFile() && each.name.endsWith(".html");
    if (each.isFile()) {
      files.set(path.slice(site.folder.length + 1), isPage ? await readFile(path, "utf8") : "");
    }
  }
  const broken: string[] = [];
  for (const [path, html] of files) {
    for (const [, link = ""] of html.matchAll(/<(?:a|img)[^>]* (?:href|src)="([^"]+)"/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [file = "", anchor = ""] = link.split("#");
      const target = file === "" ? path : posix.join(dirname(path), file);
      const exists = anchor === "" || files.get(target)?.includes(` id="${anchor}"`);
      if (!files.has(target) || !exists) broken.push(`${path}: ${link}`);
    }
  }
  expect(files.size).toBeGreaterThan(40);
  const pages = [...files.keys()].filter((path) => path.endsWith(".html") && path !== "index.html");
  const isPlain = (path: string) =>
    path.startsWith("playground/") || files.has(path.replace(/\.html$/, ".md"));
  expect(["llms.txt", "README.md"].filter((path) => !files.has(path))).toEqual([]);
  expect(pages.filter((path) => !isPlain(path))).toEqual([]);
  expect(broken).toEqual([]);
});

test.each([
  ["schema with fields and weights", "docs/fields.html"],
  ["facets counted over all matches", "docs/filters.html"],
  ["data-termwise-ignore", "docs/site.html"],
])("a reader who searches %j finds %s", async (query, address) => {
  const page = await site.open("index.html", { viewport: { width: 1100, height: 800 } });
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("combobox").fill(query);
  await page.getByRole("option").first().waitFor();
  const first = await page.getByRole("group").locator("a.result").first().getAttribute("href");
  expect(first).toBe(site.address + address);
  await page.screenshot({ path: join(ROOT, ".build/pictures/docs-site.png") });
  await page.getByRole("option").first().click();
  await page.waitForURL(site.address + address);
});

test("breaks no rule of axe-core", async () => {
  const page = await site.open("docs/site.html", { bypassCSP: true });
  await page.getByRole("button", { name: "Search" }).waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test("research pages are apart from the others, and open where one of them is read", async () => {
  const page = await site.open("docs/site.html");
  const research = page.locator("nav details");
  expect(await research.getAttribute("open")).toBeNull();
  await research.locator("summary").click();
  await research.getByRole("link").first().click();
  await page.waitForURL(/replication\.html/);
  expect(await page.locator("nav details").getAttribute("open")).not.toBeNull();
});

test("the playground searches pasted CSV by chosen fields, and shows the sum of a score", async () => {
  const page = await site.open("playground/index.html", { bypassCSP: true });
  const hits = page.getByRole("list", { name: "Results" }).locator("> li");
  await expect.poll(() => hits.count(), { timeout: 30_000 }).toBe(4);
  const csv =
    "title,color,price\nbig lamp,red,3\nsmall lamp,red,5\nlamp shade,blue,9\nsofa,blue,9\n";
  await page.getByLabel("Documents, as JSON, JSON lines or CSV").fill(csv);
  await page.getByLabel("Query").fill("lam");
  await expect.poll(() => hits.count(), { timeout: 30_000 }).toBe(3);
  expect(await page.getByLabel("Kind of color").inputValue()).toBe("keyword");
  expect(await page.getByLabel("Kind of price").inputValue()).toBe("number");
  await hits.first().getByText("Why").click();
  await hits.first().getByRole("rowheader").first().waitFor();
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Kind of title").selectOption("not indexed");
  await expect.poll(() => hits.count(), { timeout: 30_000 }).toBe(0);
  await page.getByLabel("Documents, as JSON, JSON lines or CSV").fill('[{"title": }]');
  await page.getByText("not valid JSON").waitFor();
});

test("nothing failed in a page", () => {
  expect(site.problems).toEqual([]);
});

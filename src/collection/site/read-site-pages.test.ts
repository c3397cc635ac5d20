import { expect, test } from "vitest";
import { encodeText } from "../../common/bytes/index.ts";
import { MemoryFiles } from "../../storage/memory-files.ts";
import { readSitePages, type SkippedPage } from "./index.ts";
import { toPageUrl } from "./page.ts";

async function createSite(pages: Readonly<Record<string, string>>): Promise<MemoryFiles> {
  const files = new MemoryFiles();
  for (const [path, text] of Object.entries(pages)) {
    await files.write(`site/${path}`, [encodeText(text)]);
  }
  return files;
}

test("finds the pages of a folder, and reports what it leaves out", async () => {
  const files = await createSite({
    "index.html": "<h1>Start</h1>",
    "guide/salt & sea.html": "<h1>Salt</h1>",
    "notes/a.md": "# A",
    "404.html": "<h1>Not found</h1>",
    "logo.svg": "<svg/>",
    "termwise/component.html": "<h1>ours</h1>",
  });
  const skipped: SkippedPage[] = [];
  const { pages } = await readSitePages(files, "site", {
    without: ["site/termwise"],
    onLeftOut: (each) => skipped.push(each),
  });
  expect(pages.map(({ path, url, title }) => [path, url, title])).toEqual([
    ["guide/salt & sea.html", "guide/salt%20%26%20sea.html", "Salt"],
    ["index.html", "", "Start"],
    ["notes/a.md", "notes/a.html", "A"],
  ]);
  // Files are skipped while others are still read, so their order is undefined.
  expect(skipped.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
    { path: "site/404.html", reason: "error page" },
    { path: "site/logo.svg", reason: "another kind of file" },
  ]);
});

test("leaves out pages without a marked body if any page has one", async () => {
  const files = await createSite({ "a.html": "<p>a", "b.html": "<p data-termwise-body>b" });
  expect((await readSitePages(files, "site")).pages.map(({ path }) => path)).toEqual(["b.html"]);
});

test("reads only changed pages", async () => {
  const files = await createSite({ "a.html": "<p>a", "b.html": "<p>b" });
  const { read } = await readSitePages(files, "site");
  await files.write("site/b.html", [encodeText("<p>c")]);
  const reported: [string, boolean][] = [];
  const { pages } = await readSitePages(files, "site", {
    cache: read,
    onPage: (path, isCached) => reported.push([path, isCached]),
  });
  expect(reported).toEqual([
    ["site/a.html", true],
    ["site/b.html", false],
  ]);
  expect(pages.map(({ sections }) => sections[0]?.text)).toEqual(["a", "c"]);
});

test.each([
  ["guide/index.md", "html", "guide/"],
  ["README.md", "html", ""],
  ["guide/salt.md", "folder", "guide/salt/"],
  ["guide/index.md", "file", "guide/index.md"],
  ["ü.html", "html", "%C3%BC.html"],
] as const)("maps %s as %s to the address %j", (path, markdown, url) => {
  expect(toPageUrl(path, markdown)).toBe(url);
});

/**
 * Documents, ids and queries are text on every view, never markup; and a server with keys requires
 * one.
 */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type PageServer, servePage } from "./page-server.ts";

const ID = '"><img/src=x/onerror=alert(1)>';
const TITLE = "</title><script>alert(2)</script>";
const WORD = "harmless";
const DOCUMENTS = [
  {
    id: ID,
    title: TITLE,
    text: `${WORD} <svg onload=alert(3)> <a href="javascript:alert(4)">x</a> {{constructor}}`,
    "<b>field</b>": "<iframe srcdoc='<script>alert(5)</script>'>",
  },
  { id: "plain", title: "Plain", text: `${WORD} words` },
];

let served: PageServer;

beforeAll(async () => {
  served = await servePage("hostile", DOCUMENTS);
  const relevant = { [ID]: 1, plain: 0 };
  const queries = [{ text: `${WORD} <img src=x onerror=alert(6)>`, relevant }];
  await served.ask("indexes/hostile/judgements", { queries }, "PUT");
});

afterAll(() => served?.close());

const VIEWS: readonly (readonly [string, Record<string, string>])[] = [
  ["search", { q: `${WORD} <img src=x onerror=alert(7)>` }],
  ["compare", { q: WORD, a: "ranker=bm25", b: "ranker=lm" }],
  ["why", { q: `${WORD} <script>alert(8)</script>`, id: ID, other: "plain" }],
  ["words", { word: "<img src=x onerror=alert(9)>" }],
  ["judge", { q: WORD }],
  ["evaluate", {}],
];

test.each(VIEWS)("%s shows hostile text as text", async (view, params) => {
  const page = await served.open(view, params);
  await page.waitForLoadState("networkidle");
  const made = await page
    .locator("main :is(img, iframe, script, a[href^='javascript:'], b > i)")
    .count();
  expect(made).toBe(0);
  if (view !== "words" && view !== "evaluate") {
    await page.locator("main :is(a, h2, h3)").filter({ hasText: TITLE }).first().waitFor();
  }
});

test("no hostile code ran, and no other server was contacted", () => {
  expect(served.problems).toEqual([]);
});

test("a server with a key asks for it and accepts only the right one", async () => {
  const guarded = await servePage("guarded", [DOCUMENTS[1] as { id: string }], {
    environment: { TERMWISE_API_KEY: "correct-horse-battery-staple" },
  });
  try {
    const page = await guarded.open("search");
    await page.getByLabel("API key").fill("wrong");
    await page.getByRole("button", { name: "Use this key" }).click();
    await page.getByText("The API key is not known.").waitFor();
    await page.getByLabel("API key").fill("correct-horse-battery-staple");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "guarded", exact: true }).waitFor();
    expect(guarded.problems).toEqual([]);
  } finally {
    await guarded.close();
  }
});

test("the first load is under 150 kB compressed", async () => {
  const folder = join(import.meta.dirname, "../../../dist/apps/web");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries.filter((each) => each.isFile())) {
    bytes += gzipSync(await readFile(join(entry.parentPath, entry.name))).length;
  }
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThan(150_000);
});

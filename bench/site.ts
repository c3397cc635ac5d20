/**
 * Search for static sites beside Pagefind, MiniSearch and Orama.
 *
 * Two sites: the documentation of this project, and 10,000 pages of judged
 * collections (site-pages.ts) with 624 queries. For each engine: the time to
 * build its files and their bytes; bytes and requests of a fresh page up to the
 * first ten results of a first query, and of ten queries; the time to first
 * results over 1.6 Mbit/s with 150 ms before each answer (the median of three);
 * the memory of the page with its workers after ten queries; and nDCG@10 over
 * all queries. Ours is loaded with its interface, the others without one.
 * Served from loopback by site-server.ts, in headless Chromium.
 *
 * Run: npm install --prefix .build/site-peers pagefind minisearch @orama/orama
 *      TERMWISE_COLLECTIONS=<folder> npm run bench -- site [--pages 10000 --engines termwise,pagefind --queries 624 --untimed]
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Browser, chromium, type Page } from "playwright-core";
import { extractHtmlText } from "../src/collection/formats/html.ts";
import type { Ranking } from "../src/collection/index.ts";
import { evaluate } from "../src/evaluation/index.ts";
import { type PageQuery, type PlainPage, writePages } from "./site-pages.ts";
import { listSiteEngines, measureFolderBytes, type SiteEngine } from "./site-peers.ts";
import { type CountingServer, startCountingServer } from "./site-server.ts";

const ROOT = join(import.meta.dirname, "../..");
/** How long a page may take to load, in ms, on a machine that does other things. */
const PATIENCE = 300_000;
const SLOW = { wait: 150, bytesPerSecond: 200_000 };

const { values } = parseArgs({
  options: {
    pages: { type: "string", default: "10000" },
    queries: { type: "string", default: "100000" },
    engines: { type: "string", default: "" },
    sites: { type: "string", default: "docs,pages" },
    // Bytes and requests are exact on a busy machine, where times say nothing.
    untimed: { type: "boolean", default: false },
  },
});
const { TERMWISE_COLLECTIONS: collections } = process.env;
if (collections === undefined) throw new Error("TERMWISE_COLLECTIONS names no folder");
const engines = listSiteEngines().filter(
  ({ name }) => values.engines === "" || values.engines.split(",").includes(name),
);

const browser: Browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--enable-blink-features=ForceEagerMeasureMemory"],
});
const rows: object[] = [];
for (const site of values.sites.split(",")) {
  const folder = join(ROOT, ".build/bench-sites", site);
  const { pages, queries } =
    site === "docs"
      ? readDocsSite(folder)
      : await writePages(collections, folder, Number(values.pages));
  console.log(`${site}: ${pages.length} pages, ${queries.length} queries`);
  for (const engine of engines) {
    if (pages.length > (engine.maxPages ?? Infinity)) {
      console.log(`${engine.name} is left out: it is given at most ${engine.maxPages} pages`);
      continue;
    }
    const row = { site, ...(await measureEngine(engine, folder, pages, queries)) };
    rows.push(row);
    console.log(JSON.stringify(row));
  }
}
await browser.close();
mkdirSync(join(ROOT, "bench/results"), { recursive: true });
writeFileSync(
  join(ROOT, `bench/results/site-${new Date().toISOString().slice(0, 10)}.json`),
  `${JSON.stringify(rows, null, 1)}\n`,
);

async function measureEngine(
  engine: SiteEngine,
  folder: string,
  pages: readonly PlainPage[],
  queries: readonly PageQuery[],
): Promise<Record<string, unknown>> {
  const begun = performance.now();
  await engine.build(folder, pages);
  const buildSeconds = (performance.now() - begun) / 1000;
  const server = await startCountingServer(folder);
  try {
    const sampledQueries = queries.slice(0, Number(values.queries));
    const few = sampleEvenly(sampledQueries, 10);
    const transfer = await measureTransfer(engine, server, few);
    const times: number[] = [];
    for (let i = 0; i < (values.untimed ? 0 : 3); i++) {
      times.push(await measureFirstResult(engine, server, few[i] as PageQuery));
    }
    return {
      engine: engine.name,
      buildSeconds: round(buildSeconds, 1),
      serverBytes: measureFolderBytes(join(folder, engine.folder)),
      ...transfer,
      ...(values.untimed
        ? {}
        : { firstResultMs: Math.round(times.sort((a, b) => a - b)[1] as number) }),
      ndcg10: round(await measureEffectiveness(engine, server, sampledQueries), 4),
    };
  } finally {
    await server.close();
  }
}

/** What a fresh page moves for one query and for ten, and the memory that it then takes. */
async function measureTransfer(
  engine: SiteEngine,
  server: CountingServer,
  queries: readonly PageQuery[],
): Promise<object> {
  const page = await openFreshPage(engine, server);
  await find(page, queries[0] as PageQuery);
  const [firstBytes, firstRequests] = [server.bytes, server.requests];
  for (const query of queries.slice(1)) await find(page, query);
  const [tenBytes, tenRequests] = [server.bytes, server.requests];
  const memory = (await page.evaluate("performance.measureUserAgentSpecificMemory()")) as {
    readonly bytes: number;
  };
  await page.context().close();
  return { firstBytes, firstRequests, tenBytes, tenRequests, memoryBytes: memory.bytes };
}

/** From opening a fresh page to results, on a slow connection, in ms. */
async function measureFirstResult(
  engine: SiteEngine,
  server: CountingServer,
  query: PageQuery,
): Promise<number> {
  server.slow = SLOW;
  const begun = performance.now();
  const page = await openFreshPage(engine, server);
  await find(page, query);
  const took = performance.now() - begun;
  server.slow = undefined;
  await page.context().close();
  return took;
}

async function measureEffectiveness(
  engine: SiteEngine,
  server: CountingServer,
  queries: readonly PageQuery[],
): Promise<number> {
  const page = await openFreshPage(engine, server);
  const rankings = new Map<string, Ranking>();
  for (const [i, query] of queries.entries()) {
    const documents = [...new Set(await find(page, query))];
    rankings.set(String(i), {
      documents,
      scores: Float64Array.from(documents, (_, rank) => -rank),
    });
  }
  await page.context().close();
  const judgements = new Map(queries.map(({ grades }, i) => [String(i), grades]));
  const { measures } = evaluate({ name: engine.name, rankings }, judgements, ["nDCG@10"]);
  return measures[0]?.overall ?? 0;
}

async function openFreshPage(engine: SiteEngine, server: CountingServer): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  server.bytes = 0;
  server.requests = 0;
  page.setDefaultTimeout(PATIENCE);
  await page.goto(`${server.address}/bench-${engine.name}.html`);
  await page.waitForFunction("window.find");
  return page;
}

/** Addresses of the best ten pages, relative to the site. */
async function find(page: Page, { text }: PageQuery): Promise<string[]> {
  const addresses = (await page.evaluate(`window.find(${JSON.stringify(text)})`)) as string[];
  return addresses.map((url) => decodeURIComponent(new URL(url, page.url()).pathname.slice(1)));
}

/** The documentation. Its queries are its headings of level 2, each of which should find its page. */
function readDocsSite(folder: string): {
  pages: readonly PlainPage[];
  queries: readonly PageQuery[];
} {
  const script = join(ROOT, "scripts/docs-site.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const pages: PlainPage[] = [];
  const queries = new Map<string, Map<string, number>>();
  for (const url of paths.filter((path) => path.endsWith(".html")).sort()) {
    const html = readFileSync(join(folder, url), "utf8");
    const main = html.slice(html.indexOf("<main>"));
    pages.push({ url, ...extractHtmlText(main) });
    for (const [, heading = ""] of main.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)) {
      const { text } = extractHtmlText(heading);
      queries.set(text, (queries.get(text) ?? new Map()).set(url, 1));
    }
  }
  return { pages, queries: [...queries].map(([text, grades]) => ({ text, grades })) };
}

/** So many of a list, evenly spread over it. */
function sampleEvenly<T>(all: readonly T[], count: number): readonly T[] {
  return Array.from({ length: count }, (_, i) => all[Math.floor((i * all.length) / count)] as T);
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

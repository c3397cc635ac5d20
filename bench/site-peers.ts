/**
 * The engines of bench/site.ts: each writes its files beside the pages and a page whose
 * `find(query)` returns the URLs of the best ten pages, after fetching what an interface would
 * show. Peers come from npm, in .build/site-peers:
 *
 *     npm install --prefix .build/site-peers pagefind minisearch @orama/orama
 */

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { PlainPage } from "./site-pages.ts";

/** An engine for a site. */
export interface SiteEngine {
  readonly name: string;
  /** The folder that it writes, below the site. */
  readonly folder: string;
  build(site: string, pages: readonly PlainPage[]): Promise<void>;
  /** Sites with more pages are skipped, because they would take too long. */
  readonly maxPages?: number;
}

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(ROOT, ".build/site-peers");

/** All engines, ours first. */
export function listSiteEngines(): readonly SiteEngine[] {
  return [termwise, pagefind, minisearch, orama];
}

/** The bytes of all files below a folder. */
export function measureFolderBytes(folder: string): number {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((each) => each.isFile())
    .reduce((sum, each) => sum + statSync(join(each.parentPath, each.name)).size, 0);
}

const termwise: SiteEngine = {
  name: "termwise",
  folder: "termwise",
  async build(site) {
    run(
      process.execPath,
      [join(ROOT, "dist/apps/cli/main.js"), "export-site", site, "--quiet"],
      site,
    );
    writePage(
      site,
      "termwise",
      `import { openSite } from "./termwise/termwise-search.js";
       const site = openSite("./termwise/");
       window.find = async (query) => (await (await site).search(query, { limit: 10 })).pages.map(({ url }) => url);`,
    );
  },
};

const pagefind: SiteEngine = {
  name: "pagefind",
  folder: "pagefind",
  async build(site) {
    const program = join(PEERS, "node_modules/pagefind/lib/runner/bin.cjs");
    run(
      process.execPath,
      [program, "--site", site, "--quiet", "--glob", "{*/*,docs/**/*,index}.html"],
      site,
    );
    writePage(
      site,
      "pagefind",
      `import * as pagefind from "./pagefind/pagefind.js";
       window.find = async (query) => {
         const { results } = await pagefind.search(query);
         return (await Promise.all(results.slice(0, 10).map((each) => each.data()))).map(({ url }) => url);
       };`,
    );
  },
};

const minisearch: SiteEngine = {
  name: "minisearch",
  folder: "minisearch",
  async build(site, pages) {
    const { default: MiniSearch } = await importPeer("minisearch");
    const engine = new MiniSearch({
      idField: "url",
      fields: ["title", "text"],
      storeFields: ["title", "text"],
    });
    engine.addAll(pages);
    mkdirSync(join(site, "minisearch"), { recursive: true });
    writeFileSync(join(site, "minisearch/index.json"), JSON.stringify(engine));
    await bundleEngine("minisearch", join(site, "minisearch"));
    writePage(
      site,
      "minisearch",
      `import MiniSearch from "./minisearch/engine.js";
       const options = { idField: "url", fields: ["title", "text"], storeFields: ["title", "text"] };
       const engine = fetch("./minisearch/index.json").then((answer) => answer.text()).then((json) => MiniSearch.loadJSON(json, options));
       window.find = async (query) =>
         (await engine).search(query, { prefix: true, fuzzy: 0.2, boost: { title: 3 } }).slice(0, 10).map(({ id }) => id);`,
    );
  },
};

const orama: SiteEngine = {
  name: "orama",
  folder: "orama",
  maxPages: 2000,
  async build(site, pages) {
    const { create, insertMultiple, save } = await importPeer("@orama/orama");
    const engine = await create({ schema: { title: "string", text: "string" } });
    await insertMultiple(
      engine,
      pages.map(({ url, ...rest }) => ({ id: url, ...rest })),
      1000,
    );
    mkdirSync(join(site, "orama"), { recursive: true });
    writeFileSync(join(site, "orama/index.json"), JSON.stringify(await save(engine)));
    await bundleEngine("@orama/orama", join(site, "orama"));
    writePage(
      site,
      "orama",
      `import { create, load, search } from "./orama/engine.js";
       const engine = fetch("./orama/index.json").then((answer) => answer.json()).then((data) => {
         const made = create({ schema: { title: "string", text: "string" } });
         load(made, data);
         return made;
       });
       window.find = async (query) =>
         (await search(await engine, { term: query, limit: 10, boost: { title: 3 } })).hits.map(({ id }) => id);`,
    );
  },
};

/** A page with nothing but an engine. */
function writePage(site: string, name: string, script: string): void {
  writeFileSync(join(site, `bench-${name}.js`), script);
  const html = `<!doctype html><meta name="robots" content="noindex"><link rel="icon" href="data:,"><script type="module" src="bench-${name}.js"></script>`;
  writeFileSync(join(site, `bench-${name}.html`), html);
}

/** The API of the peers that is used; they are not dependencies and have no types here. */
interface Peer {
  readonly default: new (options: object) => { addAll(pages: readonly PlainPage[]): void };
  create(options: object): Promise<object>;
  insertMultiple(engine: object, pages: readonly object[], batch: number): Promise<unknown>;
  save(engine: object): Promise<unknown>;
}

async function importPeer(name: string): Promise<Peer> {
  return import(pathToFileURL(createRequire(join(PEERS, "x.js")).resolve(name)).href);
}

/** Bundles an engine into one file. */
async function bundleEngine(name: string, out: string): Promise<void> {
  const entry = join(PEERS, `entry-${name.replaceAll(/\W/g, "")}.js`);
  const isDefault = name === "minisearch";
  writeFileSync(
    entry,
    isDefault
      ? `export { default } from "${name}";`
      : `export { create, load, search } from "${name}";`,
  );
  await build({
    root: PEERS,
    logLevel: "silent",
    configFile: false,
    build: {
      outDir: join(PEERS, "built"),
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "engine.js", codeSplitting: false },
      },
    },
  });
  copyFileSync(join(PEERS, "built/engine.js"), join(out, "engine.js"));
}

function run(program: string, argv: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, [...argv], { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${argv.join(" ")}: ${stderr}`);
}

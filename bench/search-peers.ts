/** The engines of bench/search.ts: their commands, and how to install missing ones. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { hasRecentJava } from "./peer-process.ts";

export interface Engine {
  readonly name: string;
  /** The folder of its index; by default its name. */
  readonly index?: string;
  readonly program: string;
  /** Before the documents, the queries and the folder of the index. */
  readonly before: readonly string[];
  /** After them. */
  readonly after: readonly string[];
  /** From npm, most of them in the JavaScript heap: a part of the documents, few queries. */
  readonly isSmall: boolean;
  /** Ranks by BM25, so that its lists can be compared. */
  readonly hasBm25: boolean;
}

const ROOT = join(import.meta.dirname, "../..");
const PEERS = join(ROOT, ".build/peers");
const SOURCES = join(ROOT, "bench/peers/search");
/** The engines of npm-peer.mjs and their packages. */
const NPM_ENGINES = {
  minisearch: "minisearch",
  orama: "@orama/orama",
  lunr: "lunr",
  flexsearch: "flexsearch",
  fts5: "better-sqlite3",
  turso: "@tursodatabase/database",
};

export function createTermwiseEngine(collections: string): Engine {
  return {
    name: "termwise",
    program: process.execPath,
    // Ten million documents, made in the process that indexes them, need more than the default.
    before: ["--max-old-space-size=8192", join(import.meta.dirname, "search-engine.js")],
    after: [collections],
    isSmall: false,
    hasBm25: true,
  };
}

/** The available peers; `reportMissing` receives the others. */
export function findPeers(reportMissing: (missing: string) => void): Engine[] {
  const engines: Engine[] = [];
  const add = (engine: Omit<Engine, "after" | "hasBm25">, isInstalled: boolean): void => {
    if (isInstalled) engines.push({ ...engine, after: [], hasBm25: engine.name !== "flexsearch" });
    else reportMissing(`${engine.name} is not installed; see bench/peers/search/README.md`);
  };
  const tantivy = join(PEERS, "tantivy/release/search-peer");
  add({ name: "tantivy", program: tantivy, before: [], isSmall: false }, existsSync(tantivy));
  const lucene = join(PEERS, "lucene/lucene-core-10.3.1.jar");
  const java = process.env.JAVA ?? "java";
  const flags = ["--add-modules", "jdk.incubator.vector", "-Xmx4g", "-cp", lucene];
  add(
    {
      name: "lucene",
      program: java,
      before: [...flags, join(SOURCES, "lucene/SearchPeer.java")],
      isSmall: false,
    },
    existsSync(lucene) && hasRecentJava(java),
  );
  const python = join(PEERS, "python/bin/python");
  const script = join(SOURCES, "bm25s-peer.py");
  add({ name: "bm25s", program: python, before: [script], isSmall: false }, existsSync(python));
  const pisa = join(PEERS, "pisa/bin/python");
  const blockMax = [join(SOURCES, "pisa-peer.py"), "block_max_maxscore"];
  add({ name: "pisa", program: pisa, before: blockMax, isSmall: false }, existsSync(pisa));
  const packages = join(PEERS, "npm");
  const peer = join(SOURCES, "npm-peer.mjs");
  for (const [name, module] of Object.entries(NPM_ENGINES)) {
    const before = ["--max-old-space-size=12288", peer, name, packages];
    const isInstalled = existsSync(join(packages, "node_modules", module));
    add({ name, program: process.execPath, before, isSmall: true }, isInstalled);
  }
  return engines;
}

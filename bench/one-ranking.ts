/**
 * One ranking everywhere: what was learned ranks on every surface. A user's steps, by the built
 * program: index; discriminate --apply, run; discriminate --out, run; then the same queries by the
 * library, over HTTP, and by the request that the page sends. Prints nDCG@10 of each, and fails
 * where the first ten documents of a query differ between surfaces.
 *
 * A name is a collection, or collection:test, whose train split is then learned from. Of a
 * collection with one split all queries are learned from and measured: its figures compare
 * surfaces, they do not show a gain.
 *
 * Run: TERMWISE_COLLECTIONS=<folder> npm run bench -- one-ranking cranfield vaswani nfcorpus:test medquad:test
 */

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { renderTable } from "../src/analysis/index.ts";
import {
  openDataset,
  type Query,
  type Ranking,
  readSplit,
  type Split,
} from "../src/collection/index.ts";
import { evaluate } from "../src/evaluation/index.ts";
import { findPackage } from "../src/node.ts";
import { openIndex } from "../src/search/index.ts";
import { NodeFiles } from "../src/storage/node-files.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/apps/cli/main.js");
const TOP = 10;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vectors: { type: "string", default: "auto" } },
});
const collections = process.env.TERMWISE_COLLECTIONS ?? "";

/** The ids of the best documents by query. */
type Tops = ReadonlyMap<string, readonly string[]>;

const rows: string[][] = [];
for (const name of positionals) {
  const folder = mkdtempSync(join(tmpdir(), "termwise-one-ranking-"));
  try {
    await compareSurfaces(name, folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const header = ["collection", "queries", "index", "run", "library", "HTTP", "page", "ranker"];
console.log(renderTable({ header, rows, words: [0, 2, 7] }, "markdown"));

async function compareSurfaces(name: string, folder: string): Promise<void> {
  const [collection, test] = name.split(":") as [string, string | undefined];
  const learn = test === undefined ? collection : `${collection}:train`;
  const at = (path: string): string => join(folder, path);
  const learning = ["--queries", learn, "--vectors", values.vectors];
  type("index", collection, "--out", at("plain"));
  type("index", collection, "--out", at("applied"));
  type("discriminate", at("applied"), ...learning, "--apply");
  type("discriminate", at("plain"), ...learning, "--out", at("pruned"));
  const split = await readQueries(collection, test);
  for (const index of ["plain", "applied", "pruned"]) {
    const out = at(`${index}.run`);
    const report = type("run", at(index), "--queries", name, "--out", out, "--json");
    const { ranker } = JSON.parse(report) as { ranker: string };
    const tops = [
      readRun(out),
      await searchByLibrary(at(index), split.queries),
      ...(await searchByServer(folder, index, split.queries)),
    ];
    checkEqual(name, index, tops);
    const figures = tops.map((top) => measure(top, split).toFixed(4));
    rows.push([name, String(split.queries.length), index, ...figures, ranker]);
    console.error(rows.at(-1)?.join("  "));
  }
}

function type(...args: string[]): string {
  return execFileSync(process.execPath, [PROGRAM, ...args], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  });
}

async function readQueries(collection: string, split: string | undefined): Promise<Split> {
  const dataset = await openDataset(new NodeFiles(), collection, { collections, findPackage });
  return readSplit(dataset, split ?? (dataset.splits[0] as string));
}

function readRun(path: string): Tops {
  const tops = new Map<string, string[]>();
  for (const line of readFileSync(path, "utf8").trim().split("\n")) {
    const [query = "", , id = ""] = line.split(" ");
    const ids = tops.get(query) ?? [];
    if (ids.length < TOP) ids.push(id);
    tops.set(query, ids);
  }
  return tops;
}

async function searchByLibrary(folder: string, queries: readonly Query[]): Promise<Tops> {
  const index = await openIndex(folder);
  const tops = new Map<string, string[]>();
  for (const { id, text } of queries) {
    const { hits } = await index.search(text, { limit: TOP });
    tops.set(
      id,
      hits.map((hit) => hit.id),
    );
  }
  await index.close();
  return tops;
}

/** By an address, and by the request of the page. */
async function searchByServer(
  root: string,
  index: string,
  queries: readonly Query[],
): Promise<[Tops, Tops]> {
  const server = spawn(process.execPath, [PROGRAM, "serve", root, "--port", "0"]);
  try {
    const url = await readAddress(server);
    const [plain, page] = [new Map<string, string[]>(), new Map<string, string[]>()];
    const readIds = async (response: Response): Promise<string[]> => {
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      const { hits } = (await response.json()) as { hits: readonly { readonly id: string }[] };
      return hits.map(({ id }) => id);
    };
    for (const { id, text } of queries) {
      const path = `${url}/indexes/${index}/search`;
      plain.set(
        id,
        await readIds(await fetch(`${path}?limit=${TOP}&q=${encodeURIComponent(text)}`)),
      );
      const request = { query: text, limit: TOP, snippet: true, prefix: false, fuzzy: false };
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify(request);
      page.set(id, await readIds(await fetch(path, { method: "POST", headers, body })));
    }
    return [plain, page];
  } finally {
    server.kill();
    await once(server, "exit");
  }
}

async function readAddress(server: ReturnType<typeof spawn>): Promise<string> {
  let text = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (bytes: Buffer) => {
      text += bytes.toString();
    });
  }
  for (let tries = 0; tries < 3000; tries++) {
    const [url] = /http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]):\d+/.exec(text) ?? [];
    if (url !== undefined) return url;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server did not start: ${text}`);
}

function checkEqual(name: string, index: string, [run, ...others]: readonly Tops[]): void {
  for (const [query, expected] of run ?? []) {
    for (const [i, tops] of others.entries()) {
      if (tops.get(query)?.join(" ") === expected.join(" ")) continue;
      const surface = ["library", "HTTP", "page"][i];
      throw new Error(`${name}, ${index}: run and ${surface} differ for query ${query}`);
    }
  }
}

function measure(tops: Tops, { judgements }: Split): number {
  const rankings = new Map<string, Ranking>(
    [...tops].map(([query, documents]) => [
      query,
      { documents, scores: Float64Array.from(documents, (_, i) => -i) },
    ]),
  );
  const { measures } = evaluate({ name: "top", rankings }, judgements, ["nDCG@10"]);
  return measures[0]?.overall ?? 0;
}

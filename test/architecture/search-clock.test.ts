/**
 * Everything that a search calls ends within its deadline: a file with a loop over documents, values,
 * postings, tokens or text reads the clock, or is listed here with the reason why it need not.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseImports, stripComments } from "./import-graph.ts";

const root = join(import.meta.dirname, "../..");
const START = "src/search/search-hits.ts";
const MODULES = /^src\/(?:ranking|search)\//;

const LOOP = /\b(?:for|while) ?(?:await )?\([^\n]*/g;
const LARGE =
  /documentLimit|documents\b|ordinals|\bends\b|column\.|postings|tokens\b|termsWithPrefix|\btext\b|\bhits\b|\bids\b/i;
const CLOCK = /\blimit\??\.(?:count|spend|isOver|checkClock|wait)\b/i;

/** Files without the clock, by the reason. */
const EXEMPT: Readonly<Record<string, readonly string[]>> = {
  "the caller counts the documents before each call": [
    "src/ranking/count-ordinals.ts",
    "src/search/column-filter.ts",
    "src/search/sort-keys.ts",
  ],
  "one pass per column or list, cached with it": [
    "src/ranking/kernels/value-sets.ts",
    "src/search/column-order.ts",
  ],
  "one pass over the documents or postings that sets or adds one number each": [
    "src/ranking/document-boost.ts",
    "src/ranking/document-set.ts",
    "src/ranking/postings-list.ts",
  ],
  "bounded by the hits of a page or by the best candidates": [
    "src/ranking/document-id-cache.ts",
    "src/ranking/traversal/score-documents.ts",
    "src/search/similar-documents.ts",
  ],
  "bounded by the query, its bonuses, the fields or the segments": [
    "src/ranking/explanation.ts",
    "src/ranking/kernels/shared-index.ts",
    "src/ranking/matching/correct-query.ts",
    "src/search/hit-highlights.ts",
  ],
  "work on batches of queries, which have no deadline": [
    "src/ranking/index-statistics.ts",
    "src/ranking/packed-hits.ts",
    "src/ranking/postings-pool.ts",
    "src/ranking/run-queries.ts",
    "src/ranking/salience-table.ts",
    "src/ranking/search-pool-worker.ts",
    "src/ranking/search-pool.ts",
    "src/ranking/tuning.ts",
  ],
};

/** Whether code has a loop that may be long, and never reads the clock. */
function isUntimed(code: string): boolean {
  return (code.match(LOOP) ?? []).some((loop) => LARGE.test(loop)) && !CLOCK.test(code);
}

/** The files that a search may load, types aside. */
function listSearchFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const pending = [START];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (files.has(path) || !MODULES.test(path) || !existsSync(join(root, path))) continue;
    const code = stripComments(readFileSync(join(root, path), "utf8"));
    files.set(path, code);
    pending.push(...parseImports(path, code.replaceAll(/\b(?:import|export) type [^;]*;/g, "")));
  }
  return files;
}

test("the rule finds a loop over documents and accepts one that counts", () => {
  const loop = "for (let document = 0; document < view.documentLimit; document++)";
  expect(isUntimed(`${loop} add(document);`)).toBe(true);
  expect(isUntimed(`${loop} if (limit.count()) break;`)).toBe(false);
  expect(isUntimed(`${loop} this.#limit.spend();`)).toBe(false);
  expect(isUntimed("for (const field of fields) add(field);")).toBe(false);
});

test("long loops of a search read the clock", () => {
  const files = listSearchFiles();
  expect(files.size).toBeGreaterThan(50);
  const untimed = [...files].filter(([, code]) => isUntimed(code)).map(([path]) => path);
  expect(untimed.sort()).toEqual(Object.values(EXEMPT).flat().sort());
});

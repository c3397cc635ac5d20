/**
 * Everything that a search calls ends within its deadline: a function with a loop over documents,
 * values, postings, tokens or text reads the clock, or is listed here with the bound of its time.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findUntimedFunctions } from "./find-untimed-functions.ts";
import { parseImports, stripComments } from "./import-graph.ts";

const root = join(import.meta.dirname, "../..");
const START = "src/search/search-hits.ts";
const MODULES = /^src\/(?:ranking|search)\//;

/** Modules for batches of queries, which have no deadline. A search loads them for their types and tables. */
const BATCHES: readonly string[] = [
  "src/ranking/packed-hits.ts",
  "src/ranking/postings-pool.ts",
  "src/ranking/run-queries.ts",
  "src/ranking/salience-table.ts",
  "src/ranking/search-pool-worker.ts",
  "src/ranking/search-pool.ts",
  "src/ranking/tuning.ts",
];

/** Functions without the clock, by the bound of their time. */
const EXEMPT: Readonly<Record<string, readonly string[]>> = {
  "a pass of one to five nanoseconds per document: at most 5 ms for a million": [
    "src/ranking/documents-by-id.ts documentsWithoutIds",
    "src/ranking/postings-list.ts computeStatisticsBelow",
    "src/ranking/traversal/matching-documents.ts applyFilter",
    "src/search/all-documents.ts createLiveDocuments",
    "src/search/column-filter.ts addSingleValued",
    "src/search/field-order.ts collectFirstGroups",
    "src/search/field-order.ts take",
    "src/search/filter-documents.ts countLive",
  ],
  "such a pass, counted by the caller before it": ["src/search/sort-keys.ts readOrdinals"],
  "such a pass, once for each column or commit": [
    "src/ranking/matching/signature-buckets.ts constructor",
    "src/ranking/block-max/length-classes.ts loadFieldClasses",
    "src/ranking/block-max/shared-index.ts computeClasses",
    "src/ranking/block-max/shared-index.ts findLongestLength",
    "src/ranking/block-max/value-sets.ts constructor",
  ],
  "once for each list of boosts and commit: some 20 ns per document": [
    "src/ranking/document-boost.ts classifyDocuments",
  ],
  "once for each column, and only if the caller's clock has time for it": [
    "src/search/column-order.ts constructor",
  ],
  "once for each learned table of weights and commit: a pass over all postings, 10 ms per million":
    ["src/ranking/block-max/shared-index.ts computeWeightedImpacts"],
  "once for each commit and formula that asks for it: a pass over all terms, some 100 ns each": [
    "src/ranking/index-statistics.ts computeMaxCollectionFrequency",
  ],
  "in the background: the search waits for it by its clock": [
    "src/ranking/matching/form-dictionary.ts build",
  ],
  "below 10,000 documents, which are read at once": [
    "src/ranking/matching/form-dictionary.ts buildSync",
  ],
  "a batch of documents; the caller reads the clock between batches": [
    "src/ranking/block-max/candidate-scores.ts correctLastRows",
    "src/ranking/block-max/exact-scores.ts addClauses",
    "src/ranking/traversal/score-documents.ts scoreDocuments",
  ],
  "the candidates of the kernels, at most a few thousand": [
    "src/ranking/block-max/candidate-scores.ts dropUnscored",
    "src/ranking/block-max/candidate-scores.ts readFrequencies",
    "src/ranking/block-max/candidate-scores.ts takeAccumulators",
    "src/ranking/block-max/exact-hits.ts findTieEnd",
  ],
  "one document or one step of a cursor; the caller counts documents": [
    "src/ranking/explanation.ts explain",
    "src/ranking/fields/field-sum.ts createSumClause",
    "src/ranking/matching/dense-postings.ts seek",
    "src/ranking/postings-list.ts seek",
    "src/ranking/syntax/forward-phrases.ts collectPositions",
    "src/ranking/traversal/expand-field-parts.ts sumFrequencies",
    "src/search/sort-keys.ts readOrdinal",
  ],
  "tokens of a text that were read by the clock, in less time than reading takes": [
    "src/ranking/feedback.ts estimatePrunedModel",
    "src/ranking/feedback.ts estimateRelevanceModel",
    "src/search/snippets/highlight-tokens.ts findHighlightRanges",
    "src/search/snippets/hit-highlights.ts highlightHit",
  ],
  "the hits of a page": ["src/ranking/document-id-cache.ts getIds"],
  "the query, its words, values or ids": [
    "src/ranking/documents-by-id.ts documentsWithIds",
    "src/ranking/block-max/write-words.ts writeWords",
    "src/ranking/matching/correct-query.ts correctQuery",
    "src/ranking/matching/fuzzy-terms.ts selectSuggestions",
    "src/ranking/syntax/clause-reader.ts read",
    "src/ranking/syntax/read-query.ts splitFieldTerms",
    "src/ranking/syntax/read-query.ts splitPieces",
    "src/search/column-filter.ts findBounds",
    "src/search/column-filter.ts markOrdinals",
  ],
  "tables of 256 length classes and some rows, or the arrays of a segment": [
    "src/ranking/block-max/merged-lists.ts placePart",
    "src/ranking/block-max/rounded-tables.ts writeRow",
    "src/ranking/block-max/score-tables.ts write",
    "src/ranking/block-max/shared-index.ts canShareIndex",
    "src/ranking/block-max/unit-scores.ts copy",
    "src/ranking/block-max/unit-scores.ts fill",
    "src/ranking/matching/merge-postings.ts find",
  ],
};

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

test("the rule finds the functions that loop over documents without the clock", () => {
  const loop = "for (let document = 0; document < view.documentLimit; document++)";
  const find = (body: string) => findUntimedFunctions(`function f(limit, view) { ${body} }`);
  expect(find(`${loop} add(document);`)).toEqual(["f"]);
  expect(find(`${loop} if (limit.count()) break;`)).toEqual([]);
  expect(find("for (const field of fields) add(field);")).toEqual([]);
  expect(find("set.forEachBetween(0, 9, (document) => add(document));")).toEqual(["f"]);
  expect(
    findUntimedFunctions(
      `class A { #limit; a() { ${loop} this.#limit.spend(); } #b() { ${loop} add(document); } }
       const c = (cursor) => { while (cursor.next() !== EXHAUSTED) add(cursor); };`,
    ),
  ).toEqual(["b", "c"]);
});

test("functions of a search with long loops read the clock, or have a bound", () => {
  const files = listSearchFiles();
  expect(files.size).toBeGreaterThan(100);
  const untimed = [...files]
    .filter(([path]) => !BATCHES.includes(path))
    .flatMap(([path, code]) => findUntimedFunctions(code).map((name) => `${path} ${name}`));
  expect(untimed.sort()).toEqual(Object.values(EXEMPT).flat().sort());
  expect(BATCHES.filter((path) => !files.has(path))).toEqual([]);
});

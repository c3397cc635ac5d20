/** Documents that are generated from stored outcomes. */

import type { Experiment } from "../experiment.ts";
import type { BenchmarkFiles } from "./benchmark-files.ts";
import { renderBuildSpeedTable, renderIndexSizesTable } from "./building-tables.ts";
import { renderClaimsPage } from "./claims-page.ts";
import { renderPruningTimes } from "./discrimination-tables.ts";
import { renderClassicalTables, renderExperimentTables } from "./effectiveness-tables.ts";
import { renderFieldsTable, renderPrefixAndTypoTable } from "./field-tables.ts";
import { renderMemoryTable } from "./memory-table.ts";
import { renderProductTable } from "./product-table.ts";
import { renderPrunedIndexTable } from "./pruned-index-table.ts";
import { renderReadmeResults } from "./readme-results.ts";
import { renderReplicationPage } from "./replication-page.ts";
import {
  renderBuildTable,
  renderCollectionsTable,
  renderLargeTable,
  renderNativeTable,
  renderSizesTable,
} from "./search-tables.ts";
import { renderServerLimitsTable, renderServerTable } from "./server-tables.ts";
import { rankExtent, type StoredOutcome, selectStrongestOutcomes } from "./stored-outcome.ts";
import { renderVectorTable } from "./vector-table.ts";

export type { BenchmarkFiles } from "./benchmark-files.ts";
export { combineVerdicts } from "./claim-verdict.ts";
export { PAPER_CLAIMS, type PaperClaim } from "./claims/index.ts";
export { replaceBlock } from "./replace-block.ts";
export {
  type StoredOutcome,
  selectStrongestOutcomes,
  toOutcomeFile,
  toStoredOutcome,
} from "./stored-outcome.ts";

/** A generated part of a document, by the document's path and the name of the part. */
export interface GeneratedBlock {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** Parts of documents with all tables of one experiment. */
const TABLES: readonly (readonly [path: string, name: string, experiment: string])[] = [
  ["docs/effectiveness.md", "discrimination", "X1-tab2"],
  ["docs/effectiveness.md", "neural", "X0-tab1"],
  ["docs/effectiveness.md", "salience", "X0-tab2"],
  ["docs/effectiveness.md", "pretrained", "X4-results"],
  ["docs/discrimination.md", "term-weights", "term-weights"],
  ["docs/discrimination.md", "label-curves", "label-curves"],
  ["docs/discrimination.md", "click-curves", "click-curves"],
  ["docs/discrimination.md", "passages", "passages"],
  ["docs/typing.md", "known-items", "known-items"],
  ["docs/discrimination-paper.md", "footprint", "X1-tab3"],
  ["docs/hybrid.md", "hybrid", "hybrid"],
  ["docs/hybrid.md", "cross-encoder", "cross-encoder"],
  ["docs/hybrid.md", "word-encoder", "word-encoder"],
  ["docs/hybrid.md", "default-ranker", "default-ranker"],
];

/** The generated parts of documents that are otherwise handwritten. */
export function renderBlocks(
  experiments: readonly Experiment[],
  storedOutcomes: readonly StoredOutcome[],
  benchmarks: BenchmarkFiles,
): readonly GeneratedBlock[] {
  const outcomes = selectStrongestOutcomes(sortOutcomes(storedOutcomes));
  return [
    {
      path: "README.md",
      name: "results",
      text: renderReadmeResults(experiments, outcomes, benchmarks),
    },
    {
      ...{ path: "docs/effectiveness.md", name: "classical" },
      text: renderClassicalTables(experiments, outcomes),
    },
    ...TABLES.map(([path, name, id]) => ({
      ...{ path, name },
      text: renderExperimentTables(id, experiments, outcomes),
    })),
    ...renderBenchmarkBlocks(benchmarks),
  ];
}

/** Parts that come from benchmarks. */
function renderBenchmarkBlocks(files: BenchmarkFiles): readonly GeneratedBlock[] {
  const path = "docs/performance.md";
  return [
    {
      path: "docs/discrimination-paper.md",
      name: "pruning-times",
      text: renderPruningTimes(files),
    },
    { path: "docs/discrimination.md", name: "pruned-index", text: renderPrunedIndexTable(files) },
    { path, name: "product", text: renderProductTable(files) },
    { path, name: "search-native", text: renderNativeTable(files) },
    {
      ...{ path, name: "search-collections" },
      text: renderCollectionsTable(files, ["wordnet", "nfcorpus"]),
    },
    { path, name: "search-building", text: renderBuildTable(files, "wordnet") },
    { path, name: "search-sizes", text: renderSizesTable(files) },
    { path, name: "search-large", text: renderLargeTable(files) },
    { path, name: "memory", text: renderMemoryTable(files) },
    { path, name: "fields", text: renderFieldsTable(files) },
    { path: "docs/typing.md", name: "prefixes-and-typos", text: renderPrefixAndTypoTable(files) },
    { path: "docs/server.md", name: "server-speed", text: renderServerTable(files) },
    { path: "docs/server.md", name: "server-limits", text: renderServerLimitsTable(files) },
    { path: "docs/hybrid.md", name: "vectors", text: renderVectorTable(files) },
    { path, name: "index-sizes", text: renderIndexSizesTable(files) },
    { path, name: "build-speed", text: renderBuildSpeedTable(files) },
  ];
}

/** The text of each generated document, by its path. */
export function renderDocuments(
  experiments: readonly Experiment[],
  storedOutcomes: readonly StoredOutcome[],
): ReadonlyMap<string, string> {
  const outcomes = selectStrongestOutcomes(sortOutcomes(storedOutcomes));
  return new Map([
    ["docs/claims.md", renderClaimsPage(experiments, outcomes)],
    ["docs/replication.md", renderReplicationPage(experiments, outcomes)],
  ]);
}

/** By experiment, those of the largest extent first, then by their collections. */
function sortOutcomes(outcomes: readonly StoredOutcome[]): readonly StoredOutcome[] {
  const key = (outcome: StoredOutcome): string =>
    `${outcome.experiment} ${9999 - rankExtent(outcome)} ${outcome.configuration.collections}`;
  return [...outcomes].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

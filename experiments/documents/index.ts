/** Documents that are made from stored outcomes. */

import type { Experiment } from "../experiment.ts";
import type { BenchmarkFiles } from "./benchmark-files.ts";
import { buildSpeedTable, indexSizesTable } from "./building-tables.ts";
import { claimsPage } from "./claims-page.ts";
import { pruningTimes } from "./discrimination-tables.ts";
import { classicalTables, experimentTables } from "./effectiveness-tables.ts";
import { fieldsTable, typedTable } from "./field-tables.ts";
import { memoryTable } from "./memory-table.ts";
import { readmeResults } from "./readme-results.ts";
import { replicationPage } from "./replication-page.ts";
import { buildingTable, collectionsTable, nativeTable, sizesTable } from "./search-tables.ts";
import { type StoredOutcome, strongestOutcomes } from "./stored-outcome.ts";
import { vectorTable } from "./vector-table.ts";

export type { BenchmarkFiles } from "./benchmark-files.ts";
export { PAPER_CLAIMS, type PaperClaim } from "./claims/index.ts";
export { overallVerdict } from "./claims-page.ts";
export { withBlock } from "./generated-block.ts";
export {
  outcomeFile,
  type StoredOutcome,
  storedOutcome,
  strongestOutcomes,
} from "./stored-outcome.ts";

/** A generated part of a document, by the document's path and the name of the part. */
export interface GeneratedBlock {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** Parts of documents that hold all tables of one experiment. */
const TABLES: readonly (readonly [path: string, name: string, experiment: string])[] = [
  ["docs/effectiveness.md", "discrimination", "X1-tab2"],
  ["docs/effectiveness.md", "neural", "X0-tab1"],
  ["docs/effectiveness.md", "salience", "X0-tab2"],
  ["docs/effectiveness.md", "pretrained", "X4-results"],
  ["docs/discrimination.md", "term-weights", "term-weights"],
  ["docs/discrimination-paper.md", "footprint", "X1-tab3"],
  ["docs/hybrid.md", "hybrid", "hybrid"],
  ["docs/hybrid.md", "cross-encoder", "cross-encoder"],
  ["docs/hybrid.md", "word-encoder", "word-encoder"],
];

/** The generated parts of documents that are otherwise written by hand. */
export function generatedBlocks(
  experiments: readonly Experiment[],
  stored: readonly StoredOutcome[],
  benchmarks: BenchmarkFiles,
): readonly GeneratedBlock[] {
  const outcomes = strongestOutcomes(inOrder(stored));
  return [
    { path: "README.md", name: "results", text: readmeResults(experiments, outcomes, benchmarks) },
    {
      ...{ path: "docs/effectiveness.md", name: "classical" },
      text: classicalTables(experiments, outcomes),
    },
    ...TABLES.map(([path, name, id]) => ({
      ...{ path, name },
      text: experimentTables(id, experiments, outcomes),
    })),
    ...benchmarkBlocks(benchmarks),
  ];
}

/** Parts that come from benchmarks. */
function benchmarkBlocks(files: BenchmarkFiles): readonly GeneratedBlock[] {
  const path = "docs/performance.md";
  return [
    { path: "docs/discrimination-paper.md", name: "pruning-times", text: pruningTimes(files) },
    { path, name: "search-native", text: nativeTable(files) },
    {
      ...{ path, name: "search-collections" },
      text: collectionsTable(files, ["wordnet", "nfcorpus"]),
    },
    { path, name: "search-building", text: buildingTable(files, "wordnet") },
    { path, name: "search-sizes", text: sizesTable(files) },
    { path, name: "memory", text: memoryTable(files) },
    { path, name: "fields", text: fieldsTable(files) },
    { path: "docs/typing.md", name: "typed", text: typedTable(files) },
    { path: "docs/hybrid.md", name: "vectors", text: vectorTable(files) },
    { path, name: "index-sizes", text: indexSizesTable(files) },
    { path, name: "build-speed", text: buildSpeedTable(files) },
  ];
}

/** The text of each generated document, by its path. */
export function generatedDocuments(
  experiments: readonly Experiment[],
  stored: readonly StoredOutcome[],
): ReadonlyMap<string, string> {
  const outcomes = strongestOutcomes(inOrder(stored));
  return new Map([
    ["docs/claims.md", claimsPage(experiments, outcomes)],
    ["docs/replication.md", replicationPage(experiments, outcomes)],
  ]);
}

/** By experiment, those of most seeds first. */
function inOrder(outcomes: readonly StoredOutcome[]): readonly StoredOutcome[] {
  const key = ({ experiment, configuration }: StoredOutcome): string =>
    `${experiment} ${1000 - Number(configuration.seeds ?? 1)}`;
  return [...outcomes].sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/**
 * From documents to segments on storage: dictionary, postings, positions, forward index, commit,
 * merge.
 */

export type { AddOptions, Duplicates } from "./add-options.ts";
export { type BuildOptions, buildIndex } from "./build-index.ts";
export type { IndexableDocument } from "./building/check-document.ts";
export { extractSearchableTexts } from "./building/extract-searchable-texts.ts";
export {
  type CheckReport,
  checkIndex,
  type Damage,
  type RecoverReport,
  recoverIndex,
} from "./check-index.ts";
export { readCiff, writeCiff } from "./ciff/index.ts";
export type { Durability, IndexSettings, SearchDefaults } from "./commits/commit.ts";
export type { StoredFields } from "./files/stored-record.ts";
export * from "./index-statistics.ts";
export { IndexWriter, type WriterOptions } from "./index-writer.ts";
export { IndexSnapshot, type SnapshotPart, type TermList } from "./snapshots/index-snapshot.ts";
export * from "./snapshots/index-view.ts";
export { dropWords } from "./weights/drop-words.ts";
export { writePrunedFields } from "./weights/pruned-fields.ts";
export * from "./weights/pruned-index.ts";
export type { ImpactFormula, PruningRule } from "./weights/pruning-rule.ts";
export * from "./weights/term-weights.ts";
export * from "./weights/weighted-view.ts";

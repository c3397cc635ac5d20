/** Documents to segments on storage: dictionary, postings, positions, forward tokens, commit, merge. */

export type { AddOptions, Duplicates } from "./add-options.ts";
export { type BuildOptions, buildIndex } from "./build-index.ts";
export type { IndexableDocument } from "./building/document-rules.ts";
export { searchedTexts } from "./building/searched-texts.ts";
export {
  type CheckReport,
  checkIndex,
  type Damage,
  type RecoverReport,
  recoverIndex,
} from "./check-index.ts";
export type { Durability, IndexSettings } from "./commits/commit.ts";
export type { StoredFields } from "./files/stored-fields.ts";
export * from "./index-figures.ts";
export { IndexWriter, type WriterOptions } from "./index-writer.ts";
export { IndexSnapshot, type SnapshotPart, type TermList } from "./snapshots/index-snapshot.ts";
export * from "./snapshots/index-view.ts";
export type { ImpactFormula, PruningRule } from "./weights/posting-rule.ts";
export { writePrunedFields } from "./weights/pruned-fields.ts";
export * from "./weights/pruned-index.ts";
export * from "./weights/term-weights.ts";
export * from "./weights/weighted-view.ts";

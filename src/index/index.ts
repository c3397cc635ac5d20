/** Documents to segments on storage: dictionary, postings, positions, forward tokens, commit, merge. */

export { type BuildOptions, buildIndex } from "./build-index.ts";
export {
  type CheckReport,
  checkIndex,
  type Damage,
  type RecoverReport,
  recoverIndex,
} from "./check-index.ts";
export type { Durability, IndexSettings } from "./commit.ts";
export type { StoredFields } from "./files/stored-fields.ts";
export * from "./index-figures.ts";
export { IndexSnapshot, type SnapshotPart, type TermList } from "./index-snapshot.ts";
export * from "./index-view.ts";
export { type Duplicates, IndexWriter, type WriterOptions } from "./index-writer.ts";
export * from "./pruned-index.ts";
export * from "./term-weights.ts";
export * from "./weighted-view.ts";

/** Documents, queries, judgements and runs, and the files they come in. */

export type { Collection } from "./collection.ts";
export { type CollectionCheck, checkCollection } from "./collection-check.ts";
export {
  type ConvertOptions,
  convertCollection,
  WRITTEN_FORMATS,
  type WrittenFormat,
} from "./convert-collection.ts";
export type { Document, JsonValue, Judgement, Query } from "./document.ts";
export { writeDocuments, writeQueries } from "./formats/format-writers.ts";
export { documentsIn, type FileFormat, type FormatOptions, queriesIn } from "./formats/formats.ts";
export {
  type JudgementsFormat,
  judgementsIn,
  readJudgements,
  writeJudgements,
} from "./formats/judgements-file.ts";
export type { Encoding, ReadOptions } from "./formats/lines.ts";
export {
  type Candidate,
  candidatesIn,
  idTriples,
  type Triple,
  textTriples,
} from "./formats/msmarco-training.ts";
export { readQueries } from "./formats/query-file.ts";
export type { FieldNames } from "./formats/record-fields.ts";
export { type ReadRunOptions, type RunLine, readRun, runLines } from "./formats/run-file.ts";
export { type RunFormat, type RunMetadata, writeRun } from "./formats/run-writer.ts";
export type { SkipReason } from "./formats/text-files.ts";
export {
  type CollectionSplit,
  type KnownOptions,
  knownCollections,
  openKnownCollection,
  parseCollectionSplit,
} from "./known/known-collections.ts";
export {
  COLLECTION_FORMATS,
  type CollectionFormat,
  detectFormat,
  type OpenCollectionOptions,
  openCollection,
} from "./open-collection.ts";
export { type CollectionParts, collectionOf } from "./query-set.ts";
export { type RankingOrderOptions, rankingOrder } from "./ranking-order.ts";
export type { Judgements, Ranking, Run } from "./run.ts";
export { readSplit, type Split } from "./split.ts";
export { type CollectionStatistics, collectionStatistics, type Lengths } from "./statistics.ts";

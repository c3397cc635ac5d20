/** Documents, queries, judgements and runs, and their file formats. */

export { type CollectionCheck, checkCollection } from "./check-collection.ts";
export type { Collection } from "./collection.ts";
export {
  type CollectionStatistics,
  computeCollectionStatistics,
  type Lengths,
} from "./collection-statistics.ts";
export {
  type ConvertOptions,
  convertCollection,
  OUTPUT_FORMATS,
  type OutputFormat,
} from "./convert-collection.ts";
export { type CollectionParts, createCollection } from "./create-collection.ts";
export {
  type CollectionSplit,
  type DatasetOptions,
  listDatasets,
  openDataset,
  parseCollectionSplit,
} from "./datasets/open-dataset.ts";
export type { Document, JsonValue, Judgement, Query } from "./document.ts";
export { readCandidates } from "./formats/candidates-file.ts";
export { writeDocuments, writeQueries } from "./formats/format-writers.ts";
export {
  type FileFormat,
  type FormatOptions,
  readQueries,
  streamDocuments,
  streamQueries,
} from "./formats/formats.ts";
export {
  formatJudgementTable,
  type RatedJudgement,
  readJudgementTable,
} from "./formats/judgement-table.ts";
export {
  type JudgementsFormat,
  readJudgements,
  streamJudgements,
  writeJudgements,
} from "./formats/judgements-file.ts";
export type { Encoding, ReadOptions } from "./formats/lines.ts";
export {
  type Candidate,
  streamCandidates,
  streamIdTriples,
  streamTextTriples,
  type Triple,
} from "./formats/msmarco-training.ts";
export type { FieldNames } from "./formats/record-fields.ts";
export { type ReadRunOptions, type RunLine, readRun, streamRunLines } from "./formats/run-file.ts";
export { type RunFormat, type RunMetadata, writeRun } from "./formats/run-writer.ts";
export type { SkipReason } from "./formats/text-files.ts";
export {
  COLLECTION_FORMATS,
  type CollectionFormat,
  detectFormat,
  type OpenCollectionOptions,
  openCollection,
} from "./open-collection.ts";
export { computeRankingOrder, type RankingOrderOptions } from "./ranking-order.ts";
export type { Judgements, Ranking, Run } from "./run.ts";
export { readSplit, type Split } from "./split.ts";

/** Documents, queries, judgements and runs, and the files they come in. */

export type { Collection } from "./collection.ts";
export * from "./collection-check.ts";
export * from "./convert-collection.ts";
export * from "./document.ts";
export { type CsvOptions, csvLine, csvRows, type Delimiter, type Row } from "./formats/csv-rows.ts";
export {
  documentLines,
  queryLines,
  writeDocuments,
  writeQueries,
} from "./formats/format-writers.ts";
export { documentsIn, type FileFormat, type FormatOptions, queriesIn } from "./formats/formats.ts";
export { htmlText } from "./formats/html.ts";
export {
  type JudgementsFormat,
  judgementsIn,
  readJudgements,
  writeJudgements,
} from "./formats/judgements-file.ts";
export type { Encoding, ReadOptions } from "./formats/lines.ts";
export * from "./formats/msmarco-training.ts";
export { readQueries } from "./formats/query-file.ts";
export type { FieldNames, RecordOptions } from "./formats/record-fields.ts";
export { type RunLine, type RunOptions, readRun, runLines } from "./formats/run-file.ts";
export { type RunFormat, writeRun } from "./formats/run-writer.ts";
export { type SmartJudgementOptions, smartJudgements } from "./formats/smart-judgements.ts";
export { tabLine, tabRows } from "./formats/table.ts";
export type { SkipReason, TextFileOptions } from "./formats/text-files.ts";
export { type Lines, writeLines, writeTogether } from "./formats/written-lines.ts";
export * from "./known/known-collections.ts";
export * from "./open-collection.ts";
export { type CollectionParts, collectionOf, type QuerySet } from "./query-set.ts";
export { type RankingOrderOptions, rankingOrder } from "./ranking-order.ts";
export type { Judgements, Ranking, Run } from "./run.ts";
export * from "./split.ts";
export * from "./statistics.ts";

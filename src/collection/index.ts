/** Documents, queries, judgements and runs, and the files they come in. */

export type { Collection } from "./collection.ts";
export * from "./collection-check.ts";
export * from "./convert-collection.ts";
export { csvLine, csvRows, type Row } from "./csv-rows.ts";
export * from "./document.ts";
export { documentLines, queryLines, writeDocuments, writeQueries } from "./format-writers.ts";
export { documentsIn, type FileFormat, type FormatOptions, queriesIn } from "./formats.ts";
export { htmlText } from "./html.ts";
export {
  type JudgementsFormat,
  judgementsIn,
  readJudgements,
  writeJudgements,
} from "./judgements-file.ts";
export * from "./known-collection.ts";
export * from "./known-collections.ts";
export type { Encoding, ReadOptions } from "./lines.ts";
export * from "./msmarco-training.ts";
export * from "./open-collection.ts";
export { type CollectionParts, collectionOf, type QuerySet } from "./query-set.ts";
export { type RankingOrderOptions, rankingOrder } from "./ranking-order.ts";
export type { Judgements, Ranking, Run } from "./run.ts";
export { type RunLine, type RunOptions, readRun, runLines } from "./run-file.ts";
export { type RunFormat, writeRun } from "./run-writer.ts";
export { type SmartJudgementOptions, smartJudgements } from "./smart-judgements.ts";
export * from "./statistics.ts";
export { tabLine, tabRows } from "./table.ts";
export { type Lines, writeLines, writeTogether } from "./written-lines.ts";

/** Documents, queries, judgements and runs, and the files they come in. */

export type { Collection } from "./collection.ts";
export * from "./convert-collection.ts";
export { csvRows, type Row } from "./csv-rows.ts";
export { type Document, type Judgement, makeDocument, type Query } from "./document.ts";
export type { FileFormat, FormatOptions } from "./formats.ts";
export { htmlText } from "./html.ts";
export { jsonDocuments, jsonQueries } from "./json-lines.ts";
export { judgementsIn, readJudgements, writeJudgements } from "./judgements-file.ts";
export * from "./known-collection.ts";
export * from "./known-collections.ts";
export type { Encoding, ReadOptions } from "./lines.ts";
export * from "./msmarco-training.ts";
export * from "./open-collection.ts";
export { type CollectionParts, collectionOf, type QuerySet } from "./query-set.ts";
export * from "./ranking-order.ts";
export { checkedId, linesOf, Place, pardoned, recordsOf } from "./records.ts";
export type { Judgements, Ranking, Run } from "./run.ts";
export { type RunLine, type RunOptions, readRun, runLines } from "./run-file.ts";
export * from "./run-writer.ts";
export { smartDocuments, smartQueries } from "./smart.ts";
export { smartJudgements } from "./smart-judgements.ts";
export * from "./statistics.ts";
export { tableDocuments, tableQueries, tabRows } from "./table.ts";
export { textFiles } from "./text-files.ts";
export { trecDocuments } from "./trec-documents.ts";
export { type TopicOptions, trecTopics } from "./trec-topics.ts";
export { writeLines, writeTogether } from "./written-lines.ts";

/** Documents, queries, judgements and runs, and the files they come in. */

export type { Collection } from "./collection.ts";
export type { Document, Judgement, Query } from "./document.ts";
export { judgementsIn, readJudgements, writeJudgements } from "./judgements-file.ts";
export type { Encoding, ReadOptions } from "./lines.ts";
export { type CollectionParts, collectionOf, type QuerySet } from "./query-set.ts";
export type { Judgements, Ranking, Run } from "./run.ts";
export { type RunLine, type RunOptions, readRun, runLines } from "./run-file.ts";

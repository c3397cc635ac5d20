/** Relevance tests: expectations of queries, held against an index. */

export {
  parseRelevanceFile,
  type RelevanceFile,
  type RelevanceQuery,
} from "./relevance-file.ts";
export {
  type AcceptedRun,
  type BrokenExpectation,
  type MeasuredRelevance,
  type RelevanceOptions,
  type RelevanceReport,
  testRelevance,
} from "./relevance-test.ts";

/** Relevance tests: expectations about queries, checked against an index. */

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
export { runSearches } from "./search-run.ts";

/**
 * The public door: what most people need, on any platform. Every room is a door
 * of its own (`termwise/ranking`, …), and what only Node has is in `termwise/node`.
 * docs/api.md lists each name of this door.
 */

export type { JsonValue, Query } from "./collection/document.ts";
export type { Judgements, Ranking, Run } from "./collection/run.ts";
export { type ErrorCode, TermwiseError } from "./common/errors.ts";
export type { Progress, ProgressReport } from "./common/progress.ts";
export { type Comparison, compare } from "./evaluation/compare.ts";
export { type Evaluation, evaluate } from "./evaluation/evaluate.ts";
export type { Scalar } from "./index/columns/index.ts";
export type { Explanation } from "./ranking/explanation.ts";
export type { TrainedModel } from "./scoring/model-folder.ts";
export type { Conditions, Filter } from "./search/filter.ts";
export type { HighlightOptions } from "./search/highlight-options.ts";
export type { HitHighlights } from "./search/hit-highlights.ts";
export type { HitSnippet } from "./search/hit-snippet.ts";
export type { IndexLocation } from "./search/index-location.ts";
export { type JudgedQuery, type QueryInput, toJudgements } from "./search/judged-queries.ts";
export type { LearnedTermWeights, ModelTraining, WeightLearning } from "./search/learning.ts";
export {
  type CreateOptions,
  createIndex,
  type OpenOptions,
  openIndex,
} from "./search/open-index.ts";
export type {
  DocumentId,
  OneOrMany,
  SearchDocument,
  StoredDocument,
} from "./search/search-document.ts";
export type { RunOptions, SearchIndex } from "./search/search-index.ts";
export type {
  Hit,
  ScoringOptions,
  SearchOptions,
  SearchResult,
} from "./search/search-options.ts";
export type { Suggestion, SuggestOptions } from "./search/suggestions.ts";
export { type ModelSource, openModel, saveModel } from "./search/trained-models.ts";
export type { WeightsSource } from "./search/weighted-searcher.ts";
export type { Directory } from "./storage/directory.ts";
export { MemoryDirectory } from "./storage/memory-directory.ts";
export type { AnalyzerOptions } from "./text/analyzer-options.ts";

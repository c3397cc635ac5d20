/**
 * `termwise`: what most programs need, on any platform. docs/api.md lists each
 * name, and the other entry points of the package.
 */

export type { Boost } from "./api/boost.ts";
export type { DocumentId, DocumentPart, SearchDocument } from "./api/document-type.ts";
export type { Conditions, Filter, FilteredDocuments } from "./api/filter.ts";
export type { IndexLocation, IndexLocations } from "./api/index-location.ts";
export type { SearchSettings, SettingsChange } from "./api/index-settings.ts";
export type { JudgedQuery, QueryInput } from "./api/judged-query.ts";
export type { ModelTraining, RunOptions, WeightLearning } from "./api/learning-options.ts";
export type { ModelSource, WeightsSource } from "./api/option-types.ts";
export type { Rule } from "./api/rule.ts";
export type {
  HighlightOptions,
  ScoringOptions,
  SearchOptions,
  SuggestOptions,
} from "./api/search-options.ts";
export type {
  Hit,
  HitHighlights,
  HitSnippet,
  SearchResult,
  StoredDocument,
  Suggestion,
} from "./api/search-result.ts";
export type { JsonValue, Query } from "./collection/document.ts";
export type { Judgements, Ranking, Run } from "./collection/run.ts";
export { type ErrorCode, TermwiseError } from "./common/errors.ts";
export type { Progress, ProgressReport } from "./common/progress.ts";
export type { EncoderLocation, OpenEncoderOptions, VectorEncoder } from "./dense/index.ts";
export { type Comparison, compare } from "./evaluation/compare.ts";
export { type Evaluation, evaluate } from "./evaluation/evaluate.ts";
export type { Scalar } from "./index/columns/index.ts";
export type { Explanation } from "./ranking/explanation.ts";
export type { TrainedModel } from "./scoring/model-folder.ts";
export {
  type BackupOptions,
  type BackupReport,
  backupIndex,
  restoreIndex,
} from "./search/backup.ts";
export { parseBoostText } from "./search/boost-text.ts";
export { parseFilterText } from "./search/filter-text.ts";
export { toJudgements } from "./search/judged-queries.ts";
export type { LearnedTermWeights } from "./search/learning.ts";
export { openEncoder } from "./search/open-encoder.ts";
export {
  type CreateOptions,
  createIndex,
  type OpenOptions,
  openIndex,
} from "./search/open-index.ts";
export type { OneOrMany } from "./search/search-document.ts";
export type { SearchIndex } from "./search/search-index.ts";
export { openModel, saveModel } from "./search/trained-models.ts";
export type { Directory } from "./storage/directory.ts";
export { MemoryDirectory } from "./storage/memory-directory.ts";
export type { AnalyzerOptions } from "./text/analyzer-options.ts";

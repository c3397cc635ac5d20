/** The facade: one object for an open index, with documents in and hits out. */

export type { DocumentId, SearchDocument } from "../api/document-type.ts";
export type { Conditions, Filter } from "../api/filter.ts";
export type { SearchSettings, SettingsChange } from "../api/index-settings.ts";
export type { JudgedQuery, QueryInput } from "../api/judged-query.ts";
export type { ModelTraining, RunOptions, WeightLearning } from "../api/learning-options.ts";
export type {
  FacetOptions,
  FacetRange,
  Facets,
  ModelSource,
  RerankSource,
  WeightsSource,
} from "../api/option-types.ts";
export type {
  HighlightOptions,
  ScoringOptions,
  SearchOptions,
  SuggestOptions,
} from "../api/search-options.ts";
export type {
  FacetCounts,
  FieldHighlight,
  Hit,
  HitGroup,
  HitHighlights,
  HitSnippet,
  SearchResult,
  StoredDocument,
  Suggestion,
} from "../api/search-result.ts";
export { openEncoder, type VectorEncoder } from "../dense/index.ts";
export type { Scalar } from "../index/columns/index.ts";
export type { FieldChoice, FieldOptions, FieldType, SchemaOptions } from "../index/schema/index.ts";
export type {
  RetrievalResult,
  RetrieveOptions,
  Retriever,
  RetrieverHit,
  RetrieverQuery,
} from "../ranking/retriever.ts";
export {
  type BackupOptions,
  type BackupReport,
  backupIndex,
  restoreIndex,
} from "./backup.ts";
export { parseBoostText } from "./boost-text.ts";
export {
  type ExplainedDocuments,
  type ExplainedRanking,
  explainDocuments,
} from "./explain-documents.ts";
export { MAX_SEARCHED_VALUES, matchFacetValues } from "./facet-values.ts";
export { parseFilter } from "./filter.ts";
export { parseFilterText } from "./filter-text.ts";
export { indexInMemory } from "./index-in-memory.ts";
export { IndexReader, nameHybrid, readDefaultRankers, withReader } from "./index-reader.ts";
export { toJudgements } from "./judged-queries.ts";
export type { LearnedTermWeights } from "./learning.ts";
export { LocalRetriever } from "./local-retriever.ts";
export { type CreateOptions, createIndex, type OpenOptions, openIndex } from "./open-index.ts";
export { ReadableIndex } from "./readable-index.ts";
export { scorePairs } from "./score-pairs.ts";
export { scoreTexts } from "./score-texts.ts";
export type { OneOrMany } from "./search-document.ts";
export { searchHits } from "./search-hits.ts";
export { SearchIndex } from "./search-index.ts";
export { findSuggestions } from "./suggestions.ts";
export { openModel, openReranker, saveModel } from "./trained-models.ts";
export {
  describeWord,
  listWords,
  type WordListOptions,
  type WordSources,
} from "./word-statistics.ts";

/** The facade: one object for an open index, with documents in and hits out. */

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
export type { HitGroup } from "./distinct-hits.ts";
export type { FacetCounts, FacetOptions, FacetRange, Facets } from "./facet-options.ts";
export type { Conditions, Filter } from "./filter.ts";
export { parseFilterText } from "./filter-text.ts";
export type { HighlightOptions } from "./highlight-options.ts";
export type { FieldHighlight, HitHighlights } from "./hit-highlights.ts";
export type { HitSnippet } from "./hit-snippet.ts";
export { indexInMemory } from "./index-in-memory.ts";
export type { IndexLocation } from "./index-location.ts";
export { IndexReader, withReader } from "./index-reader.ts";
export { type JudgedQuery, type QueryInput, toJudgements } from "./judged-queries.ts";
export type { LearnedTermWeights, ModelTraining, WeightLearning } from "./learning.ts";
export { LocalRetriever } from "./local-retriever.ts";
export { type CreateOptions, createIndex, type OpenOptions, openIndex } from "./open-index.ts";
export { ReadableIndex } from "./readable-index.ts";
export type { DocumentId, OneOrMany, SearchDocument, StoredDocument } from "./search-document.ts";
export { searchHits } from "./search-hits.ts";
export { type RunOptions, SearchIndex } from "./search-index.ts";
export type { Hit, ScoringOptions, SearchOptions, SearchResult } from "./search-options.ts";
export { findSuggestions, type Suggestion, type SuggestOptions } from "./suggestions.ts";
export {
  type ModelSource,
  openModel,
  openReranker,
  type RerankSource,
  saveModel,
} from "./trained-models.ts";
export type { WeightsSource } from "./weighted-searcher.ts";

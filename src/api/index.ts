/** The operations of the library and the server, each declared once: options, requests, results, paths. */

export { COMPUTE_DEVICES, type ComputeDevice } from "../common/compute-device.ts";
export type { Boost, BoostMode, Duration } from "./boost.ts";
export { checkDeclaredOptions, type OptionRule, type OptionRules } from "./check-options.ts";
export type { ComparedValue, Conditions, Filter } from "./filter.ts";
export {
  INDEX_SETTINGS_SEARCH_OPTIONS,
  type SearchSettings,
  type SettingName,
  type SettingsChange,
} from "./index-settings.ts";
export {
  ALPHA_OPTIONS,
  type AlphaLearning,
  BOOSTS_OPTIONS,
  type BoostLearning,
  ENCODER_OPTIONS,
  type EncoderTraining,
  LEARN_OPTIONS,
  type ModelTraining,
  RUN_OPTIONS,
  RUN_SEARCH_OPTIONS,
  type RunOptions,
  SETTINGS_OPTIONS,
  TRAIN_OPTIONS,
  type WeightLearning,
} from "./learning-options.ts";
export {
  LIBRARY_OPERATIONS,
  type LibraryOperation,
  type LibraryOperationName,
} from "./library-operations.ts";
export { OPTION_TABLES, type OptionTableName } from "./option-tables.ts";
export type {
  ApiOption,
  CliSpelling,
  FacetOptions,
  FacetRange,
  Facets,
  HttpOptionValue,
  HttpOptionValues,
  HttpTypes,
  LibraryOptionValues,
  LibraryTypes,
  ModelSource,
  OptionTable,
  OptionType,
  RerankSource,
  Sort,
  Surface,
  WeightsSource,
} from "./option-types.ts";
export type { Rule, RuleList } from "./rule.ts";
export {
  HIGHLIGHT_OPTIONS,
  type HighlightOptions,
  type HttpScoringOptions,
  type HttpSearchOptions,
  RESULT_OPTIONS,
  SCORING_OPTIONS,
  type ScoringOptions,
  type SearchOptions,
  SIMILAR_OPTIONS,
  type SimilarOptions,
  SNIPPET_OPTIONS,
  type SnippetOptions,
  SUGGEST_OPTIONS,
  type SuggestOptions,
} from "./search-options.ts";
export type {
  FacetCounts,
  FieldHighlight,
  Hit,
  HitGroup,
  HitHighlights,
  HitSnippet,
  RankingDescription,
  SearchResult,
  StoredDocument,
  Suggestion,
} from "./search-result.ts";

/** Query + index → ranking: scorers, traversal, feedback, dependence, proximity. */

export { type BagOfWordsOptions, bagOfWords } from "./bag-of-words.ts";
export {
  type Candidates,
  type FirstStageOptions,
  findCandidates,
  judgedQueries,
} from "./candidates.ts";
export {
  type MarkovRandomFieldOptions,
  markovRandomField,
} from "./dependence/markov-random-field.ts";
export { type ProximityOptions, proximityRanker } from "./dependence/proximity-ranker.ts";
export { DocumentIdCache } from "./document-id-cache.ts";
export { DocumentSet } from "./document-set.ts";
export { documentsWithIds, documentsWithoutIds } from "./documents-by-id.ts";
export { type Explanation, explain } from "./explanation.ts";
export { type FeedbackOptions, feedback } from "./feedback.ts";
export { createIndexRetriever, createPoolRetriever } from "./index-retriever.ts";
export { gridSettings } from "./naming/parameter-grid.ts";
export { rankerList } from "./naming/ranker-help.ts";
export {
  parseRanker,
  type RankerSetting,
  ranker,
  rankerSetting,
  salienceNames,
} from "./naming/ranker-name.ts";
export { RANKERS } from "./naming/rankers.ts";
export type { PreparedQuery } from "./prepared-query.ts";
export type { QueryAnalyzer } from "./query-analyzer.ts";
export type { Ranker } from "./ranker.ts";
export {
  findRunCandidates,
  type RunCandidates,
  rankRunCandidates,
} from "./run-candidates.ts";
export { type BatchRetriever, runQueries } from "./run-queries.ts";
export {
  formatSalienceLine,
  readSalience,
  type SalienceTable,
  type TermSalience,
} from "./salience-table.ts";
export { type Bm25Options, bm25Match } from "./scorers/bm25.ts";
export { dirichletMatch } from "./scorers/dirichlet.ts";
export { jelinekMercerMatch } from "./scorers/jelinek-mercer.ts";
export type { Match, TermScorer } from "./scorers/match.ts";
export { pivotedLengthMatch } from "./scorers/pivoted-length.ts";
export { idf, type Salience } from "./scorers/salience.ts";
export { tfIdfMatch } from "./scorers/tf-idf.ts";
export { SearchPool } from "./search-pool.ts";
export { type QueryOptions, type RankOptions, Searcher, type SearcherOptions } from "./searcher.ts";
export type { DocumentFilter, Hits } from "./traversal/hits.ts";
export { type Trial, type TuningOptions, tune } from "./tuning.ts";

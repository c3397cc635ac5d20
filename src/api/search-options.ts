/**
 * The options of searches, each declared once. The doc comment of an option is its
 * documentation in editors, in the OpenAPI document and in the help of the command
 * line, which shows the first sentence. scripts/build-options.mjs reads this file as
 * text: tables are literals with one option per line.
 */

import type { SearchDocument } from "./document-type.ts";
import type {
  Facets,
  HttpOptionValues,
  HttpTypes,
  LibraryOptionValues,
  LibraryTypes,
} from "./option-types.ts";

/** Options that decide how a query is parsed and documents are scored. */
export const SCORING_OPTIONS = {
  /** Ranking function, such as `bm25(k1=0.6)` or `hybrid(bm25,dense)`. In the library also a ranker object. Default: the one stored with the index, else `bm25f` with fields and `bm25` without; with vectors and their encoder, `hybrid` over it. */
  ranker: {
    type: "ranker",
    httpMax: 1000,
    cli: {
      short: "r",
      hint: "by default the one stored with the index, else bm25f with fields, else bm25; with vectors and their encoder, hybrid over it",
    },
  },
  /** Treat "phrase", +must, -not, prefix* and fuzzy~ in the query as operators. Default false: all are words. */
  syntax: { type: "flag" },
  /** Text fields to search. With or without weights: `["title^3", "body"]` or `{ title: 3, body: 1 }`. Default: all, with the weights of the index. */
  fields: { type: "fields", cli: { hint: "title^3 sets a weight" } },
  /** Text fields that rank a document first if they have the words of the query and no others. With the rankers `bm25` and `bm25f`. Default: `title` and `name`, where the index has these fields; an empty list for none. */
  exactFields: { type: "names", httpMax: 64 },
  /** Match words that begin with the last word of the query. `boili` matches boiling, and boil. Default false. */
  prefix: { type: "flag" },
  /** Match words with typos. One edit from four letters on, two from eight on; a number sets the maximum. Default false. */
  fuzzy: { type: "choice", choices: [true, false, 1, 2] },
  /** Synonyms, one rule per line. `sofa, couch` matches each by the other, `tv => television` goes one way. Default none. */
  synonyms: { type: "synonyms", httpMax: 65_536, cli: { hint: "sofa, couch or tv => television" } },
  /** Words to ignore in the query, unless no other is left, in addition to those of the index. */
  stopWords: { type: "words", httpMax: 1000 },
  /** Raise or lower scores by functions of fields, such as popularity or age. See `Boost`. Not with the ranker `dense`; with `hybrid` and `rrf` it applies to the scores of words. Default none. */
  boost: {
    type: "boosts",
    httpMax: 16,
    cli: { hint: 'such as "0.2 log(sales)" or "1 gaussianDecay(added, scale=30d)"' },
  },
  /** Rules that pin, hide, bury and boost documents for some queries. See `Rule`. Default none. */
  rules: { type: "rules", httpMax: 1000, cli: { hint: "a JSON file" } },
  /** Vector of the query, for the rankers `hybrid`, `dense` and `rrf`. Default: computed by the encoder of the index. */
  vector: { type: "vector", httpMax: 8192, not: { cli: "the encoder computes it" } },
  /** What `hybrid`, `dense` and `rrf` do without a query vector and an encoder. `words` ranks by words alone. Default `refuse`. */
  vectorFallback: { type: "choice", choices: ["refuse", "words"] },
  /**
   * The former name of `vectorFallback`.
   * @deprecated Use `vectorFallback`.
   */
  withoutVector: {
    type: "choice",
    choices: ["refuse", "words"],
    aliasOf: "vectorFallback",
    not: { cli: "an alias" },
  },
  /** Learned term weights. In the library as `learn` returns them. They bring the ranker they were learned for. */
  weights: { type: "weights", cli: { hint: "a table that discriminate --weights wrote" } },
} as const;

/** Options that decide which matching documents are returned, in which order, with what. */
export const RESULT_OPTIONS = {
  /** Maximum number of hits. Default 10. */
  limit: {
    type: "integer",
    min: 0,
    httpMax: 1000,
    default: 10,
    cli: { flag: "top", short: "n", alias: "limit", min: 1 },
  },
  /** Number of best hits to skip. Default 0. */
  offset: { type: "integer", min: 0, httpMax: 9999 },
  /** Minimum number of distinct query terms that a document must contain. Default 1. */
  minMatch: { type: "integer", min: 1, httpMax: 1024, default: 1 },
  /** Return only documents for which this holds. See `Filter`. */
  filter: { type: "filter", cli: { hint: 'such as "category = books and price < 20"' } },
  /** Continue after the last hit of another page. The value is that page's `after`; it replaces `offset`. */
  after: { type: "cursor" },
  /** Sort keys: fields, `-` and a field for descending order, or `score`. Default: the best score first; see `Sort`. */
  sort: { type: "sort" },
  /** Return only the first hit for each value of this field. */
  distinct: { type: "field" },
  /** Fields whose values are counted over all matching documents. See `Facets`. */
  facets: {
    type: "facets",
    cli: { flag: "facet", hint: "price:0..10:10.. counts ranges" },
  },
  /** Properties of the documents to return, besides the id. With few, less is decompressed; with none, nothing is read. Default: all. */
  select: { type: "properties" },
  /** Return a passage of the text that shows the matches, of 30 words or of a given number. Default none. */
  snippet: { type: "snippet", not: { cli: "always shown" } },
  /** Return the matches in every text of a document. See `HitHighlights`. Default none. */
  highlight: { type: "highlight", cli: { hint: "one line each, in place of a passage" } },
  /** Suggest a correction of the query when fewer than three documents match. Default: for an index of at most 100,000 documents; for a larger one the dictionary is read first, which takes about a second. */
  didYouMean: { type: "flag" },
  /** Trained model that re-ranks the first hits. In the library itself or its folder; or an encoder, which ranks by cosine. */
  rerank: { type: "rerank" },
  /** Number of hits that the model re-ranks. Default: the best in its training; 50 for an encoder. */
  depth: { type: "integer", min: 1, httpMax: 1000 },
  /** Explain how each score is computed. Default false. */
  explain: { type: "flag" },
  /** Count all matches. A number is the maximum to count to. See `SearchResult.total`. Default true. */
  total: { type: "count", httpMax: 1_000_000_000 },
  /** Time limit in ms. A search that reaches it returns what it has, and `isPartial` is true. Default none; on a server 1000. */
  timeout: { type: "milliseconds", httpMin: 1, httpMax: 10_000 },
} as const;

/** Options of a call, which are no part of the request. */
export const CALL_OPTIONS = {
  /** Cancels the call, which then rejects with the reason of the signal. */
  signal: {
    type: "signal",
    not: {
      post: "the connection is closed",
      get: "the connection is closed",
      cli: "Ctrl-C ends the command",
      page: "the next request cancels the one before",
    },
  },
} as const;

/** The option `snippet` as an object. */
export const SNIPPET_OPTIONS = {
  /** Number of words. Default 30. */
  words: { type: "integer", min: 1, httpMax: 1000 },
} as const;

/** The option `highlight` as an object. */
export const HIGHLIGHT_OPTIONS = {
  /** The only properties to highlight. Default: all that are texts. */
  fields: { type: "names" },
  /** The HTML element around a match. Default `mark`. */
  tag: { type: "tag" },
  /** Maximum number of words shown of a long text. Default 30. */
  words: { type: "integer", min: 1, httpMax: 1000 },
} as const;

/** Options of a completion. */
export const SUGGEST_OPTIONS = {
  /** Maximum number of suggestions. Default 10. */
  limit: {
    type: "integer",
    min: 0,
    httpMin: 1,
    httpMax: 100,
    default: 10,
    cli: { flag: "top", short: "n", alias: "limit", min: 1 },
  },
} as const;

/** Options of a search within the values of a field. */
export const FACET_SEARCH_OPTIONS = {
  /** Count only documents that a search for this text matches. Default: all documents. */
  query: { type: "query" },
  /** Count only documents for which this holds. See `Filter`. */
  filter: { type: "filter" },
  /** Maximum number of values. Default 10. */
  limit: {
    type: "integer",
    min: 1,
    httpMax: 1000,
    default: 10,
    cli: { flag: "top", short: "n", alias: "limit" },
  },
  /** Time limit in ms, beyond which the call fails. Default none; on a server 1000. */
  timeout: { type: "milliseconds", httpMin: 1, httpMax: 10_000 },
} as const;

/** Options of a search for similar documents. */
export const SIMILAR_OPTIONS = {
  /** Maximum number of hits. Default 10. */
  limit: { type: "integer", min: 1, httpMax: 1000, default: 10 },
  /** Return only documents for which this holds. See `Filter`. */
  filter: { type: "filter" },
  /** Time limit in ms, beyond which the call fails. Default none; on a server 1000. */
  timeout: { type: "milliseconds", httpMin: 1, httpMax: 10_000 },
} as const;

/** Options of a call that can be cancelled. */
export interface CancelOptions extends LibraryOptionValues<typeof CALL_OPTIONS> {}

/** How a query is parsed and documents are scored. */
export interface ScoringOptions<Doc = SearchDocument>
  extends LibraryOptionValues<typeof SCORING_OPTIONS, LibraryTypes<Doc>>,
    CancelOptions {}

/** Options of a search in an index of documents of a type. */
export interface SearchOptions<Doc = SearchDocument, RequestedFacets = Facets<Doc> | undefined>
  extends ScoringOptions<Doc>,
    LibraryOptionValues<typeof RESULT_OPTIONS, LibraryTypes<Doc, RequestedFacets>> {}

/** A snippet with options. */
export interface SnippetOptions extends LibraryOptionValues<typeof SNIPPET_OPTIONS> {}

/** Highlighting with options. */
export interface HighlightOptions<Doc = SearchDocument>
  extends LibraryOptionValues<typeof HIGHLIGHT_OPTIONS, LibraryTypes<Doc>> {}

/** Options of `suggest`. */
export interface SuggestOptions
  extends LibraryOptionValues<typeof SUGGEST_OPTIONS>,
    CancelOptions {}

/** Options of `facetSearch`. */
export interface FacetSearchOptions<Doc = SearchDocument>
  extends LibraryOptionValues<typeof FACET_SEARCH_OPTIONS, LibraryTypes<Doc>>,
    CancelOptions {}

/** Options of `similar`. */
export interface SimilarOptions<Doc = SearchDocument>
  extends LibraryOptionValues<typeof SIMILAR_OPTIONS, LibraryTypes<Doc>>,
    CancelOptions {}

/** The same over HTTP. */
export interface HttpScoringOptions<Doc = SearchDocument>
  extends HttpOptionValues<typeof SCORING_OPTIONS, HttpTypes<Doc>> {}

/** Options of a search over HTTP. */
export interface HttpSearchOptions<Doc = SearchDocument, RequestedFacets = Facets<Doc> | undefined>
  extends HttpScoringOptions<Doc>,
    HttpOptionValues<typeof RESULT_OPTIONS, HttpTypes<Doc, RequestedFacets>> {}

/** What can be asked of a search, and what it answers. All as plain data. */

import { badArgument, describeValue } from "../common/errors.ts";
import type { InputVector } from "../dense/vectors/index.ts";
import type { FieldChoice } from "../index/schema/index.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { Ranker } from "../ranking/ranker.ts";
import { checkFlag, checkInteger, checkOptions } from "./check-options.ts";
import type { HitGroup } from "./distinct-hits.ts";
import type { FacetCounts, Facets } from "./facet-options.ts";
import type { Filter } from "./filter.ts";
import { checkHighlight, type HighlightOptions } from "./highlight-options.ts";
import type { HitHighlights } from "./hit-highlights.ts";
import type { HitSnippet } from "./hit-snippet.ts";
import type { StoredDocument } from "./search-document.ts";
import type { Sort } from "./sort-keys.ts";
import type { RerankSource } from "./trained-models.ts";
import type { WeightsSource } from "./weighted-searcher.ts";

/** How a query is understood and documents are scored. */
export interface ScoringOptions {
  /** A name such as `bm25(k1=0.6)` or `hybrid(bm25,dense)`, or a ranker. Default: the one the index was made for, else `bm25f` with fields and `bm25` without. */
  readonly ranker?: string | Ranker | undefined;
  /** Whether "phrase", +must, -not, prefix* and fuzzy~ are operators. Default false: just words. */
  readonly syntax?: boolean | undefined;
  /**
   * The text fields to search, perhaps with weights: `["title^3", "body"]` or
   * `{ title: 3, body: 1 }`. Default: all, as the index weighs them.
   */
  readonly fields?: FieldChoice | undefined;
  /** Whether the last word may be half-typed: `boili` finds boiling, and boil. Default false. */
  readonly prefix?: boolean | undefined;
  /**
   * Whether words may be mistyped: by one edit from four letters on, by two from
   * eight on; a number sets the most. Default false.
   */
  readonly fuzzy?: boolean | 1 | 2 | undefined;
  /**
   * Words that stand for one another, one rule per line: `sofa, couch` finds each
   * by the other, `tv => television` goes one way. Default none.
   */
  readonly synonyms?: string | undefined;
  /** Words to leave out of the query, unless nothing else is left, beside those of the index. */
  readonly stopWords?: readonly string[] | undefined;
  /**
   * The vector of the query, for a dense or hybrid ranker: `hybrid`, `dense`
   * or `rrf`. Default: the encoder of the index makes it.
   */
  readonly vector?: InputVector | undefined;
  /** Without a vector and an encoder, such a ranker throws (`refuse`, the default) or ranks lexically (`words`). */
  readonly vectorFallback?: "refuse" | "words" | undefined;
  /** The former name of `vectorFallback`. */
  readonly withoutVector?: "refuse" | "words" | undefined;
  /** Learned weights of terms, as `learn` gives them; they bring the ranker they were learned for. */
  readonly weights?: WeightsSource | undefined;
}

/** What can be asked of a search. */
export interface SearchOptions extends ScoringOptions {
  /** How many hits to return at most. Default 10. */
  readonly limit?: number | undefined;
  /** How many of the best hits to skip. Default 0. */
  readonly offset?: number | undefined;
  /** How many distinct words of the query a document must have. Default 1. */
  readonly minMatch?: number | undefined;
  /** Only documents with these properties; see `Filter`. */
  readonly filter?: Filter | undefined;
  /** Continue after the last hit of another page: its `after`. Takes the place of `offset`. */
  readonly after?: string | undefined;
  /** What hits are ordered by: fields, `-` and a field, `score`. Default the best score first; see `Sort`. */
  readonly sort?: Sort | undefined;
  /** Return only the first hit for each value of this field. */
  readonly distinct?: string | undefined;
  /** Count the values of these fields over all documents that match; see `Facets`. */
  readonly facets?: Facets | undefined;
  /** A passage of the text that shows what was found, of 30 words or as many as said. Default none. */
  readonly snippet?: boolean | { readonly words?: number | undefined } | undefined;
  /** Which words of each text were found: see `HitHighlights`. Default none. */
  readonly highlight?: boolean | HighlightOptions | undefined;
  /**
   * Whether to say what may have been meant when fewer than three documents are
   * found. Default: for an index of at most 100,000 documents; with more, the
   * words of the index are read for it first, which takes a second or so.
   */
  readonly didYouMean?: boolean | undefined;
  /** A trained model, or its folder, that puts the first hits into a better order; or an encoder, which sorts them by semantic similarity. */
  readonly rerank?: RerankSource | undefined;
  /** How many hits the model looks at. Default: what was best in its training; 50 of an encoder. */
  readonly depth?: number | undefined;
  /** Whether to say why each hit has its score. Default false. */
  readonly explain?: boolean | undefined;
  /** Whether to count all matches, or up to how many: see `SearchResult.total`. Default true. */
  readonly total?: boolean | number | undefined;
  /** After so many ms the search ends with what it has found, and `isPartial` is true. Default never. */
  readonly timeout?: number | undefined;
}

/** Which documents like another are wanted. */
export interface SimilarOptions {
  /** How many hits to return at most. Default 10. */
  readonly limit?: number | undefined;
  /** Only documents with these properties; see `Filter`. */
  readonly filter?: Filter | undefined;
}

/** A document that was found. */
export interface Hit {
  readonly id: string;
  readonly score: number;
  readonly document: StoredDocument;
  /** With `distinct`: the value that the hit stands for, and how many documents that match have it. */
  readonly group?: HitGroup;
  /** With `snippet`. */
  readonly snippet?: HitSnippet;
  /** With `highlight`: what was found in each text, by the name of its property. */
  readonly highlights?: HitHighlights;
  /** With `explain`: how the first stage came to its score. */
  readonly explanation?: Explanation;
}

/** What a search answers. */
export interface SearchResult {
  /** Best first. Equal scores are ordered by id, the larger by bytes first. */
  readonly hits: readonly Hit[];
  /**
   * How many documents match, returned or not: those with at least `minMatch`
   * words of the query that pass the filter. Exact, but with `total: false`
   * only a lower bound: the hits that were looked at.
   */
  readonly total: number;
  /** The query with likely mistakes corrected, where little was found and there is something to correct. */
  readonly didYouMean?: string;
  /** There may be more than `total`: counting stopped where the option `total` said. */
  readonly isLowerBound?: true;
  /** Where the next hits begin, for the option `after`; absent where none follows. */
  readonly after?: string;
  /** With `facets`: by field and value, how many of all documents that match have it. */
  readonly facets?: FacetCounts;
  /** How long it took, in ms. */
  readonly took: number;
  /** Time ran out: there may be better hits, and more of them. */
  readonly isPartial: boolean;
}

const SCORING = [
  "ranker",
  "syntax",
  "fields",
  "prefix",
  "fuzzy",
  "synonyms",
  "stopWords",
  "vector",
  "vectorFallback",
  "withoutVector",
  "weights",
];
const SEARCH = [
  "limit",
  "offset",
  "after",
  "sort",
  "distinct",
  ...SCORING,
  "minMatch",
  "filter",
  "facets",
  "snippet",
  "highlight",
  "didYouMean",
  "rerank",
  "depth",
  "explain",
  "total",
  "timeout",
];

/** `BAD_ARGUMENT` for anything but a text. */
export function checkQuery(query: unknown): void {
  if (typeof query !== "string")
    throw badArgument(`a query must be a text, got ${describeValue(query)}`);
}

/** Checks what a person passed to `search`. What needs the index is checked there. */
export function checkSearchOptions(options: SearchOptions): void {
  checkOptions("search", options, SEARCH);
  checkInteger("limit", options.limit, 0);
  checkInteger("offset", options.offset, 0);
  checkInteger("minMatch", options.minMatch, 1);
  checkInteger("depth", options.depth, 1);
  for (const name of ["explain", "didYouMean"] as const) checkFlag(name, options[name]);
  if (typeof options.total === "number") checkInteger("total", options.total, 1);
  else checkFlag("total", options.total);
  if (options.distinct !== undefined && typeof options.distinct !== "string") {
    throw badArgument(`distinct must be a field, got ${describeValue(options.distinct)}`);
  }
  for (const name of ["sort", "after", "distinct"] as const) {
    if (options.rerank === undefined || options[name] === undefined) continue;
    throw badArgument(`${name} and rerank exclude each other: a model orders by its own scores`);
  }
  checkParseOptions(options);
  const { snippet, timeout } = options;
  checkHighlight(options.highlight);
  if (typeof snippet !== "boolean" && snippet !== undefined) {
    checkOptions("snippet", snippet, ["words"]);
    checkInteger("snippet words", snippet.words, 1);
  }
  if (timeout !== undefined && !(typeof timeout === "number" && timeout >= 0)) {
    throw badArgument(`timeout must be a number of ms ≥ 0, got ${describeValue(timeout)}`);
  }
}

/** Checks what a person passed to `explain`. */
export function checkScoringOptions(options: ScoringOptions): void {
  checkOptions("explain", options, SCORING);
  checkParseOptions(options);
}

/** Checks how a query is to be read. */
function checkParseOptions(options: ScoringOptions): void {
  const { syntax, prefix, fuzzy, synonyms, stopWords } = options;
  const { vectorFallback = options.withoutVector ?? "refuse" } = options;
  if (!["refuse", "words"].includes(vectorFallback)) {
    throw badArgument(
      `vectorFallback must be "refuse" or "words", got ${describeValue(vectorFallback)}`,
    );
  }
  checkFlag("syntax", syntax);
  checkFlag("prefix", prefix);
  if (synonyms !== undefined && typeof synonyms !== "string") {
    throw badArgument(`synonyms must be a text, one rule per line, got ${describeValue(synonyms)}`);
  }
  const areWords = Array.isArray(stopWords) && stopWords.every((word) => typeof word === "string");
  if (stopWords !== undefined && !areWords) {
    throw badArgument(`stopWords must be an array of words, got ${describeValue(stopWords)}`);
  }
  if (fuzzy !== undefined && ![true, false, 1, 2].includes(fuzzy)) {
    throw badArgument(`fuzzy must be true, false, 1 or 2, got ${describeValue(fuzzy)}`);
  }
}

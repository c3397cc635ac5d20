/** The results of the operations that search: plain data, the same from the library, a worker and the server. */

import type { JsonValue } from "../collection/document.ts";
import type { Scalar } from "../index/columns/index.ts";
import type { Explanation } from "../ranking/explanation.ts";
import type { SearchDocument } from "./document-type.ts";

/** A whole number from 0. */
export type Count = number;

/**
 * A document as it comes back: its id as text, a `Date` as ISO 8601 text, without its
 * vector, its other properties as they were given.
 */
export type StoredDocument<Doc = SearchDocument> = string extends keyof Doc
  ? UntypedDocument
  : {
      readonly [Name in keyof Doc as Exclude<Name, "vector">]: Name extends "id"
        ? string
        : StoredValue<Doc[Name]>;
    };

type StoredValue<Value> = Value extends Date
  ? string
  : Value extends readonly Date[]
    ? readonly string[]
    : Value;

/** A stored document with properties of any name. */
interface UntypedDocument {
  readonly id: string;
  readonly title?: string;
  readonly text?: string;
  readonly [property: string]: JsonValue | undefined;
}

/** The documents that a hit represents. */
export interface HitGroup {
  /** The value of the field; null for a document without one. */
  readonly value: Scalar;
  /** Number of matching documents with this value. */
  readonly count: Count;
}

/** A piece of a passage. */
export interface SnippetPiece {
  readonly text: string;
  /** Whether it is a query word. */
  readonly isMatch: boolean;
}

/** A passage of a hit's text with the matches marked. */
export interface HitSnippet {
  /** The passage, with … where the text goes on. */
  readonly text: string;
  /** The same, escaped for HTML, with `<mark>` around each match. */
  readonly html: string;
  /** The passage in consecutive pieces, each a match or not. */
  readonly pieces: readonly SnippetPiece[];
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/** The matches in one text. */
export interface FieldHighlight {
  /** Start and end of each match in the whole text, in UTF-16 units. */
  readonly ranges: readonly (readonly [start: number, end: number])[];
  /** The text, or the best passage of a long one, escaped, with an element around each match. */
  readonly html: string;
}

/** The texts of a document that have a match, by the names of their properties. */
export type HitHighlights = Readonly<Record<string, FieldHighlight>>;

/** A value of a field, and the number of documents that have it. */
export interface FacetValue {
  readonly value: string;
  readonly count: Count;
}

/** The smallest and the largest value of a field: numbers, or dates as text. */
export interface FacetStats {
  readonly min: number | string;
  readonly max: number | string;
}

/** By field and value: the number of matching documents with this value. */
export type FacetCounts<Name extends string = string> = Readonly<
  Record<Name, Readonly<Record<string, Count>>>
>;

/** A document that matches. */
export interface Hit<Doc = SearchDocument> {
  readonly id: string;
  readonly score: number;
  readonly document: StoredDocument<Doc>;
  /** With `distinct`: the value that the hit represents, and how many matching documents have it. */
  readonly group?: HitGroup;
  /** With a distance in `sort`: metres to the document's nearest point; absent if it has none. */
  readonly distance?: number;
  /** With `snippet`. */
  readonly snippet?: HitSnippet;
  /** With `highlight`: the matches in each text, by the name of its property. */
  readonly highlights?: HitHighlights;
  /** With `explain`: how the first stage computed the score. */
  readonly explanation?: Explanation;
}

/** What ranked a result. */
export interface RankingDescription {
  /** The ranker of the first stage: the requested one, else that of the index; `custom` for one without a name. */
  readonly ranker: string;
  /** The ranker needs a query vector, and there was neither a vector nor an encoder: words alone ranked. */
  readonly fallback?: "words";
  /** The index lacks postings that its own ranker can do without. */
  readonly isPruned?: true;
}

/** The documents that an index on a cluster has scored. */
export interface ClusterCandidates {
  readonly count: Count;
  /** True if they are all documents that match. */
  readonly isComplete: boolean;
  /** Parts of the result that are exact among these documents only: of `hits`, `total`, `facets` and `distinct`. */
  readonly limited?: readonly string[];
}

/** The result of a search. */
export interface SearchResult<Doc = SearchDocument> extends RankingDescription {
  /** Best first. Equal scores are ordered by id, the larger by bytes first. */
  readonly hits: readonly Hit<Doc>[];
  /**
   * Number of matching documents, returned or not: those with at least `minMatch`
   * terms of the query that pass the filter. Exact, but with `total: false`
   * only a lower bound: the number of hits examined.
   */
  readonly total: Count;
  /** The query with likely mistakes corrected, where few documents match and there is something to correct. */
  readonly didYouMean?: string;
  /** There may be more than `total`: counting stopped where the option `total` set the limit. */
  readonly isLowerBound?: true;
  /** Cursor for the option `after`; absent where no hit follows. */
  readonly after?: string;
  /** With `facets`: by field and value, the number of matching documents. */
  readonly facets?: FacetCounts;
  /** With `facets` of numbers or dates: by field, the smallest and the largest value in matching documents. */
  readonly facetStats?: Readonly<Record<string, FacetStats>>;
  /** Duration in ms. */
  readonly took: number;
  /** The timeout expired: there may be better hits, and more of them. */
  readonly isPartial: boolean;
  /** Of an index on a cluster: the documents that were scored. */
  readonly candidates?: ClusterCandidates;
}

/** The result of a search that requested facets. */
export interface FacetedResult<Doc = SearchDocument, Name extends string = string>
  extends Omit<SearchResult<Doc>, "facets"> {
  /** By field and value, the number of matching documents. */
  readonly facets: FacetCounts<Name>;
}

/** The result of a search by the type of its documents and by the facets that it requested. */
export type ResultOf<Doc, RequestedFacets> = undefined extends RequestedFacets
  ? SearchResult<Doc>
  : FacetedResult<Doc, string extends keyof Doc ? string : FacetName<RequestedFacets>>;

type FacetName<RequestedFacets> = RequestedFacets extends readonly (infer Name extends string)[]
  ? Name
  : keyof RequestedFacets & string;

/** A completion of a query. */
export interface Suggestion {
  /** The whole query: the input with its last word completed, or a title. */
  readonly text: string;
  readonly kind: "word" | "title";
  /** Of a word: the number of documents that contain it, or another word with its stem. */
  readonly documents?: Count;
  /** Of a title: the id of its document. */
  readonly id?: string;
}

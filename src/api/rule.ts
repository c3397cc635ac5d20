/**
 * Rules as plain data: what people decide about the results of some queries.
 *
 *   [{ id: "sale", query: "*lamp*", from: "2026-11-20", until: "2026-12-01",
 *      pin: ["p7", "p3"], hide: ["p9"], bury: ["p4"],
 *      boost: [{ filter: { brand: "Own" }, weight: 0.5 }] }]
 *
 * All rules whose query and dates match apply to a search, in their order.
 */

import type { Boost } from "./boost.ts";
import type { DocumentId, SearchDocument } from "./document-type.ts";

/** Documents that people pin, hide, bury or boost for some queries. */
export interface Rule<Doc = SearchDocument> {
  /** Its name, which explanations show. */
  readonly id: string;
  /**
   * The queries it applies to, by all their words, without regard to case; `*` stands
   * for any text. Default: all queries.
   */
  readonly query?: string | readonly string[] | undefined;
  /** When it begins to apply, such as `2026-11-20`. */
  readonly from?: string | number | Date | undefined;
  /** When it no longer applies. */
  readonly until?: string | number | Date | undefined;
  /** Documents that come first, in this order, whether they match the query or not. */
  readonly pin?: readonly DocumentId[] | undefined;
  /** Documents that are no results: they are not counted either. */
  readonly hide?: readonly DocumentId[] | undefined;
  /** Documents whose scores are divided by 1000. */
  readonly bury?: readonly DocumentId[] | undefined;
  /** Boosts for these queries, besides those of the search. */
  readonly boost?: Boost<Doc> | readonly Boost<Doc>[] | undefined;
}

/** The rules of an index, in the order in which they apply. */
export interface RuleList<Doc = SearchDocument> {
  readonly rules: readonly Rule<Doc>[];
}

/**
 * A query prepared for one index, as the traversals run it.
 *
 * The score of a document is the sum of its clauses' contributions, in the
 * order of the clauses, and then the document part; bonuses and boosts come last.
 * Every traversal and the explanation add in this order, so they agree to the last
 * bit.
 */

import type { IndexView, PostingsCursor, TermStatistics } from "../index/snapshots/index.ts";
import type { MergedLists } from "./block-max/merged-lists.ts";
import type { DocumentBoost } from "./boost-score.ts";
import type { TermScorer } from "./scorers/match.ts";
import type { RoundedMatch } from "./scorers/rounded-scores.ts";

/** One field of a clause over several: its list, and an upper bound of a posting's score. */
export interface ClausePart {
  /** The name of the field. */
  readonly name: string;
  /** The field as an index, and the term in it. */
  readonly view: IndexView;
  readonly term: string;
  /** A posting of the field adds at most weight · match to the score. */
  readonly weight: number;
  readonly match: TermScorer;
  readonly isMonotone: boolean;
  /** As in a clause. */
  readonly isConcave?: boolean;
  /** The kernels read these lists, and not those of the term. */
  readonly merged?: MergedLists;
  /** Numbers behind the match, for explanations. */
  readonly facts: () => Readonly<Record<string, number>>;
}

/** A posting list and how a posting in it is scored: weight · match(frequency, length). */
export interface Clause {
  /** The label for people: a term, or a window such as `#1(white house)`. */
  readonly label: string;
  readonly statistics: TermStatistics;
  readonly weight: number;
  readonly match: TermScorer;
  /** `match` is never below 0, grows with frequency and shrinks with length, so bounds hold. */
  readonly isMonotone?: boolean;
  /** For scores in steps: the numbers that `match` is computed from. */
  readonly rounded?: RoundedMatch;
  /** `match` is 0 at frequency 0 and concave in frequency, as for BM25 and TF-IDF. */
  readonly isConcave?: boolean;
  /** The formula of `match`, for people. */
  readonly formula: string;
  /** Terms make a document a result and count for `minMatch`; windows of terms do neither. */
  readonly isTerm: boolean;
  /** The numbers behind `weight`, for explanations. */
  readonly facts: Readonly<Record<string, number>>;
  readonly open: () => PostingsCursor;
  /**
   * For a clause over fields: its fields, in order. Their sum is a bound or, with
   * `isSum`, the score itself.
   */
  readonly parts?: readonly ClausePart[];
  readonly isSum?: boolean;
  /**
   * For a clause over fields: the odds m / (1 - m) of the matches of its fields add
   * up to those of its match.
   */
  readonly areOddsAdded?: boolean;
  /** For a clause over fields: its match from the frequencies in the fields of `parts`. */
  readonly combine?: (document: number, frequencies: ArrayLike<number>) => number;
  /** For a clause over fields: the share of each field in the match, up to a common factor. */
  readonly shares?: (document: number, frequencies: ArrayLike<number>) => readonly number[];
}

/** Scores documents that come in ascending order. */
export type DocumentScorer = (document: number, length: number) => number;

/** An amount above 0 that some documents get on top of their score. See document-bonus.ts. */
export interface DocumentBonus {
  /** The reason, for people. */
  readonly label: string;
  readonly value: number;
  readonly documents: ReadonlySet<number>;
}

/** A query as clauses over one index. */
export interface PreparedQuery {
  readonly clauses: readonly Clause[];
  /** Every clause adds at most its weight to a score, as in BM25. Default: not known. */
  readonly isBoundedByWeights?: boolean;
  /** Traversals ignore them. Added after the document part, in this order. */
  readonly bonuses?: readonly DocumentBonus[];
  /** Applied to the sum of all else. */
  readonly boost?: DocumentBoost | undefined;
  /**
   * A score per document that no clause contributes, such as the length score.
   * Opened once per traversal.
   */
  readonly documentPart?: {
    readonly label: string;
    /** It depends on the length alone and either grows or shrinks with it. */
    readonly isOfLength?: boolean;
    readonly open: () => DocumentScorer;
  };
}

/**
 * The rule that decides which postings a pruned index keeps: those whose impact is large enough for
 * their document.
 *
 *   impact(t, d) > 0 and impact(t, d) ≥ threshold · √(largest impact in d)
 *
 * The impact is the contribution of the posting to a score under the learned weights. The root is a
 * compromise between two extremes: with the largest impact itself every document would keep its
 * share of postings; without it short and plain documents would keep none (see
 * docs/discrimination.md). The rule is plain data, stored with the index, so that it applies to
 * documents added later, too. Postings of a term without a weight are always kept.
 */

import { badArgument, quote } from "../../common/errors.ts";
import type { TermStatistics } from "../snapshots/index-view.ts";
import { IDF_FORMULAS, IDF_FUNCTIONS, type IdfForm, type IdfStatistics } from "./idf.ts";
import type { TermWeights } from "./term-weights.ts";

/** The model that defines impacts. Parameters that it does not have are ignored. */
export interface ImpactFormula {
  readonly model: "bm25" | "lm" | "tfidf";
  readonly idf: IdfForm;
  readonly k1: number;
  readonly b: number;
  readonly mu: number;
}

/** Which postings a pruned index keeps: those whose impact reaches the threshold. */
export interface PruningRule extends ImpactFormula {
  readonly threshold: number;
  /** Of the collection that the rule was created for. */
  readonly averageLength: number;
}

/** Statistics of the collection that a rule is applied to. */
export interface PruningStatistics extends IdfStatistics {
  readonly totalLength: number;
  /** Undefined for an unknown term. */
  term(term: string): TermStatistics | undefined;
}

/** The impact of a posting of one term. */
export type Impact = (frequency: number, length: number) => number;

/** Fails with `BAD_ARGUMENT` on an invalid rule. */
export function checkPruningRule(rule: PruningRule): PruningRule {
  const isNumber = (value: number): boolean => Number.isFinite(value) && value >= 0;
  const { model, idf, k1, b, mu, threshold, averageLength } = rule;
  if (!["bm25", "lm", "tfidf"].includes(model) || !Object.hasOwn(IDF_FORMULAS, idf)) {
    throw badArgument(
      `a pruning rule has no model ${quote(String(model))} with idf ${quote(String(idf))}`,
    );
  }
  for (const [name, value] of Object.entries({ k1, b, mu, threshold, averageLength })) {
    if (!isNumber(value)) {
      throw badArgument(`${name} of a pruning rule must be finite and ≥ 0, got ${value}`);
    }
  }
  return { model, idf, k1, b, mu, threshold, averageLength };
}

/** The impacts of terms under weights. */
export class ImpactTable {
  readonly #rule: PruningRule;
  readonly #weights: TermWeights;
  readonly #statistics: PruningStatistics;

  constructor(rule: PruningRule, weights: TermWeights, statistics: PruningStatistics) {
    this.#rule = rule;
    this.#weights = weights;
    this.#statistics = statistics;
  }

  /** Undefined for a term that is not in the collection, unless its weight is 0. */
  impact(term: string): Impact | undefined {
    const statistics = this.#statistics.term(term);
    if (statistics === undefined)
      return this.#weights.queryWeight(term) === 0 ? () => 0 : undefined;
    const { model, idf, k1, b, mu, averageLength } = this.#rule;
    const { totalLength } = this.#statistics;
    const occurrence = this.#weights.weight(term);
    const salience =
      this.#weights.queryWeight(term) * IDF_FUNCTIONS[idf](statistics, this.#statistics);
    if (model === "bm25") {
      const [base, slope] = [k1 * (1 - b), (k1 * b) / averageLength];
      return (frequency, length) => {
        const counted = occurrence * frequency;
        return (salience * (k1 + 1) * counted) / (counted + base + slope * length);
      };
    }
    const scale =
      model === "lm"
        ? (occurrence * totalLength) / (mu * statistics.collectionFrequency)
        : occurrence;
    return (frequency) => salience * Math.log1p(scale * frequency);
  }
}

/** Which postings a merge keeps. Documents are numbered as in the merged segment. */
export interface PostingPredicates {
  /** A predicate that is true for the postings of a term to keep; undefined if all are kept. */
  predicate(term: string): ((document: number, frequency: number) => boolean) | undefined;
}

/**
 * Applies a rule to some documents: first it reads every posting, then it decides which are kept.
 */
export class PostingFilter implements PostingPredicates {
  readonly #threshold: number;
  readonly #impacts: ImpactTable;
  readonly #lengths: ArrayLike<number>;
  /** By document, the threshold that its postings must reach. */
  readonly #thresholds: Float64Array;
  #isReady = false;

  /** `lengths` are those of the documents, by document number. */
  constructor(threshold: number, impacts: ImpactTable, lengths: ArrayLike<number>) {
    this.#threshold = threshold;
    this.#impacts = impacts;
    this.#lengths = lengths;
    this.#thresholds = new Float64Array(lengths.length);
  }

  /** Reads the postings of a term. All terms must be added before `predicate` is called. */
  addList(term: string, documents: Uint32Array, frequencies: Uint32Array, count: number): void {
    const impact = this.#impacts.impact(term);
    if (impact === undefined) return;
    for (let i = 0; i < count; i++) {
      const document = documents[i] as number;
      const value = impact(frequencies[i] as number, this.#lengths[document] as number);
      if (value > (this.#thresholds[document] as number)) this.#thresholds[document] = value;
    }
  }

  /** A predicate that is true for the postings of a term to keep; undefined if all are kept. */
  predicate(term: string): ((document: number, frequency: number) => boolean) | undefined {
    if (!this.#isReady) this.#computeThresholds();
    const impact = this.#impacts.impact(term);
    if (impact === undefined) return undefined;
    return (document, frequency) => {
      const value = impact(frequency, this.#lengths[document] as number);
      return value > 0 && value >= (this.#thresholds[document] as number);
    };
  }

  #computeThresholds(): void {
    for (let document = 0; document < this.#thresholds.length; document++) {
      this.#thresholds[document] =
        this.#threshold * Math.sqrt(this.#thresholds[document] as number);
    }
    this.#isReady = true;
  }
}

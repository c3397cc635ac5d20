/**
 * TF-IDF, BM25 and the Dirichlet language model as functions of the weighted
 * matrix S', with their slopes (Frej et al., SIGIR 2020, Eq. 4 to 10).
 *
 * What a query term gives a document depends on five numbers, each a sum over
 * S': how much of the term the document has, how much the collection has, the
 * lengths of the document and of the collection, and the largest collection
 * frequency. A model says the value and the slope in each of them; how these
 * depend on the weights of terms is the business of weighted-scorer.ts.
 */

import { badArgument } from "../common/errors.ts";

/** The numbers that a term's part of a score depends on. */
export interface TermPoint {
  frequency: number;
  collectionFrequency: number;
  length: number;
  totalLength: number;
  maxCollectionFrequency: number;
}

export interface DifferentiableModel {
  /** The ranker that scores the same; see docs/rankers.md. */
  readonly ranker: string;
  /** The value at a point; writes the slopes in each of its numbers to `slopes`. */
  term(at: Readonly<TermPoint>, documentCount: number, slopes: TermPoint): number;
  /** What each query term gives a document for its length alone, and its slope. */
  readonly document?: {
    value(length: number): number;
    slope(length: number): number;
  };
}

/** Eq. 3 is `paper`; `smooth`, from the authors' code, adds 1 to the collection frequency too. */
export type RarityForm = "smooth" | "paper";

export interface ModelOptions {
  readonly k1?: number;
  readonly b?: number;
  readonly mu?: number;
  readonly rarity?: RarityForm;
}

export const MODELS = ["bm25", "lm", "tfidf"] as const;
export type ModelName = (typeof MODELS)[number];

export function differentiableModel(
  name: ModelName,
  { k1 = 1.2, b = 0.75, mu = 2500, rarity = "smooth" }: ModelOptions = {},
): DifferentiableModel {
  if (name === "bm25") return differentiableBm25(k1, b, rarity);
  if (name === "lm") return differentiableLm(mu);
  if (name === "tfidf") return differentiableTfIdf(rarity);
  throw badArgument(`a differentiable model is one of ${MODELS.join(", ")}, got ${name}`);
}

function differentiableBm25(k1: number, b: number, rarity: RarityForm): DifferentiableModel {
  const idf = rarityOf(rarity);
  return {
    ranker: `tdv-bm25(k1=${k1},b=${b},idf=${IDF_NAMES[rarity]})`,
    term(at, documentCount, slopes) {
      const { frequency, length, totalLength } = at;
      const pace = (k1 * b * documentCount) / totalLength; // k1·b / mean length
      const base = k1 * (1 - b) + pace * length;
      const sum = frequency + base;
      const match = ((k1 + 1) * frequency) / sum;
      const worth = idf(at, match, slopes);
      const baseSlope = (-worth * (k1 + 1) * frequency) / (sum * sum);
      slopes.frequency = (worth * (k1 + 1) * base) / (sum * sum);
      slopes.length = baseSlope * pace;
      slopes.totalLength = (-baseSlope * pace * length) / totalLength;
      return worth * match;
    },
  };
}

function differentiableLm(mu: number): DifferentiableModel {
  return {
    ranker: `tdv-lm(mu=${mu})`,
    term({ frequency, collectionFrequency, totalLength }, _, slopes) {
      const perOccurrence = totalLength / (mu * collectionFrequency);
      const ratio = frequency * perOccurrence;
      const slope = 1 / (1 + ratio);
      slopes.frequency = slope * perOccurrence;
      slopes.collectionFrequency = (-slope * ratio) / collectionFrequency;
      slopes.totalLength = (slope * ratio) / totalLength;
      slopes.length = 0;
      slopes.maxCollectionFrequency = 0;
      return Math.log1p(ratio);
    },
    document: {
      value: (length) => -Math.log1p(length / mu),
      slope: (length) => -1 / (mu + length),
    },
  };
}

function differentiableTfIdf(rarity: RarityForm): DifferentiableModel {
  const idf = rarityOf(rarity);
  return {
    ranker: `tdv-tfidf(idf=${IDF_NAMES[rarity]})`,
    term(at, _, slopes) {
      const worth = idf(at, at.frequency, slopes);
      slopes.frequency = worth;
      slopes.length = 0;
      slopes.totalLength = 0;
      return worth * at.frequency;
    },
  };
}

const IDF_NAMES: Readonly<Record<RarityForm, string>> = { smooth: "cf-smooth", paper: "cf" };

/** Rarity; writes its slopes, times what it will be multiplied with, to `slopes`. */
function rarityOf(
  form: RarityForm,
): (at: Readonly<TermPoint>, factor: number, slopes: TermPoint) => number {
  const added = form === "smooth" ? 1 : 0;
  return ({ collectionFrequency, maxCollectionFrequency }, factor, slopes) => {
    const [most, own] = [maxCollectionFrequency + 1, collectionFrequency + added];
    slopes.maxCollectionFrequency = factor / most;
    slopes.collectionFrequency = -factor / own;
    return Math.log(most / own);
  };
}

/**
 * TF-IDF, BM25 and the Dirichlet language model as functions of the weighted matrix S', with their
 * derivatives (Frej et al., SIGIR 2020, Eq. 4 to 10).
 *
 * The contribution of a query term to a document depends on a few numbers, each a sum over S': the
 * weighted frequency of the term in the document and in the collection, the lengths of the document
 * and of the collection, and the largest collection frequency. A model returns the value and the
 * derivative in each of them and in its own parameters. How these depend on the weights of terms is
 * in weighted-scorer.ts.
 */

import { badArgument } from "../../common/errors.ts";
import { LogParameter, type ModelParameter, ShareParameter } from "./model-parameter.ts";

/** The numbers that a term's contribution depends on. */
export interface TermPoint {
  frequency: number;
  collectionFrequency: number;
  length: number;
  totalLength: number;
  maxCollectionFrequency: number;
  /** Document frequency of the term; weights do not change it. */
  documentFrequency: number;
}

/** Derivatives in the numbers that weights change, and in each parameter of the model. */
export interface TermSlopes extends Omit<TermPoint, "documentFrequency"> {
  readonly parameters: Float64Array;
}

/** A classical ranking model with its gradients. */
export interface DifferentiableModel {
  /** The parameters of the model, learned or not. */
  readonly parameters: readonly ModelParameter[];
  /** True if the terms of the query are weighted like those of documents. */
  readonly weighsQueries: boolean;
  /** True if the length part counts every word of a query, including those of weight 0. */
  readonly countsWholeQuery?: boolean;
  /** The ranker with the same scores for the current parameters; see docs/rankers.md. */
  ranker(): string;
  /** The value at a point; writes the derivatives to `slopes`. */
  term(at: Readonly<TermPoint>, documentCount: number, slopes: TermSlopes): number;
  /**
   * The contribution per query term that depends only on the document length, its derivative, and
   * that in the parameters.
   */
  readonly document?: {
    value(length: number): number;
    slope(length: number): number;
    parameterSlope(length: number): number;
  };
}

/**
 * The form of idf. `smooth`, the usual idf, counts documents, which weights do not change; `cf`
 * (Eq. 3) and `cf-smooth` (the authors' code, which also adds 1 to the collection frequency) count
 * weighted occurrences.
 */
export type RarityForm = "smooth" | "cf-smooth" | "cf";

/** Parameters of the classical models. */
export interface ClassicalModelOptions {
  readonly k1?: number;
  readonly b?: number;
  readonly mu?: number;
  /** BM25 and TF-IDF only. */
  readonly idf?: RarityForm;
  /**
   * The count of an occurrence in the query: its term weight, or 1 as in the paper. `whole`: 1, and
   * |q| of Eq. 10 keeps terms of weight 0 (LM; the other models have no |q|).
   */
  readonly query?: "weighted" | "plain" | "whole";
}

/** Classical models that weights can be learned through. */
export const MODELS = ["bm25", "lm", "tfidf"] as const;
/** The name of a classical model. */
export type ModelName = (typeof MODELS)[number];

/** Creates a classical model by name. */
export function createDifferentiableModel(
  name: ModelName,
  { k1 = 1.2, b = 0.75, mu = 2500, idf = "smooth", query = "weighted" }: ClassicalModelOptions = {},
): DifferentiableModel {
  const weighing = query === "whole" ? "plain" : query;
  if (name === "bm25") return createDifferentiableBm25(k1, b, idf, weighing);
  if (name === "lm") return createDifferentiableLm(mu, query);
  if (name === "tfidf") return createDifferentiableTfIdf(idf, weighing);
  throw badArgument(`a differentiable model is one of ${MODELS.join(", ")}, got ${name}`);
}

type QueryTermWeighting = NonNullable<ClassicalModelOptions["query"]>;

function createDifferentiableBm25(
  firstK1: number,
  firstB: number,
  idf: RarityForm,
  query: QueryTermWeighting,
): DifferentiableModel {
  const rarity = createRarity(idf);
  const saturation = new LogParameter("k1", firstK1);
  const normalisation = new ShareParameter("b", firstB);
  return {
    parameters: [saturation, normalisation],
    weighsQueries: query === "weighted",
    ranker: () =>
      `tdv-bm25(k1=${saturation.value},b=${normalisation.value},idf=${idf},query=${query})`,
    term(at, documentCount, slopes) {
      const { frequency, length, totalLength } = at;
      const [k1, b] = [saturation.value, normalisation.value];
      const pace = (k1 * b * documentCount) / totalLength; // k1·b / mean length
      const base = k1 * (1 - b) + pace * length;
      const sum = frequency + base;
      const match = ((k1 + 1) * frequency) / sum;
      const idfValue = rarity(at, documentCount, match, slopes);
      const baseSlope = (-idfValue * (k1 + 1) * frequency) / (sum * sum);
      slopes.frequency = (idfValue * (k1 + 1) * base) / (sum * sum);
      slopes.length = baseSlope * pace;
      slopes.totalLength = (-baseSlope * pace * length) / totalLength;
      slopes.parameters[0] = (idfValue * frequency) / sum + (k1 > 0 ? (baseSlope * base) / k1 : 0);
      slopes.parameters[1] = baseSlope * k1 * ((documentCount * length) / totalLength - 1);
      return idfValue * match;
    },
  };
}

function createDifferentiableLm(firstMu: number, query: QueryTermWeighting): DifferentiableModel {
  const prior = new LogParameter("mu", firstMu);
  return {
    parameters: [prior],
    weighsQueries: query === "weighted",
    countsWholeQuery: query === "whole",
    ranker: () => `tdv-lm(mu=${prior.value},query=${query})`,
    term({ frequency, collectionFrequency, totalLength }, _, slopes) {
      const perOccurrence = totalLength / (prior.value * collectionFrequency);
      const ratio = frequency * perOccurrence;
      const slope = 1 / (1 + ratio);
      slopes.frequency = slope * perOccurrence;
      slopes.collectionFrequency = (-slope * ratio) / collectionFrequency;
      slopes.totalLength = (slope * ratio) / totalLength;
      slopes.length = 0;
      slopes.maxCollectionFrequency = 0;
      slopes.parameters[0] = (-slope * ratio) / prior.value;
      return Math.log1p(ratio);
    },
    document: {
      value: (length) => -Math.log1p(length / prior.value),
      slope: (length) => -1 / (prior.value + length),
      parameterSlope: (length) => length / (prior.value * (prior.value + length)),
    },
  };
}

function createDifferentiableTfIdf(
  idf: RarityForm,
  query: QueryTermWeighting,
): DifferentiableModel {
  const rarity = createRarity(idf);
  return {
    parameters: [],
    weighsQueries: query === "weighted",
    ranker: () => `tdv-tfidf(idf=${idf},query=${query})`,
    term(at, documentCount, slopes) {
      const idfValue = rarity(at, documentCount, at.frequency, slopes);
      slopes.frequency = idfValue;
      slopes.length = 0;
      slopes.totalLength = 0;
      return idfValue * at.frequency;
    },
  };
}

/** Idf; writes its derivatives, times the given factor, to `slopes`. */
type Rarity = (
  at: Readonly<TermPoint>,
  documentCount: number,
  factor: number,
  slopes: TermSlopes,
) => number;

function createRarity(form: RarityForm): Rarity {
  if (form === "smooth") {
    return ({ documentFrequency }, documentCount, _, slopes) => {
      slopes.maxCollectionFrequency = 0;
      slopes.collectionFrequency = 0;
      return Math.log((documentCount + 1) / documentFrequency);
    };
  }
  const increment = form === "cf-smooth" ? 1 : 0;
  return ({ collectionFrequency, maxCollectionFrequency }, _, factor, slopes) => {
    const [maxFrequency, termFrequency] = [
      maxCollectionFrequency + 1,
      collectionFrequency + increment,
    ];
    slopes.maxCollectionFrequency = factor / maxFrequency;
    slopes.collectionFrequency = -factor / termFrequency;
    return Math.log(maxFrequency / termFrequency);
  };
}

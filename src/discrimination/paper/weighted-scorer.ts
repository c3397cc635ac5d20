/**
 * The score of a document for a query as a function of the weights of all terms and of the model's
 * parameters, and its gradient.
 *
 * The gradient is derived by hand rather than by the tensor engine: a pair touches a dozen terms of
 * a vocabulary of tens of thousands, and with the derivatives of a model the chain rule is two
 * short loops over sparse bags. Tests check it against finite differences, and the scores against
 * the search engine.
 */

import { type Bag, getCount } from "./bag.ts";
import type { DifferentiableModel, TermPoint, TermSlopes } from "./differentiable-model.ts";
import type { ScoreGradient } from "./score-gradient.ts";
import type { WeightedCollection } from "./weighted-collection.ts";

export class WeightedScorer {
  readonly #model: DifferentiableModel;
  readonly #weights: Float64Array;
  readonly #at: TermPoint = createPoint();
  readonly #slopes: TermSlopes;

  /** `weights` by term number; they may change between calls, as may the model's parameters. */
  constructor(model: DifferentiableModel, weights: Float64Array) {
    this.#model = model;
    this.#weights = weights;
    this.#slopes = { ...createPoint(), parameters: new Float64Array(model.parameters.length) };
  }

  /** The score. Terms that the collection lacks or whose weight is 0 contribute nothing. */
  score(query: Bag, document: Bag, collection: WeightedCollection): number {
    return this.#scoreTerms(query, document, collection, 0, undefined);
  }

  /**
   * Adds `slope` times the gradient of the score to `gradient` and to the derivatives of the
   * collection, which must still be added from there. Returns the score.
   */
  addGradient(
    query: Bag,
    document: Bag,
    collection: WeightedCollection,
    slope: number,
    gradient: ScoreGradient,
  ): number {
    return this.#scoreTerms(query, document, collection, slope, gradient);
  }

  /** The length of a document: the sum of its occurrences' weights. */
  length({ terms, counts }: Bag): number {
    let length = 0;
    for (let i = 0; i < terms.length; i++) {
      length += (counts[i] as number) * (this.#weights[terms[i] as number] as number);
    }
    return length;
  }

  /** Adds `slope` times the gradient of a document's length. */
  addLengthGradient({ terms, counts }: Bag, slope: number, gradient: ScoreGradient): void {
    for (let i = 0; i < terms.length; i++) {
      gradient.add(terms[i] as number, slope * (counts[i] as number));
    }
  }

  #scoreTerms(
    query: Bag,
    document: Bag,
    collection: WeightedCollection,
    slope: number,
    gradient: ScoreGradient | undefined,
  ): number {
    const [model, at, slopes] = [this.#model, this.#at, this.#slopes];
    const { frequencies, documentFrequencies, documentCount } = collection;
    at.length = this.length(document);
    at.totalLength = collection.totalLength;
    at.maxCollectionFrequency = collection.maxCollectionFrequency;
    const lengthValue = model.document?.value(at.length) ?? 0;
    let [score, queryWeight, lengthSlope] = [0, 0, 0];
    for (let i = 0; i < query.terms.length; i++) {
      const term = query.terms[i] as number;
      const weight = this.#weights[term] as number;
      const occurrences = frequencies[term] as number;
      if (weight * occurrences === 0) continue;
      const count = query.counts[i] as number;
      const termWeight = model.weighsQueries ? count * weight : count;
      queryWeight += termWeight;
      const termFrequency = getCount(document, term);
      let value = lengthValue;
      let contribution = 0;
      if (termFrequency > 0) {
        at.frequency = termFrequency * weight;
        at.collectionFrequency = occurrences * weight;
        at.documentFrequency = documentFrequencies[term] as number;
        const match = model.term(at, documentCount, slopes);
        score += termWeight * match;
        value += match;
        contribution =
          termWeight *
          (slopes.frequency * termFrequency + slopes.collectionFrequency * occurrences);
      }
      if (gradient === undefined) continue;
      if (model.weighsQueries) contribution += count * value;
      gradient.add(term, slope * contribution);
      if (termFrequency === 0) continue;
      lengthSlope += termWeight * slopes.length;
      collection.totalSlope += slope * termWeight * slopes.totalLength;
      collection.maxSlope += slope * termWeight * slopes.maxCollectionFrequency;
      this.#addParameters(slope * termWeight, gradient);
    }
    if (model.countsWholeQuery === true) queryWeight = query.words ?? 0;
    if (model.document !== undefined) {
      score += queryWeight * lengthValue;
      lengthSlope += queryWeight * model.document.slope(at.length);
      if (gradient !== undefined) {
        const [before = 0] = gradient.parameters;
        gradient.parameters[0] =
          before + slope * queryWeight * model.document.parameterSlope(at.length);
      }
    }
    if (gradient !== undefined) this.addLengthGradient(document, slope * lengthSlope, gradient);
    return score;
  }

  #addParameters(slope: number, { parameters }: ScoreGradient): void {
    const slopes = this.#slopes.parameters;
    for (let i = 0; i < slopes.length; i++) {
      parameters[i] = (parameters[i] as number) + slope * (slopes[i] as number);
    }
  }
}

function createPoint(): TermPoint {
  return {
    frequency: 0,
    collectionFrequency: 0,
    length: 0,
    totalLength: 0,
    maxCollectionFrequency: 0,
    documentFrequency: 0,
  };
}

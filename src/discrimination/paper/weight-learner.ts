/** The state of learning: the network, the model's parameters, and the optimiser. */

import { badArgument, TermwiseError } from "../../common/errors.ts";
import type { Random } from "../../common/random.ts";
import type { IndexView } from "../../index/snapshots/index.ts";
import { TermWeights } from "../../index/weights/index.ts";
import type { TermVectors } from "../../scoring/term-vectors.ts";
import { sampleDropoutMask } from "../../tensor/dropout.ts";
import { ArrayAdam } from "../../tensor/optimisers/index.ts";
import type { QueryJudgements } from "../query-judgements.ts";
import { createDifferentiableModel, type DifferentiableModel } from "./differentiable-model.ts";
import { DEFAULT_LAMBDA, DEFAULT_MIN_WEIGHT, type LearningOptions } from "./learning-options.ts";
import type { ModelParameter } from "./model-parameter.ts";
import { ScoreGradient } from "./score-gradient.ts";
import { createTermFeatures, createUnitVectors } from "./term-features.ts";
import { TermMatrix } from "./term-matrix.ts";
import { TrainingExamples } from "./training-examples.ts";
import { type TrainingExample, type TrainingLoss, TrainingObjective } from "./training-loss.ts";
import { WeightNetwork } from "./weight-network.ts";

/** Number of examples that estimate the spread of scores. */
const CALIBRATION_EXAMPLES = 256;
/**
 * Batches between two updates of all terms. A batch has few of them, and the length of the
 * collection, which depends on all, moves little in between.
 */
const REFRESH = 16;

export class WeightLearner {
  readonly #matrix: TermMatrix;
  readonly #model: DifferentiableModel;
  readonly #network: WeightNetwork;
  readonly #objective: TrainingObjective;
  readonly #examples: TrainingExamples;
  readonly #weights: Float64Array;
  readonly #gradient: ScoreGradient;
  readonly #adam: ArrayAdam;
  readonly #parameterAdam: ArrayAdam;
  readonly #batchSize: number;
  readonly #random: Random;
  readonly #dropout: number;
  readonly #minWeight: number;
  /** The derivative of the collection length in each parameter of the network. */
  #lengthGradient: Float64Array = new Float64Array(0);
  #isCalibrated = false;

  constructor(
    view: IndexView,
    vectors: TermVectors,
    training: QueryJudgements,
    options: LearningOptions,
    random: Random,
  ) {
    const {
      model: name = "bm25",
      lambda = DEFAULT_LAMBDA,
      loss = "softmax",
      batchSize = 32,
    } = options;
    const { rate = 0.001, parameterRate = 0.02, statistics = "collection" } = options;
    const { negatives = "found", positives = "found", depth = 1000, others = 8 } = options;
    const { relevantPerQuery = 8, examplesPerEpoch = 16_384, withoutVector = "one" } = options;
    this.#matrix = TermMatrix.read(view);
    const termCount = this.#matrix.terms.length;
    if (vectors.hasVector.length !== termCount) {
      throw badArgument(
        `there must be one vector for each of the ${termCount} terms, got ${vectors.hasVector.length}`,
      );
    }
    this.#model = createDifferentiableModel(name, options);
    this.#random = random;
    this.#dropout = options.dropout ?? 0;
    if (!(this.#dropout >= 0 && this.#dropout < 1)) {
      throw badArgument(`dropout must be a share from 0 to below 1, got ${this.#dropout}`);
    }
    this.#minWeight = options.minWeight ?? DEFAULT_MIN_WEIGHT;
    this.#batchSize = batchSize;
    const features = createFeatures(options.features, vectors, this.#matrix);
    this.#network = new WeightNetwork(features, { withoutVector });
    if (options.start === "chance") this.#network.scatter(random);
    this.#weights = new Float64Array(termCount);
    this.#network.weigh(this.#weights);
    this.#gradient = new ScoreGradient(termCount, this.#model.parameters.length);
    const lossOptions = { scope: statistics, lambda, loss };
    this.#objective = new TrainingObjective(this.#model, this.#weights, this.#matrix, lossOptions);
    this.#adam = new ArrayAdam(this.#network.parameters.length, { rate });
    this.#parameterAdam = new ArrayAdam(this.#model.parameters.length + 1, {
      rate: parameterRate,
    });
    this.#examples = new TrainingExamples(view, this.#matrix, training, {
      ...{ negatives, positives, depth, others, relevantPerQuery, examplesPerEpoch },
      ranker: this.ranker(),
    });
  }

  /** The ranker for the current parameters of the model. */
  ranker(): string {
    return this.#model.ranker();
  }

  /** The current weights; those below the minimum are 0. */
  weights(): TermWeights {
    const entries = this.#matrix.terms.map((term, i): [string, number] => [
      term,
      this.#isKept(i) ? (this.#weights[i] as number) : 0,
    ]);
    return new TermWeights(entries, this.#network.missing);
  }

  /** Share of the postings whose term is kept. */
  computeKeptShare(): number {
    const { documentFrequencies, postings } = this.#matrix;
    let keptPostings = 0;
    for (let term = 0; term < this.#weights.length; term++) {
      if (this.#isKept(term)) keptPostings += documentFrequencies[term] as number;
    }
    return keptPostings / postings;
  }

  #isKept(term: number): boolean {
    const weight = this.#weights[term] as number;
    return weight > 0 && weight >= this.#minWeight;
  }

  /** Runs one epoch and returns the means of the parts of its loss. */
  async epoch(): Promise<{ ranking: number; l1: number }> {
    const epochExamples = await this.#examples.draw(this.#random);
    const size = this.#batchSize;
    if (!this.#isCalibrated)
      this.#objective.calibrate(epochExamples.slice(0, CALIBRATION_EXAMPLES));
    this.#isCalibrated = true;
    let [ranking, l1, batches] = [0, 0, 0];
    // Examples that do not fill a batch are left for another epoch, unless there are no others.
    const end = Math.max(1, Math.floor(epochExamples.length / size)) * size;
    for (let at = 0; at < end; at += size) {
      const batch = epochExamples.slice(at, at + size);
      if (batches % REFRESH === 0) this.#weighAll();
      const part = this.#step(batch);
      [ranking, l1, batches] = [ranking + part.ranking, l1 + part.l1, batches + 1];
    }
    this.#network.weigh(this.#weights);
    return { ranking: ranking / batches, l1: l1 / batches };
  }

  #step(batch: readonly TrainingExample[]): TrainingLoss {
    const batchTerms = collectTerms(batch);
    const mask = this.#sampleMask(batchTerms.length);
    this.#network.weigh(this.#weights, batchTerms, mask);
    this.#gradient.clear();
    const part = this.#objective.evaluate(batch, this.#gradient);
    if (!Number.isFinite(part.loss)) {
      throw new TermwiseError("BAD_ARGUMENT", `the loss of ${this.ranker()} became ${part.loss}`);
    }
    const { weights, terms, totalLength } = this.#gradient;
    const gradient = this.#computeGradient(weights, terms, batchTerms, mask);
    for (let i = 0; i < gradient.length; i++) {
      gradient[i] = (gradient[i] as number) + totalLength * (this.#lengthGradient[i] as number);
    }
    this.#network.move(this.#adam.step(gradient));
    this.#moveParameters();
    return part;
  }

  /** Terms outside the batch, such as the most frequent one, have no mask. */
  #computeGradient(
    slopes: Float64Array,
    terms: readonly number[],
    batchTerms: readonly number[],
    mask: Float32Array | undefined,
  ): Float64Array {
    if (mask === undefined) return this.#network.gradient(this.#weights, slopes, terms);
    const gradient = this.#network.gradient(this.#weights, slopes, batchTerms, mask);
    const inBatch = new Set(batchTerms);
    const others = terms.filter((term) => !inBatch.has(term));
    const rest = this.#network.gradient(this.#weights, slopes, others);
    return gradient.map((value, i) => value + (rest[i] as number));
  }

  /** A factor for every component of the vectors of so many terms; undefined without dropout. */
  #sampleMask(terms: number): Float32Array | undefined {
    if (this.#dropout === 0) return undefined;
    const size = terms * this.#network.dimension;
    return sampleDropoutMask(size, "term vectors", this.#dropout, this.#random.bits());
  }

  /** Recomputes the weight of every term and the statistics that depend on all of them. */
  #weighAll(): void {
    this.#network.weigh(this.#weights);
    this.#lengthGradient = this.#network.gradient(this.#weights, this.#matrix.frequencies);
    this.#objective.refresh();
  }

  #moveParameters(): void {
    const { sharpness, sharpnessSlope } = this.#objective;
    const parameters: readonly ModelParameter[] = [...this.#model.parameters, sharpness];
    const slopes = [...this.#gradient.parameters, sharpnessSlope];
    const moves = this.#parameterAdam.step(
      parameters.map((parameter, i) => parameter.slope(slopes[i] as number)),
    );
    for (const [i, parameter] of parameters.entries()) parameter.move(moves[i] as number);
  }
}

/** The terms of a batch, each once. */
function collectTerms(batch: readonly TrainingExample[]): number[] {
  const terms = new Set<number>();
  for (const { query, better, others } of batch) {
    for (const bag of [query, better, ...others]) for (const term of bag.terms) terms.add(term);
  }
  return [...terms];
}

function createFeatures(
  features: LearningOptions["features"],
  vectors: TermVectors,
  matrix: TermMatrix,
): TermVectors {
  if (features === "vectors") return vectors;
  return features === "unit-vectors"
    ? createUnitVectors(vectors)
    : createTermFeatures(vectors, matrix);
}

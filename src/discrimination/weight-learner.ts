/** The state of learning: a network, the model's parameters, and steps down the loss. */

import { badArgument, TermwiseError } from "../common/errors.ts";
import type { Random } from "../common/random.ts";
import type { IndexView } from "../index/index-view.ts";
import { TermWeights } from "../index/term-weights.ts";
import { Adam } from "./adam.ts";
import { type DifferentiableModel, differentiableModel } from "./differentiable-model.ts";
import type { LearningOptions } from "./learn-weights.ts";
import type { ModelParameter } from "./model-parameter.ts";
import { ScoreGradient } from "./score-gradient.ts";
import { TermMatrix } from "./term-matrix.ts";
import { type JudgedQueries, TrainingExamples } from "./training-examples.ts";
import { type TrainingExample, type TrainingLoss, TrainingObjective } from "./training-loss.ts";
import { type TermVectors, WeightNetwork } from "./weight-network.ts";

export class WeightLearner {
  readonly #matrix: TermMatrix;
  readonly #model: DifferentiableModel;
  readonly #network: WeightNetwork;
  readonly #objective: TrainingObjective;
  readonly #examples: TrainingExamples;
  readonly #weights: Float64Array;
  readonly #gradient: ScoreGradient;
  readonly #adam: Adam;
  readonly #parameterAdam: Adam;
  readonly #batchSize: number;
  readonly #random: Random;

  constructor(
    view: IndexView,
    vectors: TermVectors,
    training: JudgedQueries,
    options: LearningOptions,
    random: Random,
  ) {
    const { model: name = "bm25", lambda = 0, loss = "softmax", batchSize = 32 } = options;
    const { rate = 0.0005, parameterRate = 0.01, statistics = "collection" } = options;
    const { negatives = "found", positives = "found", depth = 1000, others = 8 } = options;
    const { relevantPerQuery = 8, examplesPerEpoch = 16_384, withoutVector = "one" } = options;
    this.#matrix = new TermMatrix(view);
    const termCount = this.#matrix.terms.length;
    if (vectors.isKnown.length !== termCount) {
      throw badArgument(
        `there must be one vector for each of the ${termCount} terms, got ${vectors.isKnown.length}`,
      );
    }
    this.#model = differentiableModel(name, options);
    this.#random = random;
    this.#batchSize = batchSize;
    this.#network = new WeightNetwork(vectors, { withoutVector });
    if (options.start === "chance") this.#network.scatter(random);
    this.#weights = new Float64Array(termCount);
    this.#network.weigh(this.#weights);
    this.#gradient = new ScoreGradient(termCount, this.#model.parameters.length);
    const lossOptions = { scope: statistics, lambda, loss };
    this.#objective = new TrainingObjective(this.#model, this.#weights, this.#matrix, lossOptions);
    this.#adam = new Adam(this.#network.parameters.length, rate);
    this.#parameterAdam = new Adam(this.#model.parameters.length + 1, parameterRate);
    this.#examples = new TrainingExamples(view, this.#matrix, training, {
      ...{ negatives, positives, depth, others, relevantPerQuery, examplesPerEpoch },
      ranker: this.ranker(),
    });
  }

  /** The ranker that scores as the model does now. */
  ranker(): string {
    return this.#model.ranker();
  }

  /** The weights as they are now. */
  weights(): TermWeights {
    const entries = this.#matrix.terms.map((term, i): [string, number] => [
      term,
      this.#weights[i] as number,
    ]);
    return new TermWeights(entries, this.#network.missing);
  }

  /** Share of the postings whose term weighs more than 0. */
  keptShare(): number {
    const { documentFrequencies, postings } = this.#matrix;
    let kept = 0;
    for (let term = 0; term < this.#weights.length; term++) {
      if ((this.#weights[term] as number) > 0) kept += documentFrequencies[term] as number;
    }
    return kept / postings;
  }

  /** Goes through one epoch; returns the means of the parts of its loss. */
  async epoch(): Promise<{ ranking: number; l1: number }> {
    const drawn = await this.#examples.draw(this.#random);
    const size = this.#batchSize;
    let [ranking, l1, batches] = [0, 0, 0];
    // The rest that fills no batch waits for another epoch, unless it is all there is.
    const end = Math.max(1, Math.floor(drawn.length / size)) * size;
    for (let at = 0; at < end; at += size) {
      const part = this.#step(drawn.slice(at, at + size));
      [ranking, l1, batches] = [ranking + part.ranking, l1 + part.l1, batches + 1];
    }
    return { ranking: ranking / batches, l1: l1 / batches };
  }

  #step(batch: readonly TrainingExample[]): TrainingLoss {
    this.#gradient.clear();
    const part = this.#objective.evaluate(batch, this.#gradient);
    if (!Number.isFinite(part.loss)) {
      throw new TermwiseError("BAD_ARGUMENT", `the loss of ${this.ranker()} became ${part.loss}`);
    }
    this.#network.move(
      this.#adam.step(this.#network.gradient(this.#weights, this.#gradient.weights)),
    );
    this.#moveParameters();
    this.#network.weigh(this.#weights);
    return part;
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

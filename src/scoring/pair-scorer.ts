/** Scores pairs of texts in batches, on a session that holds the values of the model. */

import { badArgument, TermwiseError } from "../common/errors.ts";
import { mapAhead } from "../common/map-ahead.ts";
import {
  createBatcher,
  createInputs,
  type NeuralModel,
  type PairBatcher,
  type TokenPair,
} from "../models/index.ts";
import type { Session, Step } from "../tensor/index.ts";

/** Maximum tokens per batch, unless a single pair has more. Bounds the memory. */
const MAX_BATCH_TOKENS = 1 << 14;
/** Pairs per batch: a device that works ahead of its answers has a cost for each batch. */
const [BATCH_SIZE, DEVICE_BATCH_SIZE] = [256, 1024];

/** Scores pairs of texts with one model, in batches. */
export class PairScorer {
  readonly #model: NeuralModel;
  readonly #step: Step;
  readonly #batcher: PairBatcher;
  readonly #batchSize: number;
  /** Batches that may be under way. */
  readonly #depth: number;

  private constructor(model: NeuralModel, step: Step, batchSize: number, depth: number) {
    this.#model = model;
    this.#step = step;
    this.#batcher = createBatcher(model);
    this.#batchSize = batchSize;
    this.#depth = depth;
  }

  /** `session` holds the variables of the model. */
  static async open(
    model: NeuralModel,
    session: Session,
    { batchSize: requested }: { batchSize?: number } = {},
  ): Promise<PairScorer> {
    const { depth = 1 } = session;
    const batchSize = requested ?? (depth > 1 ? DEVICE_BATCH_SIZE : BATCH_SIZE);
    if (!Number.isInteger(batchSize) || batchSize < 1) {
      throw badArgument(`batchSize must be a whole number ≥ 1, got ${batchSize}`);
    }
    const scores = model.score(createInputs(model));
    const step = await session.prepare({ outputs: { scores } });
    return new PairScorer(model, step, batchSize, depth);
  }

  /** Calls of `score` that are best made side by side. */
  get concurrency(): number {
    return this.#depth;
  }

  /**
   * One score per pair. A score that is not finite is BAD_INPUT. Batches are prepared and submitted
   * while a device computes earlier ones.
   */
  async score(pairs: readonly TokenPair[]): Promise<Float32Array> {
    const all = new Float32Array(pairs.length);
    const results = mapAhead(this.#splitBatches(pairs), this.#depth, (batch) => this.#run(batch));
    let done = 0;
    for await (const scores of results) {
      all.set(scores, done);
      done += scores.length;
    }
    const strange = all.findIndex((score) => !Number.isFinite(score));
    if (strange >= 0) throw this.#createNotFiniteError(strange, all[strange] as number);
    return all;
  }

  async #run(pairs: readonly TokenPair[]): Promise<ArrayLike<number>> {
    const { outputs } = await this.#step.run(this.#batcher.pairs(pairs));
    return outputs.scores ?? [];
  }

  *#splitBatches(pairs: readonly TokenPair[]): Generator<readonly TokenPair[]> {
    for (let start = 0; start < pairs.length; ) {
      const end = this.#findBatchEnd(pairs, start);
      yield pairs.slice(start, end);
      start = end;
    }
  }

  #findBatchEnd(pairs: readonly TokenPair[], start: number): number {
    let [end, tokens] = [start, 0];
    for (; end < Math.min(pairs.length, start + this.#batchSize); end++) {
      const { query, document } = pairs[end] as TokenPair;
      tokens += query.length + document.length;
      if (tokens > MAX_BATCH_TOKENS && end > start) break;
    }
    return end;
  }

  #createNotFiniteError(pair: number, score: number): TermwiseError {
    const message = `${this.#model.name} scores pair ${pair} as ${score}: its weights are not usable`;
    return new TermwiseError("BAD_INPUT", message, { model: this.#model.name, pair });
  }
}

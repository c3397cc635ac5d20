/** Scores pairs of texts in batches, on a session that holds the values of the model. */

import { badArgument, TermwiseError } from "../common/errors.ts";
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

/** Scores pairs of texts with one model, in batches. */
export class PairScorer {
  readonly #model: NeuralModel;
  readonly #step: Step;
  readonly #batcher: PairBatcher;
  readonly #batchSize: number;

  private constructor(model: NeuralModel, step: Step, batchSize: number) {
    this.#model = model;
    this.#step = step;
    this.#batcher = createBatcher(model);
    this.#batchSize = batchSize;
  }

  /** `session` holds the variables of the model. */
  static async open(
    model: NeuralModel,
    session: Session,
    { batchSize = 256 }: { batchSize?: number } = {},
  ): Promise<PairScorer> {
    if (!Number.isInteger(batchSize) || batchSize < 1) {
      throw badArgument(`batchSize must be a whole number ≥ 1, got ${batchSize}`);
    }
    const scores = model.score(createInputs(model));
    return new PairScorer(model, await session.prepare({ outputs: { scores } }), batchSize);
  }

  /** One score per pair. A score that is not finite is BAD_INPUT. */
  async score(pairs: readonly TokenPair[]): Promise<Float32Array> {
    const all = new Float32Array(pairs.length);
    for (let start = 0; start < pairs.length; ) {
      const end = this.#findBatchEnd(pairs, start);
      const batch = this.#batcher.pairs(pairs.slice(start, end));
      const { scores = [] } = (await this.#step.run(batch)).outputs;
      all.set(scores, start);
      start = end;
    }
    const strange = all.findIndex((score) => !Number.isFinite(score));
    if (strange >= 0) throw this.#createNotFiniteError(strange, all[strange] as number);
    return all;
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

/**
 * Trains a table of word vectors so that queries are near their relevant
 * documents. A text is the mean of its word vectors.
 *
 * Deterministic: the same examples, settings and seed give the same bytes on
 * every machine.
 */

import { badArgument } from "../../common/errors.ts";
import { type Progress, silent } from "../../common/progress.ts";
import { Random } from "../../common/random.ts";
import {
  createMeanPoolingInputs,
  MeanPoolingBatcher,
  poolMeans,
} from "../../models/mean-pooling.ts";
import { type Backend, Training, variable } from "../../tensor/index.ts";
import { createLinearDecay } from "../../tensor/optimisers/index.ts";
import { createPairMasks, inBatchSoftmax, type RelevantPair } from "./in-batch-softmax.ts";

/** Texts as ids of words, and the relevant documents of each query. */
export interface WordVectorExamples {
  readonly queries: readonly {
    readonly words: Int32Array;
    /** Indexes in `documents`. */
    readonly relevant: readonly number[];
  }[];
  readonly documents: readonly Int32Array[];
}

/** Training settings. */
export interface WordVectorSettings {
  /** Passes over all pairs of a query and a relevant document. Default 5. */
  readonly epochs?: number | undefined;
  /** Pairs per step. The documents of other pairs are negatives. Default 128. */
  readonly batchSize?: number | undefined;
  /** Learning rate of Adam, with linear decay to 0. Default .01. */
  readonly rate?: number | undefined;
  readonly seed?: number | undefined;
}

/** The trained table, row by row, and the mean loss of each epoch. */
export interface TrainedWordVectors {
  readonly table: Float32Array;
  readonly losses: readonly number[];
}

/** Trains a copy of the given rows. `BAD_INPUT` for a loss that is not finite. */
export async function trainWordVectors(
  backend: Backend,
  start: Float32Array,
  dimensions: number,
  { queries, documents }: WordVectorExamples,
  {
    epochs = 5,
    batchSize = 128,
    rate = 0.01,
    seed = 1,
    progress = silent,
  }: WordVectorSettings & { readonly progress?: Progress } = {},
): Promise<TrainedWordVectors> {
  for (const [name, value] of Object.entries({ epochs, batchSize })) {
    if (!Number.isInteger(value) || value < 1) {
      throw badArgument(`${name} must be a whole number ≥ 1, got ${value}`);
    }
  }
  const rows = start.length / dimensions;
  const pairs = queries.flatMap(({ relevant }, query) =>
    relevant.map((document): RelevantPair => ({ query, document })),
  );
  if (pairs.length === 0) throw badArgument("no query has a relevant document to learn from");
  const table = variable("embeddings", [rows, dimensions]);
  const means = poolMeans(table, createMeanPoolingInputs(rows));
  const steps = Math.ceil(pairs.length / batchSize);
  const schedule = createLinearDecay(steps * epochs);
  const training = await Training.open(backend, {
    model: "word vectors",
    loss: inBatchSoftmax(means.queries, means.documents),
    groups: [{ variables: [table], rate, schedule }],
  });
  try {
    await training.session.write(table, start);
    const random = new Random(seed).split("pairs");
    const batcher = new MeanPoolingBatcher(rows);
    const answers = queries.map(({ relevant }) => new Set(relevant));
    const losses: number[] = [];
    const task = { task: "training word vectors", unit: "pairs", total: pairs.length * epochs };
    for (let epoch = 0; epoch < epochs; epoch++) {
      const order = random.shuffle([...pairs]);
      let loss = 0;
      for (let from = 0; from < order.length; from += batchSize) {
        const batch = order.slice(from, from + batchSize);
        const stepResult = await training.step({
          ...batcher.batch(
            batch.map(({ query }) => queries[query]?.words ?? new Int32Array(0)),
            batch.map(({ document }) => documents[document] ?? new Int32Array(0)),
          ),
          ...createPairMasks(batch, (query, document) => answers[query]?.has(document) === true),
        });
        loss += stepResult * batch.length;
        const done = epoch * pairs.length + from + batch.length;
        const note = `loss ${stepResult.toFixed(3)}`;
        progress({ ...task, done, note, finished: done === task.total });
      }
      losses.push(loss / pairs.length);
    }
    return { table: Float32Array.from(await training.session.read(table)), losses };
  } finally {
    await training.close();
  }
}

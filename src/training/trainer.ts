/**
 * Trains a model: batches of examples, regular validation, the best values kept.
 *
 * A training consists of periods of a fixed number of steps. At the end of a period the model is
 * validated, the learning rates fall if validation has stopped improving, and a checkpoint is
 * written. The seed determines everything, so that an interrupted and resumed training ends with
 * the same bytes.
 */

import { defined } from "../common/defined.ts";
import { badArgument } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import { Random } from "../common/random.ts";
import {
  createBatcher,
  type NeuralModel,
  type PairBatcher,
  type PretrainedData,
  saveWeights,
  writeInitialValues,
} from "../models/index.ts";
import { PairScorer } from "../scoring/pair-scorer.ts";
import {
  type Ending,
  findBestPeriod,
  type Period,
  type TrainingRecord,
} from "../scoring/training-record.ts";
import type { Validation } from "../scoring/validation.ts";
import type { Directory } from "../storage/directory.ts";
import { DROPOUT_SEED } from "../tensor/dropout.ts";
import { type Backend, type Batch, Training } from "../tensor/index.ts";
import { Plateau } from "../tensor/optimisers/index.ts";
import { readCheckpoint, writeCheckpoint } from "./checkpoints.ts";
import { shouldStopEarly } from "./early-stopping.ts";
import { createExampleBatch, createExampleInputs } from "./example-batch.ts";
import { type Example, type ExampleSource, prefetch, splitBatches } from "./examples.ts";
import { computeLambdaWeights } from "./lambda-weights.ts";
import { findLoss, isWeighted } from "./losses.ts";
import { createParameterGroups } from "./parameter-groups.ts";
import {
  type CompleteSettings,
  completeSettings,
  type TrainingSettings,
} from "./training-settings.ts";

/** Settings of a training, its validation and its checkpoints. */
export interface TrainOptions {
  readonly settings?: TrainingSettings;
  /** Pre-trained vectors and idf. */
  readonly pretrained?: PretrainedData;
  /** Without validation the values of the last step are kept. */
  readonly validation?: Validation;
  /** The identity of the examples; a training resumes only with the same data. */
  readonly data?: string;
  /** The directory of checkpoints; none are written without it. */
  readonly checkpoints?: Directory;
  readonly progress?: Progress;
}

/** The result of a training. */
export interface TrainingResult {
  /** The best values of the model's variables, as a safetensors file. */
  readonly weights: Uint8Array;
  readonly record: TrainingRecord;
}

/** Trains a model. `BAD_INPUT` names a loss or gradient that is not finite. */
export async function train(
  backend: Backend,
  model: NeuralModel,
  source: ExampleSource,
  options: TrainOptions = {},
): Promise<TrainingResult> {
  const complete = completeSettings(options.settings, source.size);
  const inputs = createExampleInputs(model);
  const isFrozen = complete.embeddingRate === 0;
  const { embeddings } = model.trained;
  const training = await Training.open(backend, {
    model: model.name,
    loss: findLoss(complete.loss)(model.score(inputs), inputs),
    groups: createParameterGroups(model, source, complete),
    frozen: isFrozen ? [...embeddings, ...model.frozen] : model.frozen,
    plateau: new Plateau({ patience: complete.plateau }),
    ...defined({ clip: complete.clip }),
  });
  try {
    const start = model.initialValues(new Random(complete.seed).split("model"), options.pretrained);
    await writeInitialValues(training.session, start);
    const scorer = await PairScorer.open(model, training.session);
    const run = new TrainingRun(model, training, scorer, complete, options);
    await run.resume();
    return await run.run(source);
  } finally {
    await training.close();
  }
}

interface ReadyBatch {
  readonly examples: readonly Example[];
  readonly inputs: Batch;
}

/** A training in progress. */
class TrainingRun {
  readonly #model: NeuralModel;
  readonly #training: Training;
  readonly #scorer: PairScorer;
  readonly #batcher: PairBatcher;
  readonly #settings: CompleteSettings;
  readonly #options: TrainOptions;
  readonly #periods: Period[] = [];
  #best: Uint8Array = new Uint8Array(0);
  #examples = 0;
  /** The sum of the losses since the last period, and the number of steps that have one. */
  #losses = 0;
  #finished = 0;
  /** The number of steps since the last period, and those of them that still run. */
  #steps = 0;
  readonly #running: Promise<number>[] = [];

  constructor(
    model: NeuralModel,
    training: Training,
    scorer: PairScorer,
    settings: CompleteSettings,
    options: TrainOptions,
  ) {
    this.#model = model;
    this.#training = training;
    this.#scorer = scorer;
    this.#batcher = createBatcher(model);
    this.#settings = settings;
    this.#options = options;
  }

  /** Resumes from the last checkpoint, if any. */
  async resume(): Promise<void> {
    const { checkpoints } = this.#options;
    if (checkpoints === undefined) return;
    const checkpoint = await readCheckpoint(checkpoints, this.#identity());
    if (checkpoint === undefined) return;
    await this.#training.restore(checkpoint.state);
    this.#best = checkpoint.best;
    this.#periods.push(...checkpoint.periods);
  }

  async run(source: ExampleSource): Promise<TrainingResult> {
    const done = this.#training.steps;
    let ending: Ending | undefined = this.#shouldStop() ? "patience" : undefined;
    let step = 0;
    for await (const { examples, inputs } of prefetch(this.#batches(source, done))) {
      if (ending !== undefined && step >= done) break;
      this.#examples += examples.length;
      if (++step <= done) continue; // done before the interruption
      await this.#step(examples, inputs, source);
      if (this.#steps === this.#settings.period && (await this.#endPeriod())) ending = "patience";
    }
    if (this.#steps > 0) await this.#endPeriod();
    if (this.#periods.length === 0) throw badArgument("training needs examples, got none");
    this.#report(source, true);
    return this.#createResult(ending ?? (this.#isFull() ? "examples" : "epochs"));
  }

  /** The examples of every step, with the program's inputs for the steps that remain. */
  async *#batches(source: ExampleSource, done: number): AsyncGenerator<ReadyBatch> {
    let step = 0;
    for await (const examples of splitBatches(source, this.#settings)) {
      yield { examples, inputs: step++ < done ? {} : createExampleBatch(this.#batcher, examples) };
    }
  }

  async #step(batch: readonly Example[], inputs: Batch, source: ExampleSource): Promise<void> {
    const weights = isWeighted(this.#settings.loss) ? await this.#pairWeights(batch) : [];
    const stepInputs = { pairWeights: weights, [DROPOUT_SEED]: [this.#dropoutSeed()] };
    const running = this.#training.step({ ...inputs, ...stepInputs });
    running.catch(() => {}); // reported when it is awaited
    this.#running.push(running);
    this.#steps++;
    if (this.#running.length === this.#training.depth) await this.#finishStep();
    if (this.#steps % 8 === 0) this.#report(source, false);
  }

  /** Waits for the earliest step that runs; a device that works ahead runs others meanwhile. */
  async #finishStep(): Promise<void> {
    this.#losses += (await this.#running.shift()) ?? 0;
    this.#finished++;
  }

  /**
   * Depends only on the seed and the step, so that a resumed training drops out the same values.
   */
  #dropoutSeed(): number {
    return new Random(this.#settings.seed).split(`dropout ${this.#training.steps}`).bits();
  }

  async #pairWeights(batch: readonly Example[]): Promise<readonly number[]> {
    const pairs = batch.flatMap(({ query, documents }) =>
      documents.map((document) => ({ query, document })),
    );
    return computeLambdaWeights(batch, await this.#scorer.score(pairs));
  }

  /** Validates and writes a checkpoint; true when the training must end. */
  async #endPeriod(): Promise<boolean> {
    while (this.#running.length > 0) await this.#finishStep();
    const curve = await this.#options.validation?.curve(this.#scorer);
    const value = curve?.values[curve.best];
    this.#periods.push({
      steps: this.#training.steps,
      examples: this.#examples,
      loss: this.#losses / this.#steps,
      rateFactor: this.#training.rateFactor,
      ...(curve === undefined ? {} : { value: value as number, depth: curve.best }),
    });
    [this.#losses, this.#steps, this.#finished] = [0, 0, 0];
    if (findBestPeriod(this.#periods) === this.#periods.length - 1) {
      this.#best = await saveWeights(this.#model, this.#training.session);
    }
    if (value !== undefined) this.#training.report(value);
    const { checkpoints } = this.#options;
    if (checkpoints !== undefined) {
      await writeCheckpoint(checkpoints, {
        settings: this.#identity(),
        periods: this.#periods,
        state: await this.#training.save(),
        best: this.#best,
      });
    }
    return this.#shouldStop();
  }

  #shouldStop(): boolean {
    return shouldStopEarly(this.#periods, this.#settings.patience);
  }

  #isFull(): boolean {
    return this.#examples >= this.#settings.maxExamples;
  }

  /** Everything that the values depend on beside the examples. */
  #identity(): string {
    const { name, vocabulary, options, lexicon } = this.#model;
    const { data } = this.#options;
    const words = { vocabulary, ngrams: lexicon?.ngrams };
    return JSON.stringify({
      model: name,
      ...words,
      options,
      data,
      ...toRecordSettings(this.#settings),
    });
  }

  #report({ size }: ExampleSource, finished: boolean): void {
    const { epochs, maxExamples } = this.#settings;
    const { loss, value, depth } = this.#periods.at(-1) ?? {};
    const mean = this.#finished > 0 ? this.#losses / this.#finished : loss;
    const measured =
      value === undefined
        ? ""
        : `, ${this.#options.validation?.measure} ${value.toFixed(4)} at depth ${depth}`;
    const total = size === undefined ? maxExamples : Math.min(size * epochs, maxExamples);
    const { progress = silent } = this.#options;
    progress({
      task: `training ${this.#model.name}`,
      unit: "examples",
      done: this.#examples,
      ...(Number.isFinite(total) ? { total } : {}),
      note: `loss ${mean?.toFixed(4)}${measured}`,
      finished,
    });
  }

  #createResult(ending: Ending): TrainingResult {
    const measure = this.#options.validation?.measure;
    const record: TrainingRecord = {
      settings: toRecordSettings(this.#settings),
      ...defined({ measure }),
      periods: this.#periods,
      kept: findBestPeriod(this.#periods),
      ending,
    };
    return { weights: this.#best, record };
  }
}

/** Settings as written to files. JSON has no infinity. */
function toRecordSettings({
  maxExamples,
  ...settings
}: CompleteSettings): TrainingRecord["settings"] {
  return maxExamples === Infinity ? settings : { ...settings, maxExamples };
}

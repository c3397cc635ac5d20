/**
 * Trains one model with one seed and measures it on the dev and test queries: at the depth chosen
 * on dev, and at the full depth, so that a depth of 1 hides no failure. The outcome is cached under
 * everything that determines it.
 */

import type { TrainingSummary } from "../../src/analysis/report.ts";
import { mapAhead } from "../../src/common/map-ahead.ts";
import { NOT_JUDGED, prepareQueryGrades } from "../../src/evaluation/index.ts";
import {
  countModelParameters,
  type ModelOptions,
  type PretrainedBert,
} from "../../src/models/index.ts";
import type { Candidates } from "../../src/ranking/index.ts";
import { computeTermSalience, mergeReranked, Reranker } from "../../src/reranking/index.ts";
import { computeDepthCurve, type DepthCurve, type TrainedModel } from "../../src/scoring/index.ts";
import {
  resolveTraining,
  type SamplingOptions,
  type TrainingSettings,
  trainRanker,
} from "../../src/training/index.ts";
import { computeChecksum } from "../checksum.ts";
import { stringifySorted } from "../json-files.ts";
import { hasFullLimits } from "./neural-options.ts";
import type { NeuralWorkload } from "./neural-workload.ts";
import { computeQueryValues, listMeasures, type MeasuredValues } from "./query-values.ts";
import type { CellResult, CellTask } from "./training-cells.ts";
import { findBestPoint, selectGridPoints } from "./training-grid.ts";
import { OWN_FASTTEXT, type VocabularyChoice } from "./vocabulary-cache.ts";

/** A model to train: its kind, and its differences from the settings of the collection. */
export interface TrainedSystem {
  /** The name in tables. */
  readonly name: string;
  readonly model: string;
  readonly options?: ModelOptions;
  readonly settings?: TrainingSettings;
  readonly sampling?: SamplingOptions;
  readonly vocabulary?: VocabularyChoice;
  /** A BERT to start from, with its recommended settings and `settings`; no grid. */
  readonly start?: PretrainedStart;
}

/** The system as text, without its name: equal for equal trainings in several experiments. */
export function describeSystem({ name: _, model, start, ...choices }: TrainedSystem): string {
  const parts = { ...choices, ...(start === undefined ? {} : { start: start.checksum }) };
  const filled = Object.entries(parts).filter(
    ([, value]) => typeof value === "string" || Object.keys(value ?? {}).length > 0,
  );
  return filled.length === 0 ? model : `${model} ${stringifySorted(Object.fromEntries(filled))}`;
}

/** Before the system in the label of a training on a GPU. */
export const GPU_PREFIX = "gpu ";

/** A pre-trained model, and a checksum of its values. */
export interface PretrainedStart {
  readonly bert: PretrainedBert;
  readonly checksum: string;
}

/** The outcome of one seed of one model. */
export interface TrainingOutcome {
  readonly parameters: number;
  /** Parameters that start from pre-trained vectors. */
  readonly transferred: number;
  /** Steps until the best validation, whose values are kept, and all steps. */
  readonly steps: number;
  readonly ran: number;
  readonly ending: TrainingSummary["ending"];
  readonly depth: number;
  /** The measure on dev without re-ranking, then at depth 1, 2, … */
  readonly curve: readonly number[];
  readonly losses: readonly number[];
  readonly dev: MeasuredValues;
  readonly test: MeasuredValues;
  /** The test queries at the full depth. */
  readonly testDeep: MeasuredValues;
  /** The same curve on test, and the test queries at its best depth; older trainings lack both. */
  readonly testCurve?: readonly number[];
  readonly testBest?: MeasuredValues;
}

/** The outcome of one seed, with settings chosen on dev if the request has a grid. */
export async function tuneAndTrain(
  workload: NeuralWorkload,
  system: TrainedSystem,
  seed: number,
): Promise<TrainingOutcome> {
  return loadOrTrain(workload, system, { ...(await tuneSystem(workload, system)), seed });
}

/** The system with the point of the grid that is best on dev with seed 1. */
export async function tuneSystem(
  workload: NeuralWorkload,
  system: TrainedSystem,
): Promise<Pick<CellChoice, "tuned" | "point">> {
  const points = selectGridPoints(workload.limits.tune);
  if (points.length === 0 || system.start !== undefined) return { tuned: system, point: {} };
  const best = await findBestPoint(points, workload.measure.name, async (point) => {
    const tuned = withPoint(system, point);
    return (await loadOrTrain(workload, system, { tuned, point, seed: 1 })).dev;
  });
  return { tuned: withPoint(system, best), point: best };
}

/** The outcome of one point of the grid, with the seed that chooses among them. */
export async function trainGridPoint(
  workload: NeuralWorkload,
  system: TrainedSystem,
  position: number,
): Promise<TrainingOutcome> {
  const point = selectGridPoints(workload.limits.tune)[position] ?? {};
  return loadOrTrain(workload, system, { tuned: withPoint(system, point), point, seed: 1 });
}

function withPoint(system: TrainedSystem, point: TrainingSettings): TrainedSystem {
  return { ...system, settings: { ...point, ...system.settings } };
}

/** γ of every word that one seed of a model with salience learned, in the order of the vocabulary. */
export async function tuneAndReadSalience(
  workload: NeuralWorkload,
  system: TrainedSystem,
  seed: number,
): Promise<readonly number[]> {
  const { tuned, point } = await tuneSystem(workload, system);
  const task = await createTask(workload, system, { tuned, point, seed });
  return workload.cells.getOrTrainSalience(task, () => trainCell(workload, tuned, seed));
}

/**
 * The outcome of a seed at a point of the grid. One that the limit of epochs ended instead of
 * validation is trained anew with more of them, unless the request has a limit of its own.
 */
async function loadOrTrain(
  workload: NeuralWorkload,
  system: TrainedSystem,
  choice: CellChoice,
): Promise<TrainingOutcome> {
  const outcome = await loadOrTrainCell(workload, system, choice);
  if (outcome.ending !== "epochs" || !hasFullLimits(workload.limits)) return outcome;
  const settings = { ...choice.tuned.settings, epochs: MAX_EXTENDED_EPOCHS };
  const tuned = { ...choice.tuned, settings };
  return loadOrTrainCell(workload, system, { ...choice, tuned });
}

/** Epochs of a training that the usual maximum ended, ten times as many. */
const MAX_EXTENDED_EPOCHS = 1000;

/** The outcome of a seed with certain settings: stored, or trained. */
async function loadOrTrainCell(
  workload: NeuralWorkload,
  system: TrainedSystem,
  choice: CellChoice,
): Promise<TrainingOutcome> {
  return workload.cells.getOrTrain(
    await createTask(workload, system, choice),
    () => trainCell(workload, choice.tuned, choice.seed),
    () => workload.environment.processorTime(),
  );
}

/** A system at a point of the grid, and a seed. */
interface CellChoice {
  readonly tuned: TrainedSystem;
  readonly point: TrainingSettings;
  readonly seed: number;
}

async function createTask(
  workload: NeuralWorkload,
  system: TrainedSystem,
  { tuned, point, seed }: CellChoice,
): Promise<CellTask> {
  const label = {
    collection: workload.collection.name,
    system: `${workload.device === "cpu" ? "" : GPU_PREFIX}${describeSystem(system)}`,
    seed,
    isFull: hasFullLimits(workload.limits),
    point: point.networkRate === undefined ? "" : `rate ${point.networkRate}`,
  };
  return { label, key: await createOutcomeKey(workload, tuned, seed) };
}

async function trainCell(
  workload: NeuralWorkload,
  system: TrainedSystem,
  seed: number,
): Promise<CellResult> {
  const trained = await trainSystem(workload, system, seed);
  const outcome = await measureOutcome(workload, system, trained);
  if (trained.model.salience === undefined) return { outcome };
  const saliences = await computeTermSalience(workload.backend, trained);
  return { outcome, gamma: saliences.map(({ gamma }) => Number(gamma.toPrecision(6))) };
}

/** The model of one seed with the settings that `tuneAndTrain` chooses, trained without the cache. */
export async function trainTuned(
  workload: NeuralWorkload,
  system: TrainedSystem,
  seed: number,
): Promise<TrainedModel> {
  const { tuned } = await tuneSystem(workload, system);
  return trainSystem(workload, tuned, seed);
}

/** Trains without the cache, for experiments that need the model itself. */
export async function trainSystem(
  workload: NeuralWorkload,
  system: TrainedSystem,
  seed: number,
): Promise<TrainedModel> {
  const { collection, reader, train, dev, limits, backend, environment } = workload;
  const { model, options, settings, sampling } = resolveChoices(workload, system);
  const isWhole = collection.among === "judged";
  return trainRanker(backend, reader.snapshot, reader.analyzer, {
    ...{ model, options, firstStage: collection.firstStage, measure: workload.measure },
    longQueries: "first", // as in the stored trainings
    words: system.start?.bert ?? (await workload.vocabularies.get(system.vocabulary)),
    examples: train,
    sampling,
    validation: dev,
    deepest: limits.top,
    ...(isWhole ? { shallowest: limits.top } : {}),
    settings: { ...settings, seed },
    progress: environment.progress,
  });
}

function resolveChoices(
  { collection, limits }: NeuralWorkload,
  { model, options = {}, settings = {}, start, ...system }: TrainedSystem,
): {
  model: string;
  options: ModelOptions;
  settings: TrainingSettings;
  sampling: SamplingOptions;
} {
  if (start !== undefined) {
    const { hard: _, ...usual } = collection.sampling;
    return { model, options, settings, sampling: { ...usual, ...system.sampling } };
  }
  const sampling = { ...collection.sampling, ...system.sampling };
  const choice = collection.models?.[model] ?? {};
  const usual = { ...collection.settings, ...choice.settings };
  const epochs = limits.epochs === 0 ? {} : { epochs: limits.epochs };
  const exampleLimit = limits.examples === 0 ? {} : { maxExamples: limits.examples };
  return {
    model: choice.model ?? model,
    options: { ...choice.options, ...options },
    settings: { ...usual, ...epochs, ...exampleLimit, ...settings },
    sampling,
  };
}

async function createOutcomeKey(
  workload: NeuralWorkload,
  system: TrainedSystem,
  seed: number,
): Promise<Record<string, unknown>> {
  const { collection, fingerprint, reader, queriesChecksum } = workload;
  // The choice from the grid is in the settings, whatever the size of the grid.
  const { tune: _, ...limits } = workload.limits;
  const { model, options, settings, sampling } = resolveChoices(workload, system);
  // FastText depends only on the data and takes a while, so its settings identify it.
  const { start } = system.vocabulary ?? {};
  const isOwn = start === "fasttext" || start === "own";
  const words = isOwn
    ? OWN_FASTTEXT
    : (system.start?.checksum ??
      (await computeWordsChecksum(await workload.vocabularies.get(system.vocabulary))));
  return {
    ...{ kind: "trained", collection: collection.name, fingerprint, limits, seed, model },
    queries: queriesChecksum,
    candidates: workload.candidatesChecksum,
    training: resolveTraining(model, { options, settings, sampling }),
    analysis: reader.snapshot.settings.analysis,
    first: [collection.firstStage, collection.among],
    measures: listMeasures(workload).map(({ name }) => name),
    vocabulary: system.vocabulary ?? {},
    words,
    ...(workload.device === "cpu" ? {} : { device: workload.device }),
  };
}

/** The checksum of the words and of their initial vectors. */
async function computeWordsChecksum({
  vocabulary,
  vectors,
}: {
  vocabulary: { words: readonly string[] };
  vectors?: { getVector(word: string): Float32Array | undefined };
}): Promise<string> {
  const parts = vocabulary.words.map((word) => {
    const vector = vectors?.getVector(word);
    return vector === undefined ? word : `${word} ${vector[0]} ${vector[1]} ${vector.at(-1)}`;
  });
  return computeChecksum(parts.join("\n"));
}

async function measureOutcome(
  workload: NeuralWorkload,
  system: TrainedSystem,
  trained: TrainedModel,
): Promise<TrainingOutcome> {
  const { reader, limits, measure, backend, collection } = workload;
  const reranker = await Reranker.open(backend, trained, reader.snapshot, reader.analyzer);
  const scored = async (queries: readonly Candidates[]): Promise<Float32Array[]> => {
    const all: Float32Array[] = [];
    const results = mapAhead(queries, reranker.concurrency, ({ query, documents }) =>
      reranker.score(query.text, documents.subarray(0, limits.top)),
    );
    for await (const scores of results) all.push(scores);
    return all;
  };
  const dev = await scored(workload.dev);
  const test = await scored(workload.test);
  await reranker.close();
  const { training } = trained.description;
  const curveOf = (queries: readonly Candidates[], scores: readonly Float32Array[]): DepthCurve =>
    computeDepthCurve(
      queries.map(({ documents, grades, judged, query }, i) => ({
        grades: Int32Array.from(documents, (each) => grades.get(each) ?? NOT_JUDGED),
        ideal: prepareQueryGrades(query.id, judged).ideal,
        scores: scores[i] ?? [],
      })),
      measure,
      {
        deepest: limits.top,
        ...(collection.among === "judged" ? { shallowest: limits.top } : {}),
      },
    );
  const curve = curveOf(workload.dev, dev);
  const testCurve = curveOf(workload.test, test);
  const depth = curve.best;
  const valuesAt = (queries: readonly Candidates[], scores: Float32Array[], deep: number) =>
    computeQueryValues(workload, rerankCandidates(queries, scores, deep));
  const isPretrained = (system.vocabulary?.start ?? "given") !== "random";
  return {
    parameters: countModelParameters(trained.model),
    transferred: isPretrained ? countTransferred(trained, system) : 0,
    steps: training?.periods[training.kept]?.steps ?? 0,
    ran: training?.periods.at(-1)?.steps ?? 0,
    ending: system.start === undefined ? (training?.ending ?? "epochs") : "schedule",
    depth,
    curve: [...curve.values],
    losses: training?.periods.map(({ loss }) => loss) ?? [],
    dev: valuesAt(workload.dev, dev, depth),
    test: valuesAt(workload.test, test, depth),
    testDeep: valuesAt(workload.test, test, limits.top),
    testCurve: [...testCurve.values],
    testBest: valuesAt(workload.test, test, testCurve.best),
  };
}

/** The word vectors, or all initial values of a BERT. */
function countTransferred({ model }: TrainedModel, { start }: TrainedSystem): number {
  if (start === undefined) return countElements(model.embeddings.shape);
  return [...start.bert.values.values()].reduce((count, { length }) => count + length, 0);
}

function countElements(shape: readonly unknown[]): number {
  return shape.reduce((product: number, each) => product * (each as number), 1);
}

function rerankCandidates(
  queries: readonly Candidates[],
  scores: readonly Float32Array[],
  depth: number,
): readonly Candidates[] {
  return queries.map((each, i) => {
    const hits = { documents: each.documents, scores: each.scores, isPartial: false };
    return {
      ...each,
      ...mergeReranked(hits, (scores[i] ?? new Float32Array()).subarray(0, depth)),
    };
  });
}

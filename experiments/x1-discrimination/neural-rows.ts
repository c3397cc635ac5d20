/**
 * DRMM, Duet and ConvKNRM on collections with few judged queries: trained on
 * three of five folds, chosen by the fourth and reported on the fifth, or on
 * the splits of a collection that has them.
 */

import { openDataset, readSplit, type Split } from "../../src/collection/index.ts";
import { Random } from "../../src/common/random.ts";
import { parseMeasure } from "../../src/evaluation/index.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import {
  findNeuralCollection,
  hasNeuralSplits,
  type NeuralCollection,
} from "../neural/neural-collections.ts";
import { openWorkload, readDevice, type WorkloadSettings } from "../neural/neural-workload.ts";
import { listQueryIds } from "../neural/query-values.ts";
import { tuneAndTrain } from "../neural/training-outcome.ts";

const FOLDS = 5;

/** A neural model with nDCG@5 of every held-out query, by seed. */
export interface NeuralRow {
  readonly model: string;
  readonly seeds: readonly ReadonlyMap<string, number>[];
}

/** Every requested model. */
export async function measureNeuralRows(
  request: ExperimentRequest,
  environment: ExperimentEnvironment,
): Promise<readonly NeuralRow[]> {
  const models = request.words("neural");
  if (models.length === 0) return [];
  const settings = readSettings(request);
  const seeds = Array.from({ length: request.number("neuralSeeds") }, (_, i) => i + 1);
  const rows = models.map((model) => ({
    model,
    seeds: seeds.map(() => new Map<string, number>()),
  }));
  for (const collection of await openParts(request.collection, environment)) {
    const workload = await openWorkload(collection, settings, environment);
    for (const row of rows) {
      for (const [i, values] of row.seeds.entries()) {
        const system = { name: row.model, model: row.model };
        const { test } = await tuneAndTrain(workload, system, seeds[i] as number);
        for (const [q, id] of listQueryIds(workload.test).entries()) {
          values.set(id, test["nDCG@5"]?.[q] ?? 0);
        }
      }
    }
    await workload.close();
  }
  return rows;
}

/** Training sizes for small collections. */
function readSettings(request: ExperimentRequest): WorkloadSettings {
  const isQuick = request.size === "quick";
  const limits = isQuick
    ? { train: 600, dev: 60, test: 1e6, top: 20, epochs: 3, examples: 1600, tune: 1 }
    : { train: 1e6, dev: 1000, test: 1e6, top: 100, epochs: 0, examples: 0, tune: 3 };
  const vectors = request.text("vectors");
  const threads = request.number("threads");
  const [device, keep] = [readDevice(request), request.text("keep")];
  return { limits, device, threads, vectors, keep };
}

/** The collection with its own splits, or once per fold. */
async function openParts(
  name: string,
  { files, collections, findPackage }: ExperimentEnvironment,
): Promise<readonly NeuralCollection[]> {
  const usual = { ...findNeuralCollection(name), measure: parseMeasure("nDCG@5").name };
  const { splits } = await openDataset(files, name, { collections, findPackage });
  if (hasNeuralSplits(name, splits)) return [usual];
  return Array.from({ length: FOLDS }, (_, fold) => ({
    ...usual,
    settings: { ...usual.settings, period: 20 },
    async splits(collection) {
      const all = await readSplit(collection);
      const ids = all.queries.filter(({ id }) => all.judgements.has(id));
      const order = new Random(1).split("folds").shuffle([...ids]);
      const some = (folds: readonly number[]): Split => ({
        ...all,
        queries: order.filter((_, i) => folds.includes((i + fold) % FOLDS)),
      });
      return { train: some([0, 1, 2]), dev: some([3]), test: some([4]) };
    },
  }));
}

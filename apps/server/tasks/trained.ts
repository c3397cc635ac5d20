/** What was learned: weights of an index, and trained models. */

import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { LearnedWeightsSummary, ModelSummary } from "../../../src/client/index.ts";
import { keep, readKept } from "./kept-file.ts";
import { foldersWith, indexFolder, indexNames, type Places, stateFolder } from "./places.ts";
import { MODEL_FILE, type Store } from "./store.ts";

const WEIGHTS = /^weights-([a-z0-9][a-z0-9_-]{0,63})\.json$/;

/** The learned weights of an index, the oldest first. */
export async function listWeights(
  { places }: Store,
  { index }: { readonly index: string },
): Promise<{ weights: LearnedWeightsSummary[] }> {
  await indexFolder(places, index);
  const files = await readdir(stateFolder(places, index)).catch(() => []);
  const weights: LearnedWeightsSummary[] = [];
  for (const file of files) {
    if (!WEIGHTS.test(file)) continue;
    const kept = await readKept<LearnedWeightsSummary>(places, index, file);
    if (kept !== undefined) weights.push(kept);
  }
  return { weights: weights.sort((a, b) => (a.at < b.at ? -1 : 1)) };
}

/** Keeps learned weights: the table first, then the record that makes it visible. */
export async function keepWeights(
  places: Places,
  index: string,
  summary: LearnedWeightsSummary,
  table: string,
): Promise<void> {
  await keep(places, index, `weights-${summary.id}.tsv`, table);
  await keep(places, index, `weights-${summary.id}.json`, summary);
}

/** All trained models: those beside the indexes, and those of each index. */
export async function listModels(store: Store): Promise<{ models: ModelSummary[] }> {
  const { places } = store;
  const models: ModelSummary[] = [];
  const add = async (name: string, index?: string): Promise<void> => {
    const { description, model } = await store.model(index, name);
    const { depth, training } = description;
    models.push({
      name,
      ...(index === undefined ? {} : { index }),
      kind: model.name,
      ...(depth === undefined ? {} : { depth }),
      hasSalience: model.salience !== undefined,
      ...(training === undefined ? {} : { training }),
    });
  };
  for (const name of await foldersWith(places.root, MODEL_FILE)) await add(name).catch(() => {});
  for (const index of await indexNames(places)) {
    const folder = join(stateFolder(places, index), "models");
    for (const name of await foldersWith(folder, MODEL_FILE)) {
      await add(name, index).catch(() => {});
    }
  }
  return { models };
}

/** Learned weights of an index, and trained models. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { LearnedWeightsSummary, ModelSummary } from "../../../src/client/index.ts";
import { defined } from "../../../src/common/defined.ts";
import {
  CHECKPOINT_FILE,
  findFoldersWith,
  findIndexFolder,
  type IndexCatalog,
  listIndexNames,
  MODEL_FILE,
  resolveModelsFolder,
  resolveStateFolder,
} from "./index-catalog.ts";
import { readStateFile, writeStateFile } from "./state-file.ts";
import type { Store } from "./store.ts";

const summarySchema = v.object({
  id: v.string(),
  at: v.string(),
  ranker: v.string(),
  report: v.unknown(),
  isPruned: v.optional(v.boolean()),
}) as unknown as v.GenericSchema<LearnedWeightsSummary>;

const WEIGHTS = /^weights-([a-z0-9][a-z0-9_-]{0,63})\.json$/;

/** The learned weights of an index, the oldest first. */
export async function listWeights(
  { catalog }: Store,
  { index }: { readonly index: string },
): Promise<{ weights: LearnedWeightsSummary[] }> {
  await findIndexFolder(catalog, index);
  const files = await readdir(resolveStateFolder(catalog, index)).catch(() => []);
  const weights: LearnedWeightsSummary[] = [];
  for (const file of files) {
    if (!WEIGHTS.test(file)) continue;
    const summary = await readStateFile(catalog, index, { name: file, schema: summarySchema });
    if (summary !== undefined) weights.push(summary);
  }
  return { weights: weights.sort((a, b) => (a.at < b.at ? -1 : 1)) };
}

/** Keeps learned weights: the table first, then the record that makes it visible. */
export async function saveWeights(
  catalog: IndexCatalog,
  index: string,
  summary: LearnedWeightsSummary,
  table: string,
): Promise<void> {
  await writeStateFile(catalog, index, `weights-${summary.id}.tsv`, table);
  await writeStateFile(catalog, index, `weights-${summary.id}.json`, summary);
}

/**
 * All models that re-rank: trained ones and published cross-encoders beside the indexes, and trained
 * ones of each index.
 */
export async function listModels(store: Store): Promise<{ models: ModelSummary[] }> {
  const { catalog } = store;
  const models: ModelSummary[] = [];
  const add = async (name: string, index?: string): Promise<void> => {
    const { description, model, unusedTensors } = await store.model(index, name);
    const { depth, training } = description;
    models.push({
      name,
      ...defined({ index }),
      kind: model.name,
      ...defined({ depth }),
      hasSalience: model.salience !== undefined,
      ...defined({ training, unusedTensors }),
    });
  };
  const trained = await findFoldersWith(catalog.root, MODEL_FILE);
  const published = await findPublished(catalog.root);
  for (const name of [...new Set([...trained, ...published])].sort()) {
    await add(name).catch(() => {});
  }
  for (const index of await listIndexNames(catalog)) {
    const folder = resolveModelsFolder(catalog, index);
    for (const name of await findFoldersWith(folder, MODEL_FILE)) {
      await add(name, index).catch(() => {});
    }
  }
  return { models };
}

/** Folders of checkpoints with a head, by their description: others, such as encoders, are not read. */
async function findPublished(root: string): Promise<readonly string[]> {
  const published: string[] = [];
  for (const name of await findFoldersWith(root, CHECKPOINT_FILE)) {
    const text = await readFile(join(root, name, "config.json"), "utf8").catch(() => "");
    const architecture = /"architectures"\s*:\s*\[\s*"(\w*)"/.exec(text)?.[1];
    const hasHead = architecture === undefined || /ForSequenceClassification$/.test(architecture);
    if (text !== "" && hasHead) published.push(name);
  }
  return published;
}

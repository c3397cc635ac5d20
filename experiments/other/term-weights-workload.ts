/**
 * The workload of the experiment on two-sided weights: a collection, its default index and one
 * without a stop list, and pairs of training and test queries.
 */

import { type Collection, openDataset, parseCollectionSplit } from "../../src/collection/index.ts";
import { buildIndex, IndexSnapshot } from "../../src/index/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import type { ExperimentEnvironment } from "../experiment.ts";
import { divideQueries, type TrainingAndTest } from "../query-division.ts";

/** The stop lists that tuning chooses from. */
export type EnglishStopList = "none" | "english-short" | "english";

export interface WeightsWorkload {
  readonly name: string;
  /** One index per stop list. Learning starts from `none`, so that the stop list can be tuned. */
  readonly indexes: Readonly<Record<EnglishStopList, IndexSnapshot>>;
  readonly parts: readonly TrainingAndTest[];
  readonly protocol: string;
}

export async function openWeightsWorkload(
  name: string,
  maxQueries: number,
  {
    files,
    collections,
    findPackage,
  }: Pick<ExperimentEnvironment, "files" | "collections" | "findPackage">,
): Promise<WeightsWorkload> {
  const { collection: path } = parseCollectionSplit(name);
  const collection = await openDataset(files, path, { collections, findPackage });
  const { parts, protocol } = await divideQueries(collection, name, maxQueries);
  return {
    ...{ name, parts, protocol },
    indexes: {
      none: await indexCollection(collection, "none"),
      "english-short": await indexCollection(collection, "english-short"),
      english: await indexCollection(collection, "english"),
    },
  };
}

async function indexCollection(
  collection: Collection,
  stopWords: EnglishStopList,
): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  await buildIndex(directory, collection.documents(), { analysis: { stopWords } });
  return IndexSnapshot.open(directory);
}

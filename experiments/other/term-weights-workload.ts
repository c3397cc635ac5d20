/**
 * What the experiment on two-sided weights works on: a collection, its index as
 * people make it and one without a stop list, and pairs of training and test
 * queries.
 */

import {
  type Collection,
  openKnownCollection,
  readSplit,
  type Split,
} from "../../src/collection/index.ts";
import { Random } from "../../src/common/random.ts";
import { buildIndex, IndexSnapshot } from "../../src/index/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import type { ExperimentEnvironment } from "../experiment.ts";

const FOLDS = 5;

/** Queries to learn from and queries to report on, none of them the same. */
export interface TrainingAndTest {
  readonly training: Split;
  readonly test: Split;
}

export interface WeightsWorkload {
  readonly name: string;
  /** As `termwise index` makes it, with the short stop list. */
  readonly usual: IndexSnapshot;
  /** With every word, so that the stop list can be tuned and pruning starts from all postings. */
  readonly whole: IndexSnapshot;
  readonly parts: readonly TrainingAndTest[];
  readonly protocol: string;
}

export async function openWeightsWorkload(
  name: string,
  mostQueries: number,
  { files, collections, findPackage }: ExperimentEnvironment,
): Promise<WeightsWorkload> {
  const collection = await openKnownCollection(files, name, { collections, findPackage });
  const { parts, protocol } = await splitQueries(collection, mostQueries);
  return {
    ...{ name, parts, protocol },
    usual: await indexOf(collection, "english-short"),
    whole: await indexOf(collection, "none"),
  };
}

async function indexOf(
  collection: Collection,
  stopWords: "none" | "english-short",
): Promise<IndexSnapshot> {
  const directory = new MemoryDirectory();
  await buildIndex(directory, collection.documents(), { analysis: { stopWords } });
  return IndexSnapshot.open(directory);
}

/** The given splits; else five folds of all queries; of a large training set one fold is enough. */
async function splitQueries(
  collection: Collection,
  mostQueries: number,
): Promise<Pick<WeightsWorkload, "parts" | "protocol">> {
  const { splits } = collection;
  if (["train", "dev", "test"].every((split) => splits.includes(split))) {
    const training = judged(await readSplit(collection, "train"));
    const test = cut(judged(await readSplit(collection, "test")), mostQueries);
    const protocol = `${training.queries.length} training queries, ${test.queries.length} test queries`;
    return { parts: [{ training, test }], protocol };
  }
  const hasTraining = splits.includes("train");
  const all = judged(await readSplit(collection, hasTraining ? "train" : undefined));
  const order = new Random(1).split("outer folds").shuffle([...all.queries]);
  const parts = Array.from({ length: hasTraining ? 1 : FOLDS }, (_, fold) => ({
    training: { ...all, queries: order.filter((_, i) => i % FOLDS !== fold) },
    test: cut({ ...all, queries: order.filter((_, i) => i % FOLDS === fold) }, mostQueries),
  }));
  const protocol = hasTraining
    ? `one fifth of ${order.length} training queries is reported on, at most ${mostQueries}`
    : `five folds of ${order.length} queries`;
  return { parts, protocol };
}

/** The queries that can be answered: those with a relevant document. */
function judged({ queries, judgements, ...rest }: Split): Split {
  const answered = queries.filter(({ id }) =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  return { ...rest, queries: answered, judgements };
}

function cut({ queries, ...rest }: Split, most: number): Split {
  return { ...rest, queries: queries.slice(0, most) };
}

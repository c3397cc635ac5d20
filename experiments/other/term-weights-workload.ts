/**
 * The workload of the experiment on two-sided weights: a collection, its default index and one
 * without a stop list, and pairs of training and test queries.
 */

import { type Collection, openDataset, readSplit, type Split } from "../../src/collection/index.ts";
import { Random } from "../../src/common/random.ts";
import { buildIndex, IndexSnapshot } from "../../src/index/index.ts";
import { MemoryDirectory } from "../../src/storage/memory-directory.ts";
import type { ExperimentEnvironment } from "../experiment.ts";

const FOLDS = 5;

/** The stop lists that tuning chooses from. */
export type EnglishStopList = "none" | "english-short" | "english";

/** Queries to learn from and queries to report on, none of them the same. */
export interface TrainingAndTest {
  readonly training: Split;
  readonly test: Split;
}

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
  { files, collections, findPackage }: ExperimentEnvironment,
): Promise<WeightsWorkload> {
  const collection = await openDataset(files, name, { collections, findPackage });
  const { parts, protocol } = await splitQueries(collection, maxQueries);
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

/**
 * The splits of the collection; else five folds of all queries, or one fold of a large training
 * set.
 */
async function splitQueries(
  collection: Collection,
  maxQueries: number,
): Promise<Pick<WeightsWorkload, "parts" | "protocol">> {
  const { splits } = collection;
  if (["train", "dev", "test"].every((split) => splits.includes(split))) {
    const training = selectJudged(await readSplit(collection, "train"));
    const test = limitQueries(selectJudged(await readSplit(collection, "test")), maxQueries);
    const protocol = `${training.queries.length} training queries, ${test.queries.length} test queries`;
    return { parts: [{ training, test }], protocol };
  }
  const hasTraining = splits.includes("train");
  const all = selectJudged(await readSplit(collection, hasTraining ? "train" : undefined));
  const order = new Random(1).split("outer folds").shuffle([...all.queries]);
  const parts = Array.from({ length: hasTraining ? 1 : FOLDS }, (_, fold) => ({
    training: { ...all, queries: order.filter((_, i) => i % FOLDS !== fold) },
    test: limitQueries({ ...all, queries: order.filter((_, i) => i % FOLDS === fold) }, maxQueries),
  }));
  const protocol = hasTraining
    ? `one fifth of ${order.length} training queries is reported on, at most ${maxQueries}`
    : `five folds of ${order.length} queries`;
  return { parts, protocol };
}

/** The queries with a relevant document. */
function selectJudged({ queries, judgements, ...rest }: Split): Split {
  const answered = queries.filter(({ id }) =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  return { ...rest, queries: answered, judgements };
}

function limitQueries({ queries, ...rest }: Split, maxQueries: number): Split {
  return { ...rest, queries: queries.slice(0, maxQueries) };
}

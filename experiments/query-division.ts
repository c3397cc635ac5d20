/**
 * Divides the judged queries of a collection into queries to learn from and queries to report on:
 *
 * - `name`: train and test, if there are train, dev and test; else one fifth of a large training
 *   split is reported on; else five folds of the only split, or of test;
 * - `name:split`: five folds of one split, or a single one of a large split;
 * - `name:train-test`: learns from one split and reports on the other;
 * - `name:by-focus`: as `name`, but queries whose relevant documents share the field `focus` are in
 *   the same fold, so that nothing reported on has a topic that was learned from.
 */

import {
  type Collection,
  parseCollectionSplit,
  type Query,
  readSplit,
  type Split,
} from "../src/collection/index.ts";
import { Random } from "../src/common/random.ts";
import { groupByField } from "./query-groups.ts";

const FOLDS = 5;
/** Of more queries one fold is reported on. */
const MAX_FOLDED_QUERIES = 2000;

/** Queries to learn from and queries to report on, none of them the same. */
export interface TrainingAndTest {
  readonly training: Split;
  readonly test: Split;
}

export interface QueryDivision {
  readonly parts: readonly TrainingAndTest[];
  /** One line for reports. */
  readonly protocol: string;
}

/** `source` is a collection with an optional part after a colon; see above. */
export async function divideQueries(
  collection: Collection,
  source: string,
  maxQueries: number,
): Promise<QueryDivision> {
  const { split } = parseCollectionSplit(source);
  const { splits } = collection;
  const isNamed = split !== undefined && splits.includes(split);
  const field = isNamed ? undefined : /^by-(.+)$/.exec(split ?? "")?.[1];
  const pair = isNamed ? undefined : findPair(split ?? "", splits);
  const usual = ["train", "dev", "test"].every((each) => splits.includes(each))
    ? (["train", "test"] as const)
    : undefined;
  const trainingAndTest = pair ?? (split === undefined ? usual : undefined);
  if (trainingAndTest !== undefined) {
    const [from, to] = trainingAndTest;
    const training = selectAnswered(await readSplit(collection, from));
    const test = limitQueries(selectAnswered(await readSplit(collection, to)), maxQueries);
    const protocol = `${training.queries.length} queries of ${from} to learn from, ${test.queries.length} of ${to} reported on`;
    return { parts: [{ training, test }], protocol };
  }
  const name = field === undefined && split !== undefined ? split : findFoldedSplit(splits);
  const all = selectAnswered(await readSplit(collection, name));
  return divideIntoFolds(all, await groupQueries(collection, all, field), maxQueries, field);
}

/** `train-test` as two splits. */
function findPair(text: string, splits: readonly string[]): readonly [string, string] | undefined {
  for (const from of splits) {
    const to = splits.find((each) => each !== from && text === `${from}-${each}`);
    if (to !== undefined) return [from, to];
  }
  return undefined;
}

/** The split to divide, of a collection without train, dev and test. */
function findFoldedSplit(splits: readonly string[]): string | undefined {
  if (splits.length === 1) return splits[0];
  return ["train", "test", "dev"].find((each) => splits.includes(each));
}

function groupQueries(
  collection: Collection,
  { queries, judgements }: Split,
  field: string | undefined,
): Promise<readonly (readonly Query[])[]> | (readonly Query[])[] {
  if (field === undefined) return queries.map((query) => [query]);
  return groupByField(collection, queries, judgements, field);
}

function divideIntoFolds(
  all: Split,
  groups: readonly (readonly Query[])[],
  maxQueries: number,
  field: string | undefined,
): QueryDivision {
  const order = new Random(1).split("outer folds").shuffle([...groups]);
  const count = all.queries.length;
  const isLarge = count > MAX_FOLDED_QUERIES;
  const parts = Array.from({ length: isLarge ? 1 : FOLDS }, (_, fold) => ({
    training: { ...all, queries: order.filter((_, i) => i % FOLDS !== fold).flat() },
    test: limitQueries(
      { ...all, queries: order.filter((_, i) => i % FOLDS === fold).flat() },
      maxQueries,
    ),
  }));
  const grouped = field === undefined ? "" : `, those of one ${field} together`;
  const protocol = isLarge
    ? `one fifth of ${count} queries of ${all.name} is reported on, at most ${maxQueries}${grouped}`
    : `five folds of ${count} queries${grouped}`;
  return { parts, protocol };
}

/** The queries with a relevant document. */
function selectAnswered({ queries, judgements, ...rest }: Split): Split {
  const answered = queries.filter(({ id }) =>
    [...(judgements.get(id)?.values() ?? [])].some((grade) => grade > 0),
  );
  return { ...rest, queries: answered, judgements };
}

function limitQueries({ queries, ...rest }: Split, maxQueries: number): Split {
  return { ...rest, queries: queries.slice(0, maxQueries) };
}

/**
 * Known items: titles as queries, which should find their document first, with and without the rule
 * that a document whose title is the query ranks first. And what the rule does to judged queries.
 */

import type { Document, Query } from "../../src/collection/document.ts";
import { openDataset, parseCollectionSplit } from "../../src/collection/index.ts";
import type { Judgements } from "../../src/collection/run.ts";
import { Random } from "../../src/common/random.ts";
import { evaluate } from "../../src/evaluation/index.ts";
import { createHitsRetriever, runQueries } from "../../src/ranking/run-queries.ts";
import { type IndexReader, indexInMemory } from "../../src/search/index.ts";
import { openQuery } from "../../src/search/open-query.ts";
import type { ExperimentEnvironment, ExperimentRequest } from "../experiment.ts";
import { divideQueries } from "../query-division.ts";

/** The module that computes outcomes: the code behind a cached one. */
export const KNOWN_ITEMS_MODULE: string = import.meta.url;

/** Values of each query without and with the rule. */
interface BeforeAndAfter {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

export interface KnownItemsOutcome {
  /** 1 if the document of a title is the first hit. Empty without titles. */
  readonly items: BeforeAndAfter;
  /** nDCG@10 of judged queries. Empty without judgements. */
  readonly judged: BeforeAndAfter;
}

const FIELDS = { title: { weight: 3 }, text: {} } as const;
const SEED = 1;

export async function computeKnownItems(
  name: string,
  request: ExperimentRequest,
  { files, collections, findPackage, progress }: ExperimentEnvironment,
): Promise<KnownItemsOutcome> {
  const { collection: path } = parseCollectionSplit(name);
  const collection = await openDataset(files, path, { collections, findPackage });
  const counts = new Map<string, number>();
  const titles: Query[] = [];
  const withTitles = async function* (): AsyncGenerator<Document> {
    for await (const { id, text, ...document } of collection.documents()) {
      const title = readTitle(document);
      counts.set(title, (counts.get(title) ?? 0) + 1);
      if (title !== "") titles.push({ id, text: title });
      yield { id, text, ...(title === "" ? {} : { title }) };
    }
  };
  const index = await indexInMemory(withTitles(), { progress, fields: FIELDS });
  const unique = titles.filter(({ text }) => counts.get(text) === 1);
  const sample = new Random(SEED).split("known items").shuffle(unique);
  const items = sample.slice(0, request.number("items"));
  const own: Judgements = new Map(items.map(({ id }) => [id, new Map([[id, 1]])]));
  const judgements = new Map<string, ReadonlyMap<string, number>>();
  const queries: Query[] = [];
  if (collection.splits.length > 0) {
    const { parts } = await divideQueries(collection, name, request.number("test"));
    for (const { test } of parts) {
      queries.push(...test.queries);
      for (const [query, grades] of test.judgements) judgements.set(query, grades);
    }
  }
  return {
    items: await measureRule(index, items, own, "P@1"),
    judged: await measureRule(index, queries, judgements, "nDCG@10"),
  };
}

/** The title, or the topic of an answer of MedQuAD, which has none. */
function readTitle({ title, fields }: Pick<Document, "title" | "fields">): string {
  if (title !== undefined) return title.trim();
  return typeof fields?.focus === "string" ? fields.focus.trim() : "";
}

async function measureRule(
  index: IndexReader,
  queries: readonly Query[],
  judgements: Judgements,
  measure: string,
): Promise<BeforeAndAfter> {
  if (queries.length === 0) return { before: [], after: [] };
  const ranker = index.lexicalRanker;
  const run = async (exactFields: readonly string[]): Promise<readonly number[]> => {
    const rank = async (query: Query, top: number) =>
      (await openQuery(index, query, { ranker, exactFields })).rank(top);
    const retriever = createHitsRetriever(index.snapshot, rank, { name: measure, batchSize: 1 });
    const ranked = await runQueries(retriever, queries, { top: 10 });
    const of = { queries: queries.map(({ id }) => id) };
    const [measured] = evaluate(ranked, judgements, [measure], of).measures;
    return [...(measured?.perQuery ?? [])];
  };
  return { before: await run([]), after: await run(["title"]) };
}

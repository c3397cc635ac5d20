/** A shop on a cluster beside the same shop in a local index, and the comparison of their results. */

import { expect } from "vitest";
import { type Cluster, ClusterSearchIndex, publish } from "../../adapters/opensearch/index.ts";
import type { SearchOptions } from "../../src/api/search-options.ts";
import type { TrainedModel } from "../../src/scoring/index.ts";
import {
  createIndex,
  type LearnedTermWeights,
  type SearchDocument,
  type SearchIndex,
} from "../../src/search/index.ts";
import { createDecisions, type OptionName, QUERIES } from "./option-searches.ts";
import { addVectors, DIMENSIONS, listProducts, SHOP_FIELDS } from "./shop-documents.ts";

/** The local index, and the published one with enough candidates for all matches, and with 20. */
export interface ComparedShop {
  readonly shop: SearchIndex;
  readonly weights: LearnedTermWeights;
  readonly model: TrainedModel;
  readonly complete: ClusterSearchIndex;
  readonly few: ClusterSearchIndex;
}

/** Publishes the shop on three shards. */
export async function openComparedShop(cluster: Cluster, alias: string): Promise<ComparedShop> {
  const shop = await createIndex({ fields: SHOP_FIELDS, vectors: { dimensions: DIMENSIONS } });
  const products = addVectors(listProducts(240)) as SearchDocument[];
  await shop.add(products.slice(0, 150));
  await shop.add(products.slice(150));
  await shop.delete(["p3", "p77"]);
  const pairs = ["lamp", "desk", "chair"].flatMap((word) =>
    ["red", "oak", "small", "steel"].map((other) => `${other} ${word}`),
  );
  const judged = pairs.map((text, i) => ({
    ...{ id: `q${i}`, text },
    relevant: [`p${9 + 7 * i}`, `p${20 + 11 * i}`],
  }));
  const weights = await shop.learn(judged);
  const model = await shop.train("knrm", judged, {
    ...{ options: { dimensions: 4 }, threads: 1, settings: { epochs: 1 } },
  });
  await shop.withReader((reader) => publish(cluster, reader, { alias, shards: 3, replicas: 0 }));
  const complete = await ClusterSearchIndex.open(cluster, alias, { candidates: 300 });
  const few = await ClusterSearchIndex.open(cluster, alias, { candidates: 20 });
  return { shop, weights, model, complete, few };
}

/** Compares all searches of an option; returns what the tables of docs/opensearch.md say of it. */
export async function compareOption(compared: ComparedShop, name: OptionName): Promise<string> {
  const { shop, complete, few } = compared;
  const hasVectors = complete.record.vectors !== undefined;
  const decision = createDecisions({ ...compared, hasVectors })[name];
  if ("refused" in decision) {
    await expect(complete.search("red lamp", decision.refused)).rejects.toThrow(name);
    return "refused";
  }
  const limited = new Set<string>();
  const compare = async (query: string, options: SearchOptions): Promise<void> => {
    const text = JSON.stringify([query, options]);
    const { took: _, ...expected } = await shop.search(query, options);
    const { took: __, candidates, ...found } = await complete.search(query, options);
    expect(candidates?.isComplete, text).toBe(true);
    expect(found, text).toEqual(expected);
    const part = await few.search(query, options);
    for (const each of comparePart(part, expected, text)) limited.add(each);
    const isNew = name === "after" && options.after === undefined;
    if (isNew && expected.after !== undefined) {
      await compare(query, { ...options, after: expected.after });
    }
  };
  const searches = decision.flatMap(({ query: own, ...options }) =>
    (own === undefined ? QUERIES : [own]).map((query) => ({ query, options })),
  );
  await Promise.all(searches.map(({ query, options }) => compare(query, options)));
  const list = [...limited].sort().join(", ");
  return list === "" ? "equal" : `equal; with more matches than candidates: ${list}`;
}

type Result = Awaited<ReturnType<SearchIndex["search"]>>;

/** What a result of few candidates names as limited; everything else must be equal. */
function comparePart(
  { candidates, ...part }: Result,
  expected: Omit<Result, "took">,
  search: string,
): readonly string[] {
  const limited = candidates?.limited ?? [];
  const text = `${search}, limited: ${limited.join(", ")}`;
  if (!limited.includes("hits")) expect(part.hits, text).toEqual(expected.hits);
  if (!limited.includes("total") && part.isLowerBound === undefined) {
    expect(part.total, text).toBe(expected.total);
  }
  if (!limited.includes("facets")) {
    expect(part.facets, text).toEqual(expected.facets);
    expect(part.facetStats, text).toEqual(expected.facetStats);
  }
  return limited;
}

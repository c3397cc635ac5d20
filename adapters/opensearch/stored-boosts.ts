/**
 * The boosts of terms in boosts mode: our weight of a term over the cluster's idf. They are stored
 * in documents of the index itself, which have no terms and so never match; boosts of 1 are
 * omitted.
 */

import { describeValue, quote } from "../../src/common/errors.ts";
import type { BagRanker } from "../../src/ranking/ranker.ts";
import type { IndexReader } from "../../src/search/index.ts";
import type { BulkItem } from "./bulk-loader.ts";
import type { Cluster } from "./cluster.ts";
import { createAnswerError } from "./cluster-errors.ts";
import type { PublishedRecord } from "./published-record.ts";

/** Terms per document. */
const BATCH_TERMS = 20_000;
/** Boosts this close to 1 have no visible effect on scores. */
const TOLERANCE = 1e-6;

/** The boosts of all terms except those that are 1; 0 for a term that must not count. */
export function computeBoosts({ searcher }: IndexReader, inner: BagRanker): Map<string, number> {
  const { view } = searcher;
  const boosts = new Map<string, number>();
  for (const term of view.termsWithPrefix("", Infinity)) {
    const frequency = view.term(term)?.documentFrequency ?? 0;
    const weight = inner.prepareBag(view, new Map([[term, 1]])).clauses[0]?.weight ?? 0;
    const idf = Math.log(1 + (view.documentCount - frequency + 0.5) / (frequency + 0.5));
    const boost = weight / idf;
    if (Math.abs(boost - 1) > TOLERANCE) boosts.set(term, Math.fround(Math.max(0, boost)));
  }
  return boosts;
}

/** The documents that hold boosts. */
export function createBoostItems(boosts: ReadonlyMap<string, number>): BulkItem[] {
  const entries = [...boosts];
  const items: BulkItem[] = [];
  for (let from = 0; from < entries.length; from += BATCH_TERMS) {
    const weights = Object.fromEntries(entries.slice(from, from + BATCH_TERMS));
    items.push({ id: createBoostId(items.length), json: JSON.stringify({ weights }) });
  }
  return items;
}

/** Reads the boosts of a published index. */
export async function readBoosts(
  cluster: Cluster,
  index: string,
  { boostParts = 0 }: PublishedRecord,
): Promise<ReadonlyMap<string, number>> {
  const boosts = new Map<string, number>();
  for (let part = 0; part < boostParts; part++) {
    const path = `/${index}/_doc/${encodeURIComponent(createBoostId(part))}`;
    type Answer = { _source?: { weights?: Record<string, number> } } | null;
    const weights = (await cluster.request<Answer>({ method: "GET", path }))?._source?.weights;
    if (typeof weights !== "object" || weights === null) {
      throw createAnswerError(cluster.url, `no boosts in part ${part} of ${index}`);
    }
    for (const [term, boost] of Object.entries(weights)) {
      if (!(Number.isFinite(boost) && boost >= 0)) {
        const fault = `boosts of ${index} with ${describeValue(boost)} for ${quote(term)}`;
        throw createAnswerError(cluster.url, fault);
      }
      boosts.set(term, boost);
    }
  }
  return boosts;
}

function createBoostId(part: number): string {
  return `\u0001termwise-boosts-${part}`;
}

/**
 * What a published index says about itself, in the `_meta` of its mapping: how
 * to analyse a query for it, what its numbers mean, and whether it is complete.
 * A reader refuses a record of another schema, as the meaning of numbers may
 * have changed.
 */

import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import type { Quantisation } from "../../src/ranking/quantised-ranker.ts";
import type { CompleteAnalyzerOptions } from "../../src/text/index.ts";
import type { Cluster } from "./cluster.ts";

/** How a ranking is delivered. */
export const MODES = ["impacts", "boosts", "rank_features"] as const;
/** How a ranking is delivered: exact whole numbers, BM25 of the cluster with boosts, or features. */
export type PublishMode = (typeof MODES)[number];

/** Where the tokens of documents are kept for re-rankers. */
export const TOKEN_STORAGES = ["source", "doc_values", "none"] as const;
/** Where the tokens of documents are kept for re-rankers. */
export type TokenStorage = (typeof TOKEN_STORAGES)[number];

/** Grows when the meaning of a field or number changes. */
export const SCHEMA = 1;

/** What a published index says about itself. */
export interface PublishedRecord {
  readonly schema: number;
  readonly alias: string;
  readonly mode: PublishMode;
  readonly ranker: string;
  /** Of modes with whole numbers. */
  readonly quantisation?: Quantisation;
  /** How queries become terms. */
  readonly analysis: CompleteAnalyzerOptions;
  /** Whose analysis made the terms of documents. */
  readonly analyzedBy: "client" | "cluster";
  readonly tokens: TokenStorage;
  readonly documents: number;
  /** The commit of the local index that it holds. */
  readonly generation: number;
  readonly state: "loading" | "ready";
  /** The index that the alias named before, to roll back to. */
  readonly previous?: string;
  /** Documents that hold the boosts of terms. */
  readonly boostParts?: number;
}

/** Reads the record of an index or alias. `NOT_FOUND` where there is none, `INDEX_TOO_NEW` for another schema. */
export async function readRecord(
  cluster: Cluster,
  name: string,
): Promise<{ index: string; record: PublishedRecord }> {
  type Answer = Record<string, { mappings?: { _meta?: { termwise?: PublishedRecord } } }>;
  const response = await cluster.request<Answer>({ method: "GET", path: `/${name}/_mapping` });
  const [entry, ...others] = Object.entries(response);
  if (entry === undefined || others.length > 0) {
    throw badArgument(`${quote(name)} names ${Object.keys(response).length} indexes, not one`);
  }
  const [index, { mappings }] = entry;
  const record = mappings?._meta?.termwise;
  if (record === undefined) {
    throw new TermwiseError("NOT_FOUND", `${index} was not published by this program`, { index });
  }
  if (record.schema !== SCHEMA) {
    const message = `${index} has schema ${record.schema}, this is for ${SCHEMA}: publish it again`;
    throw new TermwiseError(record.schema > SCHEMA ? "INDEX_TOO_NEW" : "INDEX_TOO_OLD", message);
  }
  return { index, record };
}

/** Replaces the record of an index. */
export async function writeRecord(
  cluster: Cluster,
  index: string,
  record: PublishedRecord,
): Promise<void> {
  const body = { _meta: { termwise: record } };
  await cluster.request({ method: "PUT", path: `/${index}/_mapping`, body });
}

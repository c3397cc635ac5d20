/**
 * The self-description of a published index, in the `_meta` of its mapping: the analysis of
 * queries, the definition of its numbers, and whether it is complete. A reader refuses a record of
 * another schema, because the definition of numbers may have changed.
 */

import { badArgument, quote, TermwiseError } from "../../src/common/errors.ts";
import type { Field } from "../../src/index/schema/index.ts";
import type { Quantisation } from "../../src/ranking/quantised-ranker.ts";
import type { CompleteAnalyzerOptions } from "../../src/text/index.ts";
import type { Cluster } from "./cluster.ts";
import { createAnswerError } from "./cluster-errors.ts";
import type { StatisticsRecord } from "./published-statistics.ts";
import { isCount } from "./search-response.ts";

/** The modes of delivering a ranking. */
export const MODES = ["impacts", "boosts", "rank_features"] as const;
/** The mode of a ranking: exact whole numbers, the cluster's BM25 with boosts, or features. */
export type PublishMode = (typeof MODES)[number];

/** The places where tokens are stored for re-rankers. */
export const TOKEN_STORAGES = ["source", "doc_values", "none"] as const;
/** Where the tokens of documents are stored for re-rankers. */
export type TokenStorage = (typeof TOKEN_STORAGES)[number];

/** Increases when the definition of a field or number changes. */
export const SCHEMA = 2;

/** The self-description of a published index. */
export interface PublishedRecord {
  readonly schema: number;
  readonly alias: string;
  readonly mode: PublishMode;
  readonly ranker: string;
  /** For modes with whole numbers. */
  readonly quantisation?: Quantisation;
  /** The analysis of queries. */
  readonly analysis: CompleteAnalyzerOptions;
  /** The fields of the index, if it has any; `Schema.fromJson` reads them. */
  readonly fields?: readonly Field[];
  /** Who analysed the documents. */
  readonly analyzedBy: "client" | "cluster";
  readonly tokens: TokenStorage;
  /**
   * The settings of the local index, as a commit stores them, if documents and statistics are
   * stored, so that every option of a search applies.
   */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Written last. */
  readonly statistics?: StatisticsRecord;
  readonly indexId?: string;
  /** Whether the vectors of the documents are stored. */
  readonly vectors?: true;
  /** Whether the index is pruned: documents name the words that they are not found by. */
  readonly pruned?: true;
  readonly documents: number;
  /** The commit of the local index. */
  readonly generation: number;
  readonly state: "loading" | "ready";
  /** The previous index of the alias, for roll-back. */
  readonly previous?: string;
  /** The number of documents that hold the boosts of terms. */
  readonly boostParts?: number;
}

/**
 * Reads the record of an index or alias. `NOT_FOUND` if there is none, `INDEX_TOO_NEW` for another
 * schema.
 */
export async function readRecord(
  cluster: Cluster,
  name: string,
): Promise<{ index: string; record: PublishedRecord }> {
  type Answer = Record<string, { mappings?: { _meta?: { termwise?: PublishedRecord } } }>;
  const path = `/${name}/_mapping`;
  const response = (await cluster.request<Answer | null>({ method: "GET", path })) ?? {};
  const [entry, ...others] = Object.entries(response);
  if (entry === undefined || others.length > 0) {
    throw badArgument(`${quote(name)} names ${Object.keys(response).length} indexes, not one`);
  }
  const [index, answer] = entry;
  const record = answer?.mappings?._meta?.termwise;
  if (record === undefined) {
    throw new TermwiseError("NOT_FOUND", `${index} was not published by this program`, { index });
  }
  if (record.schema !== SCHEMA) {
    const message = `${index} has schema ${record.schema}, not ${SCHEMA}: publish it again`;
    throw new TermwiseError(record.schema > SCHEMA ? "INDEX_TOO_NEW" : "INDEX_TOO_OLD", message);
  }
  const isSound =
    MODES.includes(record.mode) &&
    TOKEN_STORAGES.includes(record.tokens) &&
    typeof record.ranker === "string" &&
    typeof record.analysis === "object" &&
    record.analysis !== null &&
    isCount(record.documents) &&
    isCount(record.boostParts ?? 0) &&
    isCount(record.statistics?.termParts ?? 0) &&
    isCount(record.statistics?.formParts ?? 0);
  if (!isSound) throw createAnswerError(cluster.url, `a damaged record of ${index}`);
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

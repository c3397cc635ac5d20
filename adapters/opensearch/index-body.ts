/**
 * The settings and fields of a published index, by the way a ranking is delivered.
 *
 * - *impacts*: a term's frequency in the field is its whole number
 *   (`delimited_term_freq`), and a scripted similarity multiplies it by the boost
 *   of the query: the score is the exact sum. No lengths, no statistics.
 * - *boosts*: the terms as they are, scored by the cluster's BM25 with our k1 and b.
 * - *rank_features*: the whole numbers as features, which keep 9 significant bits.
 *
 * Every document has its id as `key`, for ties, and a digest of its contents, so that a later run
 * sends only differences.
 */

import { defined } from "../../src/common/defined.ts";
import { badArgument } from "../../src/common/errors.ts";
import { parseRanker } from "../../src/ranking/index.ts";
import { STOP_LISTS } from "../../src/text/index.ts";
import { createColumnProperties } from "./columns.ts";
import type { PublishedRecord } from "./published-record.ts";

/** The layout of a new index on the cluster. */
export interface LayoutOptions {
  readonly shards?: number | undefined;
  readonly replicas?: number | undefined;
  /** Pruned terms, for the stop filter if the cluster analyses. */
  readonly pruned?: readonly string[] | undefined;
}

/** The body of the request that creates the index. */
export function createIndexBody(
  record: PublishedRecord,
  { shards = 1, replicas = 1, pruned = [] }: LayoutOptions,
): object {
  const { similarity, analysis, fields, hidden } = createModeParts(record, pruned);
  return {
    settings: {
      number_of_shards: shards,
      number_of_replicas: replicas,
      refresh_interval: -1, // while it is loaded
      ...(similarity === undefined ? {} : { similarity: { ours: similarity } }),
      ...defined({ analysis }),
    },
    mappings: {
      dynamic: false,
      _meta: { termwise: record },
      _source: {
        excludes: [
          ...[hidden, "wholes", "vectors"],
          ...(record.tokens === "doc_values" ? ["tokens"] : []),
        ],
      },
      properties: {
        key: { type: "keyword", index: false },
        digest: { type: "keyword", index: false, doc_values: false },
        ...(record.tokens === "doc_values"
          ? { tokens: { type: "binary", doc_values: true } }
          : { tokens: { type: "keyword", index: false, doc_values: false } }),
        weights: { type: "object", enabled: false },
        statistics: { type: "keyword", index: false, doc_values: false },
        ...(record.settings === undefined
          ? {}
          : {
              document: { type: "object", enabled: false },
              wholes: { type: "keyword", doc_values: false },
            }),
        ...(record.vectors === undefined ? {} : { vectors: { type: "binary", doc_values: true } }),
        ...createColumnProperties(record),
        ...fields,
      },
    },
  };
}

interface ModeParts {
  readonly similarity?: object;
  readonly analysis?: object;
  readonly fields: object;
  /** The field that is searched but not returned. */
  readonly hidden: string;
}

/** The maximum of the tokenizer; our tokens are shorter. */
const TOKENIZER = { type: "whitespace", max_token_length: 255 };

function createModeParts(record: PublishedRecord, pruned: readonly string[]): ModeParts {
  if (record.mode === "impacts") {
    return {
      similarity: { type: "scripted", script: { source: "return query.boost * doc.freq;" } },
      analysis: {
        tokenizer: { spaces: TOKENIZER },
        filter: { impact: { type: "delimited_term_freq", delimiter: "|" } },
        analyzer: { ours: { type: "custom", tokenizer: "spaces", filter: ["impact"] } },
      },
      fields: { impacts: { ...TEXT, index_options: "freqs", norms: false } },
      hidden: "impacts",
    };
  }
  if (record.mode === "rank_features") {
    return { fields: { features: { type: "rank_features" } }, hidden: "features" };
  }
  const { k1, b } = parseBm25Options(record.ranker);
  return {
    similarity: { type: "BM25", k1, b },
    analysis:
      record.analyzedBy === "client"
        ? {
            tokenizer: { spaces: TOKENIZER },
            analyzer: { ours: { type: "custom", tokenizer: "spaces" } },
          }
        : createClusterAnalysis(record, pruned),
    fields: { terms: { ...TEXT, index_options: "freqs" } },
    hidden: "terms",
  };
}

const TEXT = { type: "text", analyzer: "ours", similarity: "ours" };

/** k1 and b of a BM25. `BAD_ARGUMENT` for another ranker, which the cluster lacks. */
export function parseBm25Options(ranker: string): { readonly k1: number; readonly b: number } {
  const { declaration, values } = parseRanker(ranker);
  if (declaration.name !== "bm25") {
    throw badArgument(`boosts need bm25, whose formula the cluster has; got ${ranker}`);
  }
  return { k1: Number(values.k1), b: Number(values.b) };
}

const STEMMERS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  porter: ["stemmed"],
  porter2: ["stemmed"],
};

/** The closest analysis that the cluster has; docs/opensearch.md lists the differences. */
function createClusterAnalysis({ analysis }: PublishedRecord, pruned: readonly string[]): object {
  const { stemmer, stopWords, foldAccents } = analysis;
  const stemming = STEMMERS[stemmer];
  if (stemming === undefined) {
    throw badArgument(`the cluster has no stemmer ${stemmer}; let the client analyse`);
  }
  const filter = {
    stopped: {
      type: "stop",
      stopwords: typeof stopWords === "string" ? STOP_LISTS[stopWords] : stopWords,
    },
    stemmed: { type: "stemmer", language: stemmer },
    pruned: { type: "stop", stopwords: [...pruned] },
  };
  const folding = foldAccents ? ["asciifolding"] : [];
  const filters = ["lowercase", ...folding, "stopped", ...stemming, "pruned"];
  return { filter, analyzer: { ours: { type: "custom", tokenizer: "standard", filter: filters } } };
}

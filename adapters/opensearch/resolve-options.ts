/** The options of a search with everything that they leave open. */

import type { SearchOptions } from "../../src/api/search-options.ts";
import type { IndexEncoder } from "../../src/dense/index.ts";
import { needsQueryVector } from "../../src/ranking/needs-query-vector.ts";
import { type IndexReader, nameHybrid } from "../../src/search/index.ts";
import { applySettings } from "../../src/search/search-settings.ts";
import type { UntimedResult } from "./candidate-result.ts";
import { checkSupported } from "./check-supported.ts";
import type { PublishedRecord } from "./published-record.ts";

/** What decides the options of a search. */
export interface OptionContext {
  readonly record: PublishedRecord;
  /** The index without documents. */
  readonly probe: IndexReader;
  readonly encoder: IndexEncoder;
  /** Whether the encoder was given one. */
  readonly canEncode: boolean;
}

/**
 * The settings of the index and of the publication as defaults, with the vector of the query if the
 * ranker needs one, and the refusal of what a cluster lacks.
 */
export async function resolveOptions<T extends SearchOptions>(
  context: OptionContext,
  query: string,
  options: T,
): Promise<T> {
  const { record, probe } = context;
  const { settings } = probe.snapshot;
  const applied = await addVector(context, query, applySettings(settings, options));
  checkSupported(record, settings, applied);
  const { ranker, weights, vector } = applied;
  const isDefault = record.ranker === probe.lexicalRanker;
  if (ranker !== undefined || weights !== undefined || isDefault) return applied;
  return { ...applied, ranker: vector === undefined ? record.ranker : nameHybrid(record.ranker) };
}

async function addVector<T extends SearchOptions>(
  { record, probe, encoder, canEncode }: OptionContext,
  query: string,
  options: T,
): Promise<T> {
  const { ranker, vector, rerank, vectorFallback } = options;
  if (record.vectors === undefined) return options;
  const mayEncode = rerank === undefined && (canEncode || vectorFallback === "refuse");
  const isHybrid = ranker === undefined && (vector !== undefined || mayEncode);
  if (!needsQueryVector(ranker) && !isHybrid) return options;
  return encoder.withVector(probe.snapshot.settings, query, options);
}

/** The result with the fallback to words, where the ranker of the publication was named as the default. */
export function describeFallback(
  { probe }: OptionContext,
  options: SearchOptions,
  { ranker: named, vector }: SearchOptions,
  result: UntimedResult,
): UntimedResult {
  const { settings } = probe.snapshot;
  const { ranker, rerank } = applySettings(settings, options);
  const isNamedHere = (ranker ?? rerank) === undefined && named !== undefined;
  const isFallback = settings.vectors !== undefined && vector === undefined;
  return isNamedHere && isFallback ? { ...result, fallback: "words" } : result;
}

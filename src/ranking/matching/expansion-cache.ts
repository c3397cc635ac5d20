/**
 * The terms that typed words stood for before. People who type the same
 * beginnings of words get them without reading forms again; an index that is
 * seen never changes, so they stay right.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { ExpansionTerm } from "./form-matcher.ts";

/** Words of an index whose terms are remembered; beyond, the memory starts afresh. */
const MAX_WORDS = 4096;

/** By what was typed and how it may differ. */
export type ExpansionCache = Map<string, readonly ExpansionTerm[]>;

const caches = new WeakMap<IndexView, WeakMap<QueryAnalyzer, ExpansionCache>>();

/** What is remembered of an index as an analyzer reads queries. */
export function getExpansionCache(view: IndexView, analyzer: QueryAnalyzer): ExpansionCache {
  const byAnalyzer = caches.get(view) ?? new WeakMap<QueryAnalyzer, ExpansionCache>();
  caches.set(view, byAnalyzer);
  const cache = byAnalyzer.get(analyzer) ?? new Map();
  byAnalyzer.set(analyzer, cache);
  if (cache.size >= MAX_WORDS) cache.clear();
  return cache;
}

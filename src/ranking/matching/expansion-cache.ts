/**
 * A cache of the terms that words expand to. Users type the same prefixes again; an
 * index snapshot never changes, so entries stay valid.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { ExpansionTerm } from "./form-matcher.ts";

/** Maximum number of words per index; beyond that, the cache is cleared. */
const MAX_WORDS = 4096;

/** Keyed by word and matching options. */
export type ExpansionCache = Map<string, readonly ExpansionTerm[]>;

const caches = new WeakMap<IndexView, WeakMap<QueryAnalyzer, ExpansionCache>>();

/** The cache of an index and the analyzer of its queries. */
export function getExpansionCache(view: IndexView, analyzer: QueryAnalyzer): ExpansionCache {
  const byAnalyzer = caches.get(view) ?? new WeakMap<QueryAnalyzer, ExpansionCache>();
  caches.set(view, byAnalyzer);
  const cache = byAnalyzer.get(analyzer) ?? new Map();
  byAnalyzer.set(analyzer, cache);
  if (cache.size >= MAX_WORDS) cache.clear();
  return cache;
}

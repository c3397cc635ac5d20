/**
 * The terms that typed words stood for before. People who type the same
 * beginnings of words get them without reading forms again; an index that is
 * seen never changes, so they stay right.
 */

import type { IndexView } from "../../index/snapshots/index.ts";
import type { QueryAnalyzer } from "../query-analyzer.ts";
import type { MatchedTerm } from "./form-matcher.ts";

/** Words of an index whose terms are remembered; beyond, the memory starts afresh. */
const MOST_WORDS = 4096;

/** By what was typed and how it may differ. */
export type TermMemory = Map<string, readonly MatchedTerm[]>;

const memories = new WeakMap<IndexView, WeakMap<QueryAnalyzer, TermMemory>>();

/** What is remembered of an index as an analyzer reads queries. */
export function memoryOf(view: IndexView, analyzer: QueryAnalyzer): TermMemory {
  const ofView = memories.get(view) ?? new WeakMap<QueryAnalyzer, TermMemory>();
  memories.set(view, ofView);
  const memory = ofView.get(analyzer) ?? new Map();
  ofView.set(analyzer, memory);
  if (memory.size >= MOST_WORDS) memory.clear();
  return memory;
}

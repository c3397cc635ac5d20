/** The views of the text fields of an index; their code is loaded only for an index with fields. */

import type { IndexSnapshot } from "../index/snapshots/index.ts";
import type { SearchViewCache } from "./fields/search-view-cache.ts";
import type { QueryAnalyzer } from "./query-analyzer.ts";

/** Undefined for an index without fields. `fieldAnalyzers` are those that differ, by field number. */
export async function openFieldViews(
  snapshot: IndexSnapshot,
  analyzer: QueryAnalyzer,
  fieldAnalyzers: ReadonlyMap<number, QueryAnalyzer>,
): Promise<SearchViewCache | undefined> {
  if (snapshot.settings.schema === undefined) return undefined;
  const { SearchViewCache } = await import("./fields/search-view-cache.ts");
  return SearchViewCache.create(snapshot, analyzer, fieldAnalyzers);
}

/** A query of a run, ready to be ranked: without the documents that it excludes. */

import type { ScoringOptions } from "../api/search-options.ts";
import type { Query } from "../collection/document.ts";
import { defined } from "../common/defined.ts";
import { documentsWithoutIds } from "../ranking/documents-by-id.ts";
import type { QueryExecution } from "../ranking/query-execution.ts";
import { createRuledExecution } from "./create-execution.ts";
import type { IndexReader } from "./index-reader.ts";
import type { SearchBounds } from "./lexical-search.ts";

/** Opens a query. `scoring` has its vector, if the ranker needs one. */
export function openQuery(
  reader: IndexReader,
  { text, exclude = [] }: Query,
  scoring: ScoringOptions,
  bounds: Pick<SearchBounds, "minMatch"> = {},
): Promise<QueryExecution> {
  const filter = exclude.length === 0 ? undefined : documentsWithoutIds(reader.snapshot, exclude);
  return createRuledExecution(reader, text, scoring, { ...bounds, ...defined({ filter }) });
}

/** The result of a search on a cluster that does not answer in time. */

import type { SearchOptions } from "../../src/api/search-options.ts";
import type { IndexReader } from "../../src/search/index.ts";
import { searchHits } from "../../src/search/search-hits.ts";
import type { UntimedResult } from "./candidate-result.ts";

/** After `ms`, a partial result without hits. `probe` is the index without documents. */
export function returnNothing(
  probe: IndexReader,
  query: string,
  options: SearchOptions,
  ms: number,
): { readonly result: Promise<UntimedResult>; cancel(): void } {
  let timer: NodeJS.Timeout | undefined;
  const result = new Promise<UntimedResult>((resolve, reject) => {
    timer = setTimeout(() => {
      const { facets: _, rerank: __, depth: ___, ...plain } = options;
      const nothing = { ...plain, limit: 0, didYouMean: false, total: false } as const;
      searchHits(probe, query, nothing).then(
        ({ ranker }) => resolve({ ranker, hits: [], total: 0, isPartial: true }),
        reject,
      );
    }, ms);
  });
  return { result, cancel: () => clearTimeout(timer) };
}

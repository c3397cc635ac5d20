/// <reference types="vitest" preserve="true" />

/** The types of the matchers, added to `expect` of Vitest by importing `termwise/vitest`. */

import type { JudgedQuery, SearchOptions } from "../search/index.ts";
import type { ReachOptions } from "./matchers.ts";

/** The matchers as methods of `expect(index)`. */
export interface RelevanceMatchers<Result = Promise<void>> {
  /** A document ranks above another for a query. */
  toRankAbove(query: string, better: string, worse: string, options?: SearchOptions): Result;
  /** A document is among the first hits, by default the first ten. */
  toFind(query: string, document: string, options?: SearchOptions): Result;
  /** The mean of a measure over judged queries reaches a threshold. */
  toReach(
    measure: string,
    threshold: number,
    queries: readonly JudgedQuery[],
    options?: ReachOptions,
  ): Result;
}

declare module "vitest" {
  interface Matchers<T> extends RelevanceMatchers {}
}

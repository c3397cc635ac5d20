/** Vitest matchers that test what an index finds. Importing them adds their types to `expect`. */

export type { RelevanceMatchers } from "./matcher-types.ts";
export {
  type MatcherResult,
  type ReachOptions,
  relevanceMatchers,
  type TestedIndex,
} from "./matchers.ts";

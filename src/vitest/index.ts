/** Vitest matchers that test what an index finds. */

export { type MatcherResult, relevanceMatchers } from "./matchers.ts";

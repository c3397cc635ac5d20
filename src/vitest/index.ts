/** Matchers for tests of what an index finds. */

export { type MatcherResult, relevanceMatchers } from "./matchers.ts";

/** An open segment. */

export type { Segment } from "./segment.ts";
export { iterateForms, iteratePrefixTerms, iterateTerms } from "./segment-forms.ts";

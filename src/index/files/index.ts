/** The files of a segment that other rooms read. */

export type { TermEntry } from "./dictionary.ts";
export type { Forward } from "./forward.ts";
export { BlockImpacts, impactFrequency } from "./impacts.ts";
export type { PostingArrays } from "./postings.ts";

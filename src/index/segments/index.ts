/** An open segment. */

export type { Segment } from "./segment.ts";

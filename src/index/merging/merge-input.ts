/** A segment that is to be merged with others. */

import type { Deletions } from "../files/deletions.ts";
import type { Segment } from "../segments/segment.ts";

/** In place of a document, term or form number: it is not in the merged segment. */
export const DELETED = 0xffffffff;

export interface MergeInput {
  readonly segment: Segment;
  readonly deletions: Deletions | undefined;
}

/** With the new number of each document, or GONE. */
export interface NumberedInput extends MergeInput {
  readonly numbers: Uint32Array;
}

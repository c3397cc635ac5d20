/** A segment to be merged with others. */

import type { Deletions } from "../files/deletions.ts";
import type { Segment } from "../segments/segment.ts";

/** Used instead of a document, term or form number that is not in the merged segment. */
export const DELETED = 0xffffffff;

export interface MergeInput {
  readonly segment: Segment;
  readonly deletions: Deletions | undefined;
}

/** A segment with the new number of each document, or DELETED. */
export interface NumberedInput extends MergeInput {
  readonly numbers: Uint32Array;
}

/** An open segment. */

export type { Segment } from "./segment.ts";
export { formsInOrder } from "./segment-forms.ts";

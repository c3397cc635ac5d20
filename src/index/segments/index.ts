/** An open segment. */

export type { Segment } from "./segment.ts";
export { formsInOrder, termsAsForms, termsInOrder } from "./segment-forms.ts";

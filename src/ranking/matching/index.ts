/** Expansion of words to terms of an index; the exports for other modules. */

export { correctQuery } from "./correct-query.ts";
export { computeMaxEdits, EditTable } from "./edit-distance.ts";
export { listForms } from "./view-forms.ts";

/** What typed words stand for in an index, as other rooms ask for it. */

export { correctQuery } from "./correct-query.ts";
export { computeMaxEdits, EditTable } from "./edit-distance.ts";

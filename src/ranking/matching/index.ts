/** What typed words stand for in an index, as other rooms ask for it. */

export { correctedQuery } from "./correction.ts";
export { allowedEdits, EditTable } from "./edit-distance.ts";

/** Several indexes that are searched as one. */

export { checkDistinctIds } from "./check-distinct-ids.ts";
export { MultiIndexDirectory } from "./multi-index-directory.ts";

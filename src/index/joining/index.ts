/** Several indexes that are searched as one. */

export { checkDistinctIds } from "./check-distinct-ids.ts";
export { JoinedDirectory } from "./joined-directory.ts";

/** The split of the built-in collection, for other rooms. */

export { assignWordnetSplit } from "./wordnet-split.ts";

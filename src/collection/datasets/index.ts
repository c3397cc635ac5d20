/** The split of the built-in collection, for other modules. */

export { assignWordnetSplit } from "./wordnet-split.ts";

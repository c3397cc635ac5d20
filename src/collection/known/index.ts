/** The split of the built-in collection, for other rooms. */

export { wordnetSplit } from "./wordnet-split.ts";

/** The parts of file formats that other rooms use. */

export { lineBatches } from "./lines.ts";
export { idTriples, type Triple, textTriples } from "./msmarco-training.ts";
export { linesOf } from "./records.ts";
export { type TextPair, textPairs } from "./text-pairs.ts";

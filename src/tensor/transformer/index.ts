/** Transformers that only read, in whole numbers. */

export { Transformer, type TransformerOptions } from "./transformer.ts";
export { isComputable, type TransformerLayer, type TransformerWeights } from "./weights.ts";

/** Inference-only transformers: int16 in WASM, float32 on ONNX Runtime. */

export { OnnxTransformer } from "./onnx-transformer.ts";
export { type StateComputer, Transformer, type TransformerOptions } from "./transformer.ts";
export {
  isComputable,
  type LinearWeights,
  type TransformerLayer,
  type TransformerWeights,
} from "./weights.ts";

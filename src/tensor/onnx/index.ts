/** Exports for other engines that use ONNX Runtime. */

export { importRuntime, type OnnxOptions, type OnnxRuntime } from "./backend.ts";
export { GraphWriter } from "./graph-writer.ts";

/** What other engines need of ONNX Runtime. */

export { importRuntime, type OnnxOptions, type OnnxRuntime } from "./backend.ts";
export { GraphWriter } from "./graph-writer.ts";

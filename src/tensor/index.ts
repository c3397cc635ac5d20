/** The numeric engine: graph, gradient, backends. Knows nothing of retrieval. */

export { ArrayAdam } from "./array-adam.ts";
export * from "./convolution.ts";
export * from "./elementwise.ts";
export { asCells, type Grid } from "./even-grid.ts";
export { type Gradient, gradients } from "./gradient.ts";
export * from "./joined.ts";
export * from "./kernel-pooling.ts";
export { laidOut, splitRows } from "./laid-out.ts";
export * from "./layers.ts";
export { concat, reshape, slice, transpose } from "./layout.ts";
export * from "./matmul.ts";
export * from "./ngrams.ts";
export {
  constant,
  type Index,
  indexInput,
  input,
  type Pairs,
  type Segments,
  segmentsInput,
  type Tensor,
  variable,
} from "./node.ts";
export * from "./onnx/backend.ts";
export { type OnnxModelOptions, writeOnnx } from "./onnx/model.ts";
export type { ParameterGroup } from "./optimiser.ts";
export {
  adaptiveMax,
  cellRows,
  cells,
  pairDot,
  pairEqual,
  pairMix,
  type Side,
} from "./pairs.ts";
export * from "./plain/backend.ts";
export type { Backend, Batch, Program, Session, Step, StepResult, Update } from "./program.ts";
export { layerNorm, max, mean, softmax, sum } from "./reductions.ts";
export { everyRow, gather, scatterAdd, unitRows } from "./rows.ts";
export * from "./safetensors.ts";
export * from "./schedule.ts";
export {
  segmentElement,
  segmentHistogram,
  segmentSoftmax,
  segmentSpread,
  segmentSum,
  segmentTop,
  windows,
} from "./segments.ts";
export type { Shape, Size } from "./shape.ts";
export * from "./training.ts";
export * from "./wasm/backend.ts";

/** The numeric engine: graph, gradient, backends. Independent of retrieval. */

export { convolve } from "./convolution.ts";
export { createDeviceBackend } from "./device-backend.ts";
export {
  add,
  affine,
  clampMin,
  divide,
  exp,
  gelu,
  log,
  multiply,
  relu,
  scale,
  sigmoid,
  softplus,
  sqrt,
  square,
  subtract,
  tanh,
} from "./elementwise.ts";
export { computeGradients, type Gradient } from "./gradient.ts";
export { type GaussianKernel, kernelPool } from "./kernel-pooling.ts";
export { attention, dense, lstmStep } from "./layers.ts";
export { concat, reshape, slice, transpose } from "./layout.ts";
export { type MatmulOptions, matmul } from "./matmul.ts";
export { ngrams } from "./ngrams.ts";
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
export { type OnnxOptions, type OnnxRuntime, onnxBackend } from "./onnx/backend.ts";
export { type OnnxModelOptions, writeOnnx } from "./onnx/model.ts";
export type { ParameterGroup } from "./optimisers/optimiser.ts";
export type { Schedule } from "./optimisers/schedule.ts";
export { adaptiveMax, cellRows, cells, pairDot, pairEqual, pairMix, type Side } from "./pairs.ts";
export { type PlainOptions, plainBackend } from "./plain/backend.ts";
export type { Backend, Batch, Program, Session, Step, StepResult, Update } from "./program.ts";
export { layerNorm, max, mean, softmax, sum } from "./reductions.ts";
export { gather, unitRows } from "./rows.ts";
export {
  countTensors,
  listTensors,
  readSafetensors,
  type StoredTensor,
  type StoredTensors,
  writeSafetensors,
} from "./safetensors.ts";
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
export { Training, type TrainingOptions } from "./training.ts";
export { type WasmOptions, wasmBackend } from "./wasm/backend.ts";
export { webgpuBackend } from "./webgpu/backend.ts";

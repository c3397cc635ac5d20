/** An encoder on a GPU, loaded when one is chosen. */

export { type GpuEngineOptions, GpuSentenceEngine } from "./gpu-sentence-engine.ts";

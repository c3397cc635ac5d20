/** Neural rankers, one file each. */

export * from "./bert/index.ts";
export * from "./conv-knrm.ts";
export * from "./dense-layer.ts";
export * from "./drmm.ts";
export * from "./duet.ts";
export * from "./gated-knrm.ts";
export * from "./initial-values.ts";
export type {
  Insight,
  KernelInsight,
  NgramInsight,
  TermInsight,
  WindowInsight,
} from "./insight.ts";
export * from "./kernel-features.ts";
export * from "./knrm.ts";
export * from "./match-pyramid.ts";
export * from "./neural-model.ts";
export * from "./pacrr.ts";
export * from "./pair-batch.ts";
export * from "./query-combination.ts";
export * from "./recommended-training.ts";
export * from "./registry.ts";
export * from "./s-conv-knrm.ts";
export * from "./s-pacrr.ts";
export * from "./salience.ts";
export * from "./size-list.ts";
export * from "./weights-file.ts";
export * from "./word-idf.ts";
export * from "./word-inputs.ts";

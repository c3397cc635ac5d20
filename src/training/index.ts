/** Examples, losses, the trainer, validation, and trained models on disk. */

export { hasCheckpoint, removeCheckpoint } from "./checkpoints.ts";
export * from "./depth-curve.ts";
export * from "./example-batch.ts";
export * from "./examples.ts";
export * from "./first-stage.ts";
export * from "./known-vocabulary.ts";
export * from "./losses.ts";
export * from "./model-folder.ts";
export * from "./pair-scorer.ts";
export * from "./piece-sequences.ts";
export * from "./ranker-training.ts";
export * from "./record.ts";
export * from "./sampled-examples.ts";
export * from "./stem-vectors.ts";
export type {
  SequenceForm,
  SequenceOptions,
  TextCounts,
  TextSequences,
  TokenForm,
} from "./text-sequences.ts";
export { TOKEN_FORMS } from "./text-sequences.ts";
export * from "./token-sequences.ts";
export { tokenOf, tokenStatistics } from "./token-statistics.ts";
export * from "./trainer.ts";
export type { TrainingSettings } from "./training-settings.ts";
export * from "./triple-file.ts";
export * from "./validation.ts";

/** Examples, losses, the trainer, validation, checkpoints. */

export { hasCheckpoint, removeCheckpoint } from "./checkpoints.ts";
export * from "./example-batch.ts";
export * from "./examples.ts";
export * from "./losses.ts";
export * from "./published-settings.ts";
export * from "./resolve-training.ts";
export * from "./sampled-examples.ts";
export * from "./train-ranker.ts";
export * from "./trainer.ts";
export type { TrainingSettings } from "./training-settings.ts";
export * from "./triple-file.ts";

/**
 * Scoring with a trained model: token sequences, vocabulary, model folder, scores of (query,
 * document) pairs.
 */

export * from "./depth-curve.ts";
export * from "./index-vocabulary.ts";
export * from "./model-folder.ts";
export * from "./pair-scorer.ts";
export * from "./piece-sequences.ts";
export * from "./shrink-model.ts";
export * from "./stem-vectors.ts";
export * from "./term-vectors.ts";
export type {
  SequenceForm,
  SequenceOptions,
  TextCounts,
  TextSequences,
  TokenForm,
} from "./text-sequences.ts";
export { TOKEN_FORMS } from "./text-sequences.ts";
export * from "./token-sequences.ts";
export { countForms, type FormCounts, readTokenStatistics, toToken } from "./token-statistics.ts";
export * from "./token-vectors.ts";
export * from "./training-record.ts";
export * from "./validation.ts";

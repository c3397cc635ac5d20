/** A trained model at work: token sequences, vocabulary, model folder, scores of (query, document) pairs. */

export * from "./depth-curve.ts";
export * from "./known-vocabulary.ts";
export * from "./model-folder.ts";
export * from "./pair-scorer.ts";
export * from "./piece-sequences.ts";
export * from "./reduced-model.ts";
export * from "./sentence-encoder.ts";
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
export { countForms, type FormCounts, tokenOf, tokenStatistics } from "./token-statistics.ts";
export * from "./token-vectors.ts";
export * from "./training-record.ts";
export * from "./validation.ts";

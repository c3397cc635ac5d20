/** Neural rankers, one file each. */

export { readTokenizer, WordPieces } from "../text/word-pieces/index.ts";
export { BERT, type BertOptions } from "./bert/bert.ts";
export { openPretrained, type PretrainedBert, type PretrainedOptions } from "./bert/pretrained.ts";
export { CONV_KNRM, type ConvKnrmOptions } from "./conv-knrm.ts";
export { DRMM, type DrmmOptions } from "./drmm.ts";
export { DUET, type DuetOptions } from "./duet.ts";
export { countParameters, writeInitialValues } from "./initial-values.ts";
export type {
  Insight,
  KernelInsight,
  NgramInsight,
  TermInsight,
  WindowInsight,
} from "./insight.ts";
export { KNRM, type KnrmOptions } from "./knrm.ts";
export { MATCH_PYRAMID, type MatchPyramidOptions } from "./match-pyramid.ts";
export {
  countModelParameters,
  createBatcher,
  createInputs,
  listParameters,
  listVariables,
  type ModelKind,
  type ModelOptions,
  type NeuralModel,
  type PretrainedData,
} from "./neural-model.ts";
export { PACRR, PACRR_NO_IDF, type PacrrOptions } from "./pacrr.ts";
export {
  createTripleInputs,
  PairBatcher,
  type PairInputs,
  type TokenIds,
  type TokenPair,
  type TokenTriple,
  type TripleInputs,
} from "./pair-batch.ts";
export type { RecommendedTraining } from "./recommended-training.ts";
export { createModel, findModelKind, MODEL_KINDS } from "./registry.ts";
export { S_CONV_KNRM, type SalientConvKnrmOptions } from "./s-conv-knrm.ts";
export { type GatedKnrmOptions, KNRM_IDF, S_KNRM } from "./s-knrm.ts";
export { S_PACRR } from "./s-pacrr.ts";
export type { SalienceOptions } from "./salience.ts";
export { loadWeights, type StoredModel, saveWeights } from "./weights-file.ts";
export { computeWordIdf } from "./word-idf.ts";
export { createWordInputs, type ModelVocabulary } from "./word-inputs.ts";

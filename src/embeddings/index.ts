/** Word vectors and vocabularies: GloVe, word2vec, fastText (load and train), Voc-n, OOV. */

export {
  FASTTEXT_DEFAULTS,
  type FastTextSettings,
  TRIGRAM_SETTINGS,
} from "./fasttext-settings.ts";
export {
  type FastTextModel,
  type FastTextTrainingOptions,
  trainFastText,
} from "./fasttext-trainer.ts";
export { writeFastText } from "./fasttext-writer.ts";
export { type InitialRows, pretrainedRows, randomRows } from "./initial-rows.ts";
export {
  KNOWN_VECTORS,
  type KnownVectorsOptions,
  keptVectors,
  openVectors,
} from "./known-vectors.ts";
export { LetterGraphs } from "./letter-graphs.ts";
export {
  type LoadedVectors,
  type LoadOptions,
  loadVectors,
  VECTOR_FORMATS,
  type VectorFormat,
} from "./load-vectors.ts";
export { type Neighbour, Neighbours } from "./neighbours.ts";
export { SubwordLexicon, subwordTable } from "./subword-lexicon.ts";
export { SubwordVectors } from "./subword-vectors.ts";
export { LINE_END, type Ngrams, ngramBuckets, subwordHash } from "./subwords.ts";
export { writeTextVectors } from "./text-writer.ts";
export { collectionLines, plainLines } from "./training-lines.ts";
export { writeVectors } from "./vectors-file.ts";
export {
  FIRST_WORD,
  PADDING,
  readVocabulary,
  UNKNOWN,
  Vocabulary,
  type WordCounts,
  writeVocabulary,
} from "./vocabulary.ts";
export {
  countWords,
  PAPER_THRESHOLDS,
  queryWords,
  subwordTableRow,
  type VocabularyRow,
  vocabularyTable,
} from "./vocabulary-statistics.ts";
export { type Embeddings, WordVectors } from "./word-vectors.ts";

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
export { createPretrainedRows, createRandomRows, type InitialRows } from "./initial-rows.ts";
export { LetterGraphs } from "./letter-graphs.ts";
export {
  type LoadedVectors,
  type LoadOptions,
  loadVectors,
  VECTOR_FORMATS,
  type VectorFormat,
} from "./load-vectors.ts";
export { type Neighbour, Neighbours } from "./neighbours.ts";
export {
  findCachedVectors,
  type OpenVectorsOptions,
  openVectors,
  VECTOR_NAMES,
} from "./open-vectors.ts";
export { createSubwordEmbeddings, SubwordLexicon } from "./subword-lexicon.ts";
export { SubwordVectors } from "./subword-vectors.ts";
export { hashNgrams, hashSubword, LINE_END, type Ngrams } from "./subwords.ts";
export { writeTextVectors } from "./text-vectors.ts";
export { readCollectionLines, readPlainLines } from "./training-text.ts";
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
  computeSubwordRow,
  computeVocabularyTable,
  countWords,
  PAPER_THRESHOLDS,
  readQueryWords,
  type VocabularyRow,
} from "./vocabulary-statistics.ts";
export { type Embeddings, WordVectors } from "./word-vectors.ts";

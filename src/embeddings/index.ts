/** Word vectors and vocabularies: GloVe, word2vec, fastText (load and train), Voc-n, OOV. */

export {
  type LoadedVectors,
  type LoadOptions,
  loadVectors,
  VECTOR_FORMATS,
  type VectorFormat,
} from "./load-vectors.ts";
export { SubwordVectors } from "./subword-vectors.ts";
export { LINE_END, type Ngrams, ngramBuckets, subwordHash } from "./subwords.ts";
export { writeVectors } from "./vectors-file.ts";
export { type Embeddings, WordVectors } from "./word-vectors.ts";

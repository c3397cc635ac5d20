/**
 * The words of a batch and the source of their vectors: a row of the table for each,
 * or the mean of the rows of a bag (src/embeddings/subword-lexicon.ts).
 */

import { type SubwordLexicon, UNKNOWN } from "../embeddings/index.ts";
import {
  type Batch,
  gather,
  type Index,
  indexInput,
  input,
  multiply,
  type Segments,
  segmentSum,
  segmentsInput,
  type Tensor,
  variable,
} from "../tensor/index.ts";
import { DistinctIds } from "./distinct-ids.ts";

/** The vocabulary of a model: the number of ids, including padding and unknown. */
export interface ModelVocabulary {
  readonly vocabulary: number;
  /** The rows of the table of vectors, if there are more than ids. */
  readonly tableRows?: number;
}

export interface WordInputs {
  /**
   * The distinct words, by their ids in the vocabulary; words that only have
   * sub-words as unknown.
   */
  readonly words: Index;
  /** For a model whose words are bags of rows. */
  readonly subwords?: SubwordInputs;
}

interface SubwordInputs {
  /** The distinct rows of the table that the words are made of. */
  readonly rows: Index;
  /** The rows of each word, word by word, as positions in `rows`. */
  readonly members: Index;
  readonly bags: Segments;
  /** 1 / the size of each word's bag, [words, 1]. */
  readonly shares: Tensor;
}

/** The inputs of a batch that determine the vector of each distinct word. */
export function createWordInputs({ vocabulary, tableRows }: ModelVocabulary): WordInputs {
  const words = indexInput("words", "words", vocabulary);
  if (tableRows === undefined) return { words };
  return {
    words,
    subwords: {
      rows: indexInput("rows", "rows", tableRows),
      members: indexInput("members", "members", "rows"),
      bags: segmentsInput("bagOffsets", "words", "members"),
      shares: input("bagShares", ["words", 1]),
    },
  };
}

/** The table of vectors of a model. */
export function createEmbeddingTable(
  { vocabulary, tableRows = vocabulary }: ModelVocabulary,
  dimensions: number,
): Tensor {
  return variable("embeddings", [tableRows, dimensions]);
}

/** The vectors of a batch's words, [words, dimensions]. */
export function lookUpWordVectors(table: Tensor, { words, subwords }: WordInputs): Tensor {
  if (subwords === undefined) return gather(table, words);
  const { rows, members, bags, shares } = subwords;
  return multiply(segmentSum(gather(gather(table, rows), members), bags), shares);
}

/** Creates the inputs of `createWordInputs` for words as bags; reuses its table. */
export class BagBatcher {
  readonly #lexicon: SubwordLexicon;
  readonly #positions: Int32Array;

  constructor(lexicon: SubwordLexicon) {
    this.#lexicon = lexicon;
    this.#positions = new Int32Array(lexicon.rows);
  }

  /** Ids of the lexicon, each once. */
  batch(ids: Int32Array): Batch {
    const bags = Array.from(ids, (id) => this.#lexicon.bag(id));
    const bagOffsets = new Int32Array(ids.length + 1);
    for (const [i, { length }] of bags.entries()) {
      bagOffsets[i + 1] = (bagOffsets[i] as number) + length;
    }
    const members = new Int32Array(bagOffsets[ids.length] as number);
    const rows = new DistinctIds(this.#positions, members.length);
    let at = 0;
    for (const bag of bags) for (const row of bag) members[at++] = rows.getOrAdd(row);
    const { size } = this.#lexicon.vocabulary;
    return {
      words: ids.map((id) => (id < size ? id : UNKNOWN)),
      rows: rows.ids,
      members,
      bagOffsets,
      bagShares: Float32Array.from(bags, ({ length }) => 1 / length),
    };
  }
}

/**
 * Texts as the mean of the vectors of their words, at unit length: the graph, and
 * its batches.
 *
 * The length of a word's vector is the weight of the word, its direction the
 * meaning; a mean and a sum have the same direction.
 */

import {
  type Batch,
  gather,
  type Index,
  indexInput,
  type Segments,
  segmentSum,
  segmentsInput,
  type Tensor,
  unitRows,
} from "../tensor/index.ts";
import { DistinctIds } from "./distinct-ids.ts";

/**
 * Some texts of a batch: their words one after the other, as positions among the
 * distinct words.
 */
interface TextInputs {
  readonly tokens: Index;
  readonly texts: Segments;
}

/** The inputs of a batch of queries and documents. */
export interface MeanPoolingInputs {
  /** The distinct words, by their ids. */
  readonly words: Index;
  readonly queries: TextInputs;
  readonly documents: TextInputs;
}

/** The inputs for a vocabulary of this many ids. */
export function createMeanPoolingInputs(vocabulary: number): MeanPoolingInputs {
  const part = (name: string): TextInputs => ({
    tokens: indexInput(`${name}Tokens`, `${name}Tokens`, "words"),
    texts: segmentsInput(`${name}Offsets`, name, `${name}Tokens`),
  });
  return {
    words: indexInput("words", "words", vocabulary),
    queries: part("queries"),
    documents: part("documents"),
  };
}

/** The vectors of a batch's queries and documents: [queries, dimensions] and [documents, dimensions]. */
export function poolMeans(
  table: Tensor,
  { words, queries, documents }: MeanPoolingInputs,
): { readonly queries: Tensor; readonly documents: Tensor } {
  const vectors = gather(table, words);
  const means = ({ tokens, texts }: TextInputs): Tensor =>
    unitRows(segmentSum(gather(vectors, tokens), texts));
  return { queries: means(queries), documents: means(documents) };
}

/** Creates batches for `createMeanPoolingInputs`; reuses its table. */
export class MeanPoolingBatcher {
  readonly #positions: Int32Array;

  constructor(vocabulary: number) {
    this.#positions = new Int32Array(vocabulary);
  }

  /** Texts as the ids of their words. */
  batch(queries: readonly Int32Array[], documents: readonly Int32Array[]): Batch {
    const count = [...queries, ...documents].reduce((sum, { length }) => sum + length, 0);
    const distinct = new DistinctIds(this.#positions, count);
    const toPositions = (texts: readonly Int32Array[]): [Int32Array, Int32Array] => {
      const offsets = new Int32Array(texts.length + 1);
      for (const [i, { length }] of texts.entries()) {
        offsets[i + 1] = (offsets[i] as number) + length;
      }
      const tokens = new Int32Array(offsets[texts.length] as number);
      let at = 0;
      for (const text of texts) for (const id of text) tokens[at++] = distinct.getOrAdd(id);
      return [tokens, offsets];
    };
    const [queriesTokens, queriesOffsets] = toPositions(queries);
    const [documentsTokens, documentsOffsets] = toPositions(documents);
    const words = distinct.ids;
    return { words, queriesTokens, queriesOffsets, documentsTokens, documentsOffsets };
  }
}

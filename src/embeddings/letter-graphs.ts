/**
 * Words as counts of letter graphs, the short strings of letters that they contain:
 * the input of the first version of DUET (Mitra, Diaz and Craswell, WWW 2017). A
 * word is put between two `#`; its graphs are all its substrings of one to five
 * characters, and a vector counts the graphs that are commonest in a collection.
 */

import { compareBytes } from "../common/bytes/index.ts";
import { badArgument } from "../common/errors.ts";
import type { WordCounts } from "./vocabulary.ts";
import type { Embeddings } from "./word-vectors.ts";

/** Maximum number of characters of a graph. */
const MAX_GRAPH_LENGTH = 5;

/** Vectors of words, composed of the letter n-grams that they contain. */
export class LetterGraphs implements Embeddings {
  readonly words: readonly string[];
  readonly dimension: number;
  /** The graphs, commonest first: value `i` of a vector counts graph `i`. */
  readonly graphs: readonly string[];
  readonly #columns: ReadonlyMap<string, number>;

  /** The `maxGraphs` commonest graphs of words with these counts. */
  constructor(counts: WordCounts, maxGraphs = 2000) {
    if (!Number.isInteger(maxGraphs) || maxGraphs < 1) {
      throw badArgument(`letter graphs need a whole number ≥ 1 of them, got ${maxGraphs}`);
    }
    const totals = new Map<string, number>();
    for (const [word, count] of counts) {
      for (const graph of listGraphs(word)) totals.set(graph, (totals.get(graph) ?? 0) + count);
    }
    const common = [...totals].sort(([a, x], [b, y]) => y - x || compareBytes(a, b));
    this.words = [...counts.keys()];
    this.graphs = common.slice(0, maxGraphs).map(([graph]) => graph);
    // A fixed size, even if a small collection has fewer graphs.
    this.dimension = maxGraphs;
    this.#columns = new Map(this.graphs.map((graph, i) => [graph, i]));
  }

  /** Every word has a vector, in the vocabulary or not. */
  getVector(word: string): Float32Array {
    const vector = new Float32Array(this.dimension);
    for (const graph of listGraphs(word)) {
      const column = this.#columns.get(graph);
      if (column !== undefined) vector[column] = (vector[column] as number) + 1;
    }
    return vector;
  }
}

function* listGraphs(word: string): Generator<string> {
  const characters = ["#", ...word, "#"];
  for (let start = 0; start < characters.length; start++) {
    for (let end = start + 1; end <= Math.min(start + MAX_GRAPH_LENGTH, characters.length); end++) {
      yield characters.slice(start, end).join("");
    }
  }
}

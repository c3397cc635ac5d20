/**
 * Batches of (query, document) pairs for interaction models, without padding.
 *
 * Tokens are vocabulary ids: 0 is padding and is dropped, 1 is every word outside
 * the vocabulary, words start at 2. Each distinct word of a batch is listed once;
 * queries and documents point into that list. With sub-words
 * (src/embeddings/subword-lexicon.ts) a word outside has its own id.
 */

import { badArgument } from "../common/errors.ts";
import { PADDING, type SubwordLexicon, UNKNOWN } from "../embeddings/index.ts";
import { type Batch, type Index, indexInput, type Pairs, segmentsInput } from "../tensor/index.ts";
import { DistinctIds } from "./distinct-ids.ts";
import {
  BagBatcher,
  createWordInputs,
  type ModelVocabulary,
  type WordInputs,
} from "./word-inputs.ts";

/** The inputs of models for a batch of pairs. */
export interface PairInputs extends WordInputs {
  /** Query tokens and document tokens, as positions in `words`. */
  readonly query: Index;
  readonly document: Index;
  readonly pairs: Pairs;
  /** Whether models apply dropout; only in training. */
  readonly isTraining?: boolean;
}

/** The inputs of a pairwise loss: for each triple, its better and its worse pair. */
export interface TripleInputs extends PairInputs {
  readonly better: Index;
  readonly worse: Index;
}

/** The inputs of a model over a vocabulary. */
export function createTripleInputs(vocabulary: ModelVocabulary): TripleInputs {
  return {
    ...createWordInputs(vocabulary),
    query: indexInput("query", "queryTokens", "words"),
    document: indexInput("document", "documentTokens", "words"),
    pairs: {
      left: segmentsInput("queryOffsets", "pairs", "queryTokens"),
      right: segmentsInput("documentOffsets", "pairs", "documentTokens"),
    },
    better: indexInput("better", "triples", "pairs"),
    worse: indexInput("worse", "triples", "pairs"),
  };
}

/** A text as ids of the vocabulary. */
export type TokenIds = ArrayLike<number>;

/** A query and a document. */
export interface TokenPair {
  readonly query: TokenIds;
  readonly document: TokenIds;
}

/** A query with a document that should be ranked above another. */
export interface TokenTriple {
  readonly query: TokenIds;
  readonly better: TokenIds;
  readonly worse: TokenIds;
}

/**
 * The treatment of words outside the vocabulary: `drop` removes them like padding;
 * `blank` keeps their position without a vector.
 */
export type UnknownRule = "drop" | "blank";

/** Maximum number of tokens, without padding, of one query and of one document in a batch. */
export interface MaxLengths {
  readonly longestQuery?: number;
  readonly longestDocument?: number;
}

/** Creates batches; reuses its tables. One batch at a time. */
export class PairBatcher {
  readonly #vocabulary: number;
  readonly #unknown: UnknownRule;
  readonly #longest: MaxLengths;
  readonly #lexicon: SubwordLexicon | undefined;
  readonly #bags: BagBatcher | undefined;
  #positions: Int32Array;

  /** With a lexicon, words are its ids, and bags of its rows. */
  constructor(
    vocabulary: number,
    unknown: UnknownRule,
    longest: MaxLengths = {},
    lexicon?: SubwordLexicon,
  ) {
    if (!Number.isInteger(vocabulary) || vocabulary < 2) {
      throw badArgument(`a vocabulary has at least 2 ids (padding and unknown), got ${vocabulary}`);
    }
    this.#vocabulary = vocabulary;
    this.#unknown = unknown;
    this.#longest = longest;
    this.#positions = new Int32Array(vocabulary);
    this.#lexicon = lexicon;
    this.#bags = lexicon === undefined ? undefined : new BagBatcher(lexicon);
  }

  pairs(pairs: readonly TokenPair[]): Batch {
    if (pairs.length === 0) throw badArgument("a batch needs at least one pair");
    const { longestQuery, longestDocument } = this.#longest;
    let [queryTokens, documentTokens] = [0, 0];
    for (const { query, document } of pairs) {
      queryTokens += query.length;
      documentTokens += document.length;
    }
    const query = new Side("query", pairs.length, queryTokens, longestQuery);
    const document = new Side("document", pairs.length, documentTokens, longestDocument);
    const limit = this.#lexicon?.size ?? this.#vocabulary;
    if (limit > this.#positions.length) this.#positions = new Int32Array(2 * limit);
    const words = new DistinctIds(this.#positions, queryTokens + documentTokens);
    let before: TokenIds | undefined;
    for (const pair of pairs) {
      if (pair.query === before) query.repeat();
      else this.#addText(pair.query, query, words, limit);
      before = pair.query;
      this.#addText(pair.document, document, words, limit);
    }
    return {
      ...this.words(words.ids),
      query: query.tokens,
      queryOffsets: query.offsets,
      document: document.tokens,
      documentOffsets: document.offsets,
    };
  }

  /** Words alone, each id once. */
  words(ids: Int32Array): Batch {
    return this.#bags?.batch(ids) ?? { words: ids };
  }

  /** Pairs of the better documents, then of the worse ones. */
  triples(triples: readonly TokenTriple[]): Batch {
    const pairs = [
      ...triples.map(({ query, better }) => ({ query, document: better })),
      ...triples.map(({ query, worse }) => ({ query, document: worse })),
    ];
    return {
      ...this.pairs(pairs),
      better: triples.map((_, i) => i),
      worse: triples.map((_, i) => triples.length + i),
    };
  }

  #addText(tokens: TokenIds, side: Side, words: DistinctIds, limit: number): void {
    let tokenCount = 0;
    for (let i = 0; i < tokens.length; i++) {
      const id = tokens[i] as number;
      if (!Number.isInteger(id) || id < 0 || id >= limit) {
        const rule = `a whole number below ${limit}`;
        throw badArgument(`${side.current}: token ${i} must be ${rule}, got ${id}`, { token: i });
      }
      if (id === PADDING) continue;
      tokenCount++;
      if (id !== UNKNOWN) side.push(words.getOrAdd(id));
      else if (this.#unknown === "blank") side.push(-1);
    }
    if (tokenCount === 0) throw badArgument(`${side.current} has no tokens`);
    if (tokenCount > side.longest) {
      throw badArgument(
        `${side.current} has ${tokenCount} tokens; the maximum of the model is ${side.longest}`,
      );
    }
    side.close();
  }
}

/** The tokens of all queries or of all documents, one after the other. */
class Side {
  readonly offsets: Int32Array;
  readonly longest: number;
  readonly #name: string;
  readonly #tokens: Int32Array;
  #count = 0;
  #groups = 0;

  /** With capacity for this many texts and tokens. */
  constructor(name: string, texts: number, tokens: number, longest = Infinity) {
    this.#name = name;
    this.offsets = new Int32Array(texts + 1);
    this.longest = longest;
    this.#tokens = new Int32Array(tokens);
  }

  get tokens(): Int32Array {
    return this.#tokens.subarray(0, this.#count);
  }

  /** The current text, for messages. */
  get current(): string {
    return `the ${this.#name} of pair ${this.#groups}`;
  }

  push(token: number): void {
    this.#tokens[this.#count++] = token;
  }

  /** Ends the current query or document. */
  close(): void {
    this.offsets[++this.#groups] = this.#count;
  }

  /** Repeats the last query or document. */
  repeat(): void {
    const start = this.offsets[this.#groups - 1] as number;
    const length = this.#count - start;
    this.#tokens.copyWithin(this.#count, start, this.#count);
    this.#count += length;
    this.close();
  }
}

/**
 * A BERT as a bi-encoder: one vector of unit length per text, so that the dot
 * product of two vectors is the cosine of their texts.
 *
 * Reimers and Gurevych, "Sentence-BERT: Sentence Embeddings using Siamese
 * BERT-Networks", EMNLP 2019. The vector is the mean of the states of all
 * tokens, special ones included, or the state of the first, as the model was
 * trained; long texts lose their end. Some models want a prefix before a query
 * or a document, as E5 its `query: `.
 */

import { badArgument } from "../common/errors.ts";
import type { Progress } from "../common/progress.ts";
import {
  createEncoder,
  type Encoder,
  encodeFirst,
  encoderNetwork,
  encodeTokens,
} from "../models/bert/index.ts";
import { type PretrainedBert, tripleInputs, type WordPieces } from "../models/index.ts";
import {
  type Backend,
  type Batch,
  type Session,
  type Step,
  segmentSum,
  type Tensor,
  unitRows,
} from "../tensor/index.ts";

/** How the states of tokens become one vector. */
export type Pooling = "mean" | "first";

/** How a pretrained BERT is read as an encoder. The defaults are those of all-MiniLM-L6-v2. */
export interface EncoderOptions {
  readonly pooling?: Pooling | undefined;
  /** Pieces of a text, its two special tokens included, that are read at most. Default 256, or as many as the model has places for. */
  readonly longest?: number | undefined;
  readonly queryPrefix?: string | undefined;
  readonly documentPrefix?: string | undefined;
}

/** The options with nothing left to defaults. */
type CompleteOptions = {
  readonly [Name in keyof EncoderOptions]-?: NonNullable<EncoderOptions[Name]>;
};

/** Tokens that are encoded in one go, unless a single text has more: bounds the memory. */
const MOST_TOKENS = 1 << 12;

/** Turns texts into vectors. Close it when done: it holds the model's values. */
export class SentenceEncoder {
  /** How many numbers a vector has. */
  readonly dimensions: number;
  readonly #options: CompleteOptions;
  readonly #pieces: WordPieces;
  readonly #session: Session;
  readonly #step: Step;

  private constructor(
    { tokenizer, options: { width } }: PretrainedBert,
    options: CompleteOptions,
    session: Session,
    step: Step,
  ) {
    this.dimensions = width;
    this.#options = options;
    this.#pieces = tokenizer;
    this.#session = session;
    this.#step = step;
  }

  /** Puts the values of a pretrained BERT onto a backend. */
  static async open(
    pretrained: PretrainedBert,
    backend: Backend,
    {
      pooling = "mean",
      longest: asked,
      queryPrefix = "",
      documentPrefix = "",
    }: EncoderOptions = {},
  ): Promise<SentenceEncoder> {
    const { tokenizer, values, options: shape } = pretrained;
    const longest = asked ?? Math.min(256, shape.places);
    if (!Number.isInteger(longest) || longest < 3 || longest > shape.places) {
      throw badArgument(`longest must be a whole number from 3 to ${shape.places}, got ${longest}`);
    }
    if (pooling !== "mean" && pooling !== "first") {
      throw badArgument(`pooling must be mean or first, got ${String(pooling)}`);
    }
    const encoder = createEncoder({ ...shape, vocabulary: tokenizer.size });
    const variables = [encoder.words, ...encoderNetwork(encoder)];
    const session = await backend.open(variables);
    for (const variable of variables) {
      await session.write(variable, values.get(String(variable.attributes.name)) as Float32Array);
    }
    const vectors = pooled(encoder, pooling);
    const step = await session.prepare({ outputs: { vectors } });
    const complete = { pooling, longest, queryPrefix, documentPrefix };
    return new SentenceEncoder(pretrained, complete, session, step);
  }

  /** The vector of a query. */
  async query(text: string): Promise<Float32Array> {
    return this.#encode([this.#options.queryPrefix + text]);
  }

  /**
   * The vectors of documents, one after the other. Texts of like length are
   * encoded together, so that none waits for a longer one.
   */
  documents(texts: readonly string[], progress?: Progress): Promise<Float32Array> {
    const { documentPrefix } = this.#options;
    return this.#encode(
      texts.map((text) => documentPrefix + text),
      progress,
    );
  }

  /** Gives the memory back. */
  close(): Promise<void> {
    return this.#session.close();
  }

  async #encode(texts: readonly string[], progress?: Progress): Promise<Float32Array> {
    const all = new Float32Array(texts.length * this.dimensions);
    const sequences = texts.map((text) => this.#sequence(text));
    const order = [...sequences.keys()].sort(
      (a, b) => lengthAt(sequences, b) - lengthAt(sequences, a) || a - b,
    );
    for (let start = 0; start < order.length; ) {
      const longest = lengthAt(sequences, order[start] as number);
      const end = Math.min(order.length, start + Math.max(1, Math.floor(MOST_TOKENS / longest)));
      const places = order.slice(start, end);
      const batch = batchOf(places.map((place) => sequences[place] as Int32Array));
      const { vectors = [] } = (await this.#step.run(batch)).outputs;
      for (const [row, place] of places.entries()) {
        const from = row * this.dimensions;
        all.set(vectors.slice(from, from + this.dimensions), place * this.dimensions);
      }
      progress?.({ task: "encoding", done: end, total: order.length, unit: "texts" });
      start = end;
    }
    return all;
  }

  /** `[CLS]`, the pieces of a text, `[SEP]`. */
  #sequence(text: string): Int32Array {
    const { first, separator } = this.#pieces.specialTokens;
    const pieces = this.#pieces.encode(text).slice(0, this.#options.longest - 2);
    return Int32Array.of(first, ...pieces, separator);
  }
}

/** The vectors of texts that stand alone, on the left side of their pairs. */
function pooled(encoder: Encoder, pooling: Pooling): Tensor {
  const inputs = tripleInputs({ vocabulary: encoder.shape.vocabulary });
  if (pooling === "first") return unitRows(encodeFirst(encoder, inputs));
  const { x, segments } = encodeTokens(encoder, inputs);
  // The sum has the direction of the mean, and only that is kept.
  return unitRows(segmentSum(x, segments));
}

/** Texts as the left sides of pairs whose right sides are empty. */
function batchOf(sequences: readonly Int32Array[]): Batch {
  const queryOffsets = new Int32Array(sequences.length + 1);
  for (const [row, { length }] of sequences.entries()) {
    queryOffsets[row + 1] = (queryOffsets[row] as number) + length;
  }
  const query = new Int32Array(queryOffsets.at(-1) as number);
  const words = new Map<number, number>();
  let at = 0;
  for (const sequence of sequences) {
    for (const piece of sequence) {
      const known = words.get(piece) ?? words.size;
      if (known === words.size) words.set(piece, known);
      query[at++] = known;
    }
  }
  return {
    words: Int32Array.from(words.keys()),
    query,
    queryOffsets,
    document: new Int32Array(0),
    documentOffsets: new Int32Array(sequences.length + 1),
  };
}

function lengthAt(sequences: readonly Int32Array[], place: number): number {
  return (sequences[place] as Int32Array).length;
}

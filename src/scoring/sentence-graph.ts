/** Vectors of texts by the graph of an encoder, in floats, on any backend. */

import {
  createEncoder,
  type Encoder,
  encodeFirst,
  encoderNetwork,
  encodeTokens,
} from "../models/bert/index.ts";
import { type PretrainedBert, tripleInputs } from "../models/index.ts";
import {
  type Backend,
  type Batch,
  type Session,
  type Step,
  segmentSum,
  type Tensor,
  unitRows,
} from "../tensor/index.ts";
import type { Pooling, SentenceEngine } from "./sentence-encoder.ts";

/** Tokens that are encoded in one go, unless a single text has more: bounds the memory. */
const MOST_TOKENS = 1 << 12;

/** Puts the values of a pretrained BERT onto a backend. */
export class SentenceGraph implements SentenceEngine {
  readonly tokens: number = MOST_TOKENS;
  readonly threads: number = 1;
  readonly #session: Session;
  readonly #step: Step;

  private constructor(session: Session, step: Step) {
    this.#session = session;
    this.#step = step;
  }

  static async open(
    { tokenizer, values, options: shape }: PretrainedBert,
    backend: Backend,
    pooling: Pooling,
  ): Promise<SentenceGraph> {
    const encoder = createEncoder({ ...shape, vocabulary: tokenizer.size });
    const variables = [encoder.words, ...encoderNetwork(encoder)];
    const session = await backend.open(variables);
    for (const variable of variables) {
      await session.write(variable, values.get(String(variable.attributes.name)) as Float32Array);
    }
    const vectors = pooled(encoder, pooling);
    return new SentenceGraph(session, await session.prepare({ outputs: { vectors } }));
  }

  async vectors(sequences: readonly Int32Array[]): Promise<ArrayLike<number>> {
    const { vectors = [] } = (await this.#step.run(batchOf(sequences))).outputs;
    return vectors;
  }

  close(): Promise<void> {
    return this.#session.close();
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

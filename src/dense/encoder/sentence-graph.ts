/** Encodes texts with the tensor graph of a BERT, in float32, on any backend. */

import { createEncoder, listEncoderParameters } from "../../models/bert/index.ts";
import type { PretrainedBert } from "../../models/index.ts";
import type { Backend, Batch, Session, Step } from "../../tensor/index.ts";
import { type Pooling, poolStates } from "./pooling.ts";
import type { SentenceEngine } from "./sentence-encoder.ts";

/** Maximum tokens per batch, unless a single text has more: bounds the memory. */
const MAX_BATCH_TOKENS = 1 << 12;

/** A pretrained BERT on a backend. */
export class SentenceGraph implements SentenceEngine {
  readonly tokens: number = MAX_BATCH_TOKENS;
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
    const variables = [encoder.words, ...listEncoderParameters(encoder)];
    const session = await backend.open(variables);
    for (const variable of variables) {
      await session.write(variable, values.get(String(variable.attributes.name)) as Float32Array);
    }
    const vectors = poolStates(encoder, pooling);
    return new SentenceGraph(session, await session.prepare({ outputs: { vectors } }));
  }

  async vectors(sequences: readonly Int32Array[]): Promise<ArrayLike<number>> {
    const { vectors = [] } = (await this.#step.run(createBatch(sequences))).outputs;
    return vectors;
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}

/** Texts as the left sides of pairs whose right sides are empty. */
function createBatch(sequences: readonly Int32Array[]): Batch {
  const queryOffsets = new Int32Array(sequences.length + 1);
  for (const [row, { length }] of sequences.entries()) {
    queryOffsets[row + 1] = (queryOffsets[row] as number) + length;
  }
  const query = new Int32Array(queryOffsets.at(-1) as number);
  const words = new Map<number, number>();
  let at = 0;
  for (const sequence of sequences) {
    for (const piece of sequence) {
      const wordId = words.get(piece) ?? words.size;
      if (wordId === words.size) words.set(piece, wordId);
      query[at++] = wordId;
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

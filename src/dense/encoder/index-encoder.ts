/**
 * The encoder of an open index. It adds vectors to queries and to documents on
 * their way into the index, and is opened when it is first needed.
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import type { IndexableDocument, IndexSettings } from "../../index/index.ts";
import { addDocumentVectors } from "./document-vectors.ts";
import { type QueryVectorOptions, resolveQueryVector } from "./query-vector.ts";
import {
  checkEncoder,
  type EncoderSource,
  openEncoder,
  type VectorEncoder,
} from "./vector-encoder.ts";

/** The encoder of an index, and its threads if it is opened here. */
export interface IndexEncoderOptions {
  readonly encoder?: EncoderSource | undefined;
  /** 0, the default, encodes on the calling thread. */
  readonly threads?: number | undefined;
}

/** Computes the vectors that queries and documents lack. */
export class IndexEncoder {
  readonly #source: EncoderSource | undefined;
  readonly #threads: number;
  #opening: Promise<VectorEncoder> | undefined;

  constructor({ encoder, threads = 0 }: IndexEncoderOptions) {
    if (encoder !== undefined && typeof encoder !== "string") checkEncoder(encoder);
    this.#source = encoder;
    this.#threads = threads;
  }

  /** The options with the query vector of a dense or hybrid ranker. */
  async withVector<T extends QueryVectorOptions>(
    settings: IndexSettings,
    query: string,
    options: T,
  ): Promise<T> {
    const needsEncoder = options.vector === undefined && settings.vectors?.model !== undefined;
    const encoder = needsEncoder
      ? await this.#open(settings).catch((error: unknown) => {
          const isMissing = error instanceof TermwiseError && error.code === "NOT_FOUND";
          if (isMissing && options.vectorFallback === "words") return undefined;
          throw error;
        })
      : undefined;
    return { ...options, vector: await resolveQueryVector(settings, encoder, query, options) };
  }

  /** Documents with the vectors that they lack, for an index whose vectors have a model. */
  async withVectors(
    documents: AsyncIterable<IndexableDocument>,
    settings: IndexSettings,
  ): Promise<AsyncIterable<IndexableDocument>> {
    return addDocumentVectors(documents, settings, await this.#open(settings));
  }

  /** Releases an encoder that was opened here. */
  async close(): Promise<void> {
    const opening = typeof this.#source === "string" ? this.#opening : undefined;
    this.#opening = undefined;
    await (await opening?.catch(() => undefined))?.close?.();
  }

  /** Undefined without a source. `BAD_ARGUMENT` if the encoder does not fit the vectors of the index. */
  async #open({ vectors }: IndexSettings): Promise<VectorEncoder | undefined> {
    const source = this.#source;
    if (source === undefined) return undefined;
    const model = vectors?.model;
    if (vectors === undefined || model === undefined) {
      const vectorKind = vectors === undefined ? "without vectors" : "for vectors that are given";
      throw badArgument(`the index was made ${vectorKind}; it has no use for an encoder`);
    }
    this.#opening ??=
      typeof source === "string"
        ? openEncoder(source, { name: model, threads: Math.max(1, Math.min(64, this.#threads)) })
        : Promise.resolve(source);
    const encoder = await this.#opening.catch((error: unknown) => {
      this.#opening = undefined; // this caller gets the error; the next one tries again
      throw error;
    });
    if (encoder.name === model && encoder.dimensions === vectors.dimensions) return encoder;
    throw badArgument(
      `the encoder ${quote(encoder.name)} gives ${encoder.dimensions} dimensions; the index has ` +
        `vectors of ${quote(model)} with ${vectors.dimensions}`,
    );
  }
}

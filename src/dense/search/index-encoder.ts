/**
 * The encoder of an open index: the vectors of its queries and of documents on
 * their way in. This file and all that it takes is loaded with the first search
 * or document that needs it.
 */

import type { ScoringOptions } from "../../api/search-options.ts";
import { TermwiseError } from "../../common/errors.ts";
import type { IndexableDocument, IndexSettings } from "../../index/index.ts";
import type { EncoderSource, LazyEncoder, VectorEncoder } from "../index.ts";

/** Who makes the vectors of an index, and on how many threads if it is opened here. */
export interface IndexEncoderOptions {
  readonly encoder?: EncoderSource | undefined;
  /** 0, the default, encodes on the calling thread. */
  readonly threads?: number | undefined;
}

/** Makes the vectors that searches and documents lack. */
export class IndexEncoder {
  readonly #source: EncoderSource | undefined;
  readonly #threads: number;
  #lazyEncoder: LazyEncoder | undefined;

  constructor({ encoder, threads = 0 }: IndexEncoderOptions) {
    this.#source = encoder;
    this.#threads = threads;
  }

  /** The options with the vector of the query, for a ranker that counts meaning. */
  async withVector<T extends ScoringOptions>(
    settings: IndexSettings,
    query: string,
    options: T,
  ): Promise<T> {
    const { resolveQueryVector } = await import("../index.ts");
    const needsNoEncoder = options.vector !== undefined || settings.vectors?.model === undefined;
    const encoder = needsNoEncoder
      ? undefined
      : await this.#open(settings).catch((error: unknown) => {
          const isMissing = error instanceof TermwiseError && error.code === "NOT_FOUND";
          if (isMissing && options.vectorFallback === "words") return undefined;
          throw error;
        });
    return { ...options, vector: await resolveQueryVector(settings, encoder, query, options) };
  }

  /** Documents with the vectors that they lack, of an index that a model makes them for. */
  async withVectors(
    documents: AsyncIterable<IndexableDocument>,
    settings: IndexSettings,
  ): Promise<AsyncIterable<IndexableDocument>> {
    const { addDocumentVectors } = await import("../index.ts");
    return addDocumentVectors(documents, settings, await this.#open(settings));
  }

  /** Gives the memory of an encoder back that was opened here. */
  async close(): Promise<void> {
    await this.#lazyEncoder?.close();
  }

  async #open(settings: IndexSettings): Promise<VectorEncoder | undefined> {
    if (this.#source === undefined) return undefined;
    const { LazyEncoder } = await import("../index.ts");
    this.#lazyEncoder ??= new LazyEncoder(this.#source, { threads: this.#threads });
    return this.#lazyEncoder.open(settings);
  }
}

/** Adds vectors to documents on their way into an index. */

import { badArgument, quote } from "../../common/errors.ts";
import type { Progress } from "../../common/progress.ts";
import {
  checkDocument,
  extractSearchableTexts,
  type IndexableDocument,
} from "../../index/building/index.ts";
import type { IndexSettings } from "../../index/index.ts";
import type { InputVector } from "../vectors/index.ts";
import { splitPassages } from "./split-passages.ts";
import type { VectorEncoder } from "./vector-encoder.ts";

/** Passages per batch, so that passages of similar length are encoded together, unless the encoder says otherwise. */
const BATCH_SIZE = 256;

/**
 * Documents in their order, with one vector per passage. Documents with vectors
 * keep them. `BAD_ARGUMENT` if an encoder is needed and missing.
 */
export async function* addDocumentVectors(
  documents: AsyncIterable<IndexableDocument> | Iterable<IndexableDocument>,
  settings: IndexSettings,
  encoder: VectorEncoder | undefined,
  progress?: Progress,
): AsyncGenerator<IndexableDocument> {
  const { vectors, schema } = settings;
  const batchSize = encoder?.batchSize ?? BATCH_SIZE;
  let pending: PendingDocument[] = [];
  let count = 0;
  for await (const document of documents) {
    if (vectors?.model === undefined || document.vectors !== undefined) {
      pending.push({ document, passages: [] });
    } else {
      checkDocument(document, settings); // before it is encoded
      if (encoder === undefined) {
        throw badArgument(
          `document ${quote(document.id)} needs a vector: open the index with the encoder of ${quote(vectors.model)}, or give one`,
        );
      }
      const passages = splitPassages(extractSearchableTexts(document, schema).join(" "));
      pending.push({ document, passages });
      count += passages.length;
    }
    if (count < batchSize && pending.length < batchSize) continue;
    yield* encodePending(pending, encoder, progress);
    pending = [];
    count = 0;
  }
  yield* encodePending(pending, encoder, progress);
}

/** A document, and its passages to encode. */
interface PendingDocument {
  readonly document: IndexableDocument;
  readonly passages: readonly string[];
}

async function* encodePending(
  pending: readonly PendingDocument[],
  encoder: VectorEncoder | undefined,
  progress: Progress | undefined,
): AsyncGenerator<IndexableDocument> {
  const texts = pending.flatMap(({ passages }) => passages);
  const vectors: readonly InputVector[] =
    texts.length === 0 ? [] : ((await encoder?.documents(texts, progress)) ?? []);
  if (vectors.length !== texts.length) {
    throw badArgument(`the encoder gave ${vectors.length} vectors for ${texts.length} texts`);
  }
  let at = 0;
  for (const { document, passages } of pending) {
    const own = vectors.slice(at, at + passages.length);
    at += passages.length;
    yield passages.length === 0 ? document : { ...document, vectors: own };
  }
}

/** Gives documents on their way into an index the vectors that they lack. */

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

/** Passages that are encoded in one go, so that those of like length meet. */
const BATCH_SIZE = 256;

/**
 * Documents in their order, each with one vector for each passage of its text.
 * One that has vectors keeps them. `BAD_ARGUMENT` where an encoder is needed
 * and there is none.
 */
export async function* addDocumentVectors(
  documents: AsyncIterable<IndexableDocument> | Iterable<IndexableDocument>,
  settings: IndexSettings,
  encoder: VectorEncoder | undefined,
  progress?: Progress,
): AsyncGenerator<IndexableDocument> {
  const { vectors, schema } = settings;
  let pending: PendingDocument[] = [];
  let count = 0;
  for await (const document of documents) {
    if (vectors?.model === undefined || document.vectors !== undefined) {
      pending.push({ document, passages: [] });
    } else {
      checkDocument(document, settings); // before anything is spent on it
      if (encoder === undefined) {
        throw badArgument(
          `document ${quote(document.id)} needs a vector: open the index with the encoder of ${quote(vectors.model)}, or give one`,
        );
      }
      const passages = splitPassages(extractSearchableTexts(document, schema).join(" "));
      pending.push({ document, passages });
      count += passages.length;
    }
    if (count < BATCH_SIZE && pending.length < BATCH_SIZE) continue;
    yield* encodePending(pending, encoder, progress);
    pending = [];
    count = 0;
  }
  yield* encodePending(pending, encoder, progress);
}

/** A document and the passages of which it lacks the vectors. */
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

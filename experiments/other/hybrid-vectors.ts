/**
 * The vectors of a collection's passages and queries: from an encoder, or from a named folder
 * written by bench/peers/minilm_vectors.py.
 */

import type { Query } from "../../src/collection/document.ts";
import { encodeText, hashBytes } from "../../src/common/bytes/index.ts";
import { badArgument } from "../../src/common/errors.ts";
import type { Progress } from "../../src/common/progress.ts";
import { Random } from "../../src/common/random.ts";
import { splitPassages } from "../../src/dense/index.ts";
import type { IndexableDocument } from "../../src/index/index.ts";
import { extractSearchableTexts } from "../../src/index/index.ts";
import { openEncoder, type VectorEncoder } from "../../src/search/index.ts";
import type { Files } from "../../src/storage/files.ts";
import { readWholeFile } from "../../src/storage/read-whole-file.ts";

/** The model of the table. */
export const MODEL = { dimensions: 384, model: "minilm" } as const;

/** The name of the encoder without a model. */
export const HASHED = "hashed-words";

/** Documents with their vectors, and the vectors of queries by id. */
export interface EncodedCollection {
  readonly documents: readonly IndexableDocument[];
  readonly queries: ReadonlyMap<string, Float32Array>;
}

/** The source of vectors. */
export interface VectorSource {
  readonly files: Files;
  /** A folder with `<name>.passages.f32` and `<name>.queries.f32`, or empty to encode here. */
  readonly folder: string;
  readonly encoder: string;
  readonly progress: Progress;
}

/** Encodes a collection, or reads its stored vectors. */
export async function encodeCollection(
  name: string,
  documents: readonly IndexableDocument[],
  queries: readonly Query[],
  { files, folder, encoder, progress }: VectorSource,
): Promise<EncodedCollection> {
  const passages = documents.map(splitIntoPassages);
  const texts = passages.flat();
  const queryTexts = queries.map(({ text }) => text);
  const [ofTexts, ofQueries] =
    folder === ""
      ? await encodeTexts(encoder, texts, queryTexts, progress)
      : [
          await readRows(files, `${folder}/${name}.passages.f32`, texts.length),
          await readRows(files, `${folder}/${name}.queries.f32`, queryTexts.length),
        ];
  return {
    documents: attachVectors(documents, passages, ofTexts),
    queries: new Map(queries.map(({ id }, i) => [id, ofQueries[i] as Float32Array])),
  };
}

/** Documents with the vectors of their passages. */
export async function encodeDocuments(
  encoder: VectorEncoder,
  documents: readonly IndexableDocument[],
  progress: Progress,
): Promise<readonly IndexableDocument[]> {
  const passages = documents.map(splitIntoPassages);
  const vectors = await encoder.documents(passages.flat(), progress);
  return attachVectors(
    documents,
    passages,
    vectors.map((vector) => Float32Array.from(vector)),
  );
}

function splitIntoPassages(document: IndexableDocument): readonly string[] {
  return splitPassages(extractSearchableTexts(document).join(" "));
}

/** Each document with the next vectors, one per passage. */
function attachVectors(
  documents: readonly IndexableDocument[],
  passages: readonly (readonly string[])[],
  vectors: readonly Float32Array[],
): readonly IndexableDocument[] {
  let at = 0;
  return documents.map((document, i) => {
    const count = passages[i]?.length ?? 0;
    at += count;
    return { ...document, vectors: vectors.slice(at - count, at) };
  });
}

async function encodeTexts(
  encoderName: string,
  texts: readonly string[],
  queries: readonly string[],
  progress: Progress,
): Promise<[Float32Array[], Float32Array[]]> {
  const encoder =
    encoderName === HASHED
      ? createHashedEncoder()
      : await openEncoder(encoderName, { name: MODEL.model });
  try {
    const vectors = await encoder.documents(texts, progress);
    const queryVectors: Float32Array[] = [];
    for (const text of queries) queryVectors.push(Float32Array.from(await encoder.query(text)));
    return [vectors.map((vector) => Float32Array.from(vector)), queryVectors];
  } finally {
    await encoder.close?.();
  }
}

/**
 * Texts as sums of random vectors, one per word: needs no model and captures no meaning. For trying
 * the experiment in its quick size.
 */
function createHashedEncoder(): VectorEncoder {
  const wordVectors = new Map<string, Float64Array>();
  const getWordVector = (word: string): Float64Array => {
    let vector = wordVectors.get(word);
    if (vector === undefined) {
      const random = new Random(hashBytes(encodeText(word), 1));
      vector = Float64Array.from({ length: MODEL.dimensions }, () => random.normal());
      wordVectors.set(word, vector);
    }
    return vector;
  };
  const encode = (text: string): Float64Array => {
    const sum = new Float64Array(MODEL.dimensions);
    for (const word of text.toLowerCase().split(/\W+/)) {
      for (const [i, value] of getWordVector(word).entries()) sum[i] = (sum[i] as number) + value;
    }
    return sum;
  };
  return {
    name: MODEL.model,
    dimensions: MODEL.dimensions,
    query: async (text) => encode(text),
    documents: async (texts) => texts.map(encode),
  };
}

async function readRows(files: Files, path: string, count: number): Promise<Float32Array[]> {
  const { dimensions } = MODEL;
  const values = new Float32Array((await readWholeFile(files, path)).slice().buffer);
  if (values.length !== count * dimensions) {
    throw badArgument(`${path} has ${values.length / dimensions} vectors of ${count} texts`);
  }
  return Array.from({ length: count }, (_, i) =>
    values.subarray(i * dimensions, (i + 1) * dimensions),
  );
}

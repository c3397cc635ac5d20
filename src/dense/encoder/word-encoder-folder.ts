/**
 * The folder of an encoder of word vectors: `encoder.json`, `vectors.safetensors`
 * and `vocabulary.txt`. `encoder.json` has the checksums of the others (checksummed-folder.ts).
 */

import { defined } from "../../common/defined.ts";
import {
  createUnusableFileError,
  encodeVocabularyFile,
  type FolderFormat,
  readChecksummedFolder,
  readFolderVocabulary,
  writeChecksummedFolder,
} from "../../scoring/checksummed-folder.ts";
import type { Directory } from "../../storage/directory.ts";
import type { Files } from "../../storage/files.ts";
import { readWholeFile } from "../../storage/read-whole-file.ts";
import { readSafetensors, writeSafetensors } from "../../tensor/index.ts";
import { type CompleteAnalyzerOptions, openAnalyzer } from "../../text/index.ts";
import type { VectorEncoder } from "./vector-encoder.ts";
import { WordEncoder, type WordVectorTable } from "./word-encoder.ts";

/** The file that identifies the folder. */
export const ENCODER_FILE = "encoder.json";
const FORMAT: FolderFormat = { format: "termwise-encoder", version: 1, description: ENCODER_FILE };
const VECTORS_FILE = "vectors.safetensors";

/** What `encoder.json` records. */
export interface WordEncoderDescription {
  readonly analysis: CompleteAnalyzerOptions;
  readonly dimensions: number;
  /** The settings and losses of its training. */
  readonly training?: Readonly<Record<string, unknown>>;
}

/** Writes an encoder and replaces an existing one. */
export async function writeWordEncoder(
  directory: Directory,
  { analysis, dimensions, training }: WordEncoderDescription,
  { vocabulary, table }: WordVectorTable,
): Promise<void> {
  const embeddings = { shape: [vocabulary.size, dimensions], values: table };
  const files = new Map([
    [VECTORS_FILE, writeSafetensors({ tensors: { embeddings }, metadata: {} })],
    await encodeVocabularyFile(vocabulary),
  ]);
  const description = { analysis, dimensions, ...defined({ training }) };
  await writeChecksummedFolder(directory, FORMAT, description, files);
}

/** Opens an encoder. `BAD_INPUT` for files that are damaged or do not belong together. */
export async function openWordEncoder(
  files: Files,
  folder: string,
  name: string,
): Promise<VectorEncoder> {
  const encoder = await readWordEncoder(files, folder);
  return {
    name,
    dimensions: encoder.dimensions,
    query: async (text) => encoder.vector(text),
    documents: async (texts) => texts.map((text) => encoder.vector(text)),
  };
}

async function readWordEncoder(files: Files, folder: string): Promise<WordEncoder> {
  const checksummedFolder = await readChecksummedFolder<WordEncoderDescription>(
    FORMAT,
    await readWholeFile(files, `${folder}/${ENCODER_FILE}`),
    () => true,
    (name) => readWholeFile(files, `${folder}/${name}`),
  );
  const { analysis, dimensions } = checksummedFolder.record;
  const vocabulary = await readFolderVocabulary(checksummedFolder);
  const { embeddings } = readSafetensors(
    await checksummedFolder.file(VECTORS_FILE),
    VECTORS_FILE,
  ).tensors;
  if (String(embeddings?.shape) !== String([vocabulary.size, dimensions])) {
    throw createUnusableFileError(
      VECTORS_FILE,
      `it is [${embeddings?.shape}], not [${vocabulary.size},${dimensions}]`,
    );
  }
  const table = embeddings?.values as Float32Array;
  return new WordEncoder({ vocabulary, table, dimensions }, await openAnalyzer(analysis));
}

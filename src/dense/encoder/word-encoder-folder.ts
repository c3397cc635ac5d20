/**
 * An encoder by words on disk: `encoder.json`, `vectors.safetensors` and
 * `vocabulary.txt`. `encoder.json` vouches for the others (checksummed-folder.ts).
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
import { WordEncoder, type WordVectorTable } from "./word-encoder.ts";

/** The file that tells an encoder by words from others. */
export const ENCODER_FILE = "encoder.json";
const FORMAT: FolderFormat = { format: "termwise-encoder", version: 1, description: ENCODER_FILE };
const VECTORS_FILE = "vectors.safetensors";

/** What there is to say of an encoder by words beside its values. */
export interface WordEncoderDescription {
  readonly analysis: CompleteAnalyzerOptions;
  readonly dimensions: number;
  /** How it came about. */
  readonly training?: Readonly<Record<string, unknown>>;
}

/** Writes an encoder, in place of one that may be there. */
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

/** Reads an encoder. `BAD_INPUT` for files that are damaged or do not belong together. */
export async function readWordEncoder(files: Files, folder: string): Promise<WordEncoder> {
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

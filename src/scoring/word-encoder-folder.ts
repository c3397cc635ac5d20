/**
 * An encoder by words on disk: `encoder.json`, `vectors.safetensors` and
 * `vocabulary.txt`. `encoder.json` vouches for the others (sealed-folder.ts).
 */

import type { Directory } from "../storage/directory.ts";
import type { Files } from "../storage/files.ts";
import { wholeFile } from "../storage/whole-file.ts";
import { readSafetensors, writeSafetensors } from "../tensor/index.ts";
import { type CompleteAnalyzerOptions, openAnalyzer } from "../text/index.ts";
import {
  type FolderFormat,
  readSealedFolder,
  unfit,
  vocabularyFile,
  vocabularyIn,
  writeSealedFolder,
} from "./sealed-folder.ts";
import { WordEncoder, type WordVectorTable } from "./word-encoder.ts";

/** The file that tells an encoder by words from others. */
export const ENCODER_FILE = "encoder.json";
const FORMAT: FolderFormat = { format: "termwise-encoder", version: 1, description: ENCODER_FILE };
const VECTORS = "vectors.safetensors";

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
    [VECTORS, writeSafetensors({ tensors: { embeddings }, metadata: {} })],
    await vocabularyFile(vocabulary),
  ]);
  const told = { analysis, dimensions, ...(training === undefined ? {} : { training }) };
  await writeSealedFolder(directory, FORMAT, told, files);
}

/** Reads an encoder. `BAD_INPUT` for files that are damaged or do not belong together. */
export async function readWordEncoder(files: Files, folder: string): Promise<WordEncoder> {
  const opened = await readSealedFolder<WordEncoderDescription>(
    FORMAT,
    await wholeFile(files, `${folder}/${ENCODER_FILE}`),
    () => true,
    (name) => wholeFile(files, `${folder}/${name}`),
  );
  const { analysis, dimensions } = opened.record;
  const vocabulary = await vocabularyIn(opened);
  const { embeddings } = readSafetensors(await opened.file(VECTORS), VECTORS).tensors;
  if (String(embeddings?.shape) !== String([vocabulary.size, dimensions])) {
    throw unfit(VECTORS, `it is [${embeddings?.shape}], not [${vocabulary.size},${dimensions}]`);
  }
  const table = embeddings?.values as Float32Array;
  return new WordEncoder({ vocabulary, table, dimensions }, await openAnalyzer(analysis));
}

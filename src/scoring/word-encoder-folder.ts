/**
 * An encoder by words on disk: `encoder.json`, `vectors.safetensors` and
 * `vocabulary.txt`.
 *
 * `encoder.json` is written last and has the checksums of the others and of
 * itself, so that a folder is whole or refused.
 */

import { concatenate, encodeText, loadCrc32 } from "../common/bytes/index.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import { readVocabulary, writeVocabulary } from "../embeddings/index.ts";
import type { Directory } from "../storage/directory.ts";
import type { Files } from "../storage/files.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { replaceFile } from "../storage/replace-file.ts";
import { isIntact, sealed } from "../storage/sealed-json.ts";
import { readSafetensors, writeSafetensors } from "../tensor/index.ts";
import { type CompleteAnalyzerOptions, openAnalyzer } from "../text/index.ts";
import { WordEncoder, type WordVectorTable } from "./word-encoder.ts";

const FORMAT = "termwise-encoder";
/** Grows when the layout changes; a reader refuses any other. */
const VERSION = 1;
/** The file that tells an encoder by words from others. */
export const ENCODER_FILE = "encoder.json";
const VECTORS = "vectors.safetensors";
const VOCABULARY = "vocabulary.txt";

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
  const crc32 = await loadCrc32();
  const memory = new MemoryFiles();
  await writeVocabulary(memory, VOCABULARY, vocabulary);
  const embeddings = { shape: [vocabulary.size, dimensions], values: table };
  const files = new Map([
    [VECTORS, writeSafetensors({ tensors: { embeddings }, metadata: {} })],
    [VOCABULARY, await wholeFile(memory, VOCABULARY)],
  ]);
  const checksums = Object.fromEntries([...files].map(([name, bytes]) => [name, crc32(bytes)]));
  const told = { analysis, dimensions, ...(training === undefined ? {} : { training }) };
  const record = await sealed({ format: FORMAT, version: VERSION, checksums, ...told });
  for (const [name, bytes] of files) await replaceFile(directory, name, bytes);
  await replaceFile(directory, ENCODER_FILE, encodeText(`${JSON.stringify(record, null, 2)}\n`));
}

/** Reads an encoder. `BAD_INPUT` for files that are damaged or do not belong together. */
export async function readWordEncoder(files: Files, folder: string): Promise<WordEncoder> {
  const file = parsed(await wholeFile(files, `${folder}/${ENCODER_FILE}`));
  const { format, version, checksums, analysis, dimensions } = file;
  if (format !== FORMAT) {
    throw unfit(ENCODER_FILE, `its format is ${quote(String(format))}, not ${FORMAT}`);
  }
  if (version !== VERSION) {
    throw unfit(ENCODER_FILE, `its version is ${version}, this is for ${VERSION}`);
  }
  if (!(await isIntact(file)) || checksums?.constructor !== Object) {
    throw unfit(ENCODER_FILE, "it was changed after it was written");
  }
  const crc32 = await loadCrc32();
  const checked = async (name: string): Promise<Uint8Array> => {
    const bytes = await wholeFile(files, `${folder}/${name}`);
    if (crc32(bytes) === checksums[name]) return bytes;
    throw unfit(name, `it is damaged or belongs to another ${ENCODER_FILE}`);
  };
  const memory = new MemoryFiles({ [VOCABULARY]: await checked(VOCABULARY) });
  const vocabulary = await readVocabulary(memory, VOCABULARY);
  const { embeddings } = readSafetensors(await checked(VECTORS), VECTORS).tensors;
  if (String(embeddings?.shape) !== String([vocabulary.size, dimensions])) {
    throw unfit(VECTORS, `it is [${embeddings?.shape}], not [${vocabulary.size},${dimensions}]`);
  }
  const table = embeddings?.values as Float32Array;
  return new WordEncoder({ vocabulary, table, dimensions }, await openAnalyzer(analysis));
}

interface EncoderRecord extends WordEncoderDescription {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly checksums?: Readonly<Record<string, number>>;
  readonly checksum?: unknown;
}

function parsed(bytes: Uint8Array): EncoderRecord {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as EncoderRecord | null;
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    throw unfit(ENCODER_FILE, (error as Error).message);
  }
  throw unfit(ENCODER_FILE, "it is not an object");
}

async function wholeFile(files: Files, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of files.read(path)) chunks.push(chunk);
  return concatenate(chunks);
}

function unfit(file: string, reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} cannot be used: ${reason}`, { file });
}

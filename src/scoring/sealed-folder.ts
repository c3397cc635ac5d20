/**
 * A folder whose description, a file of JSON, vouches for the other files.
 *
 * The description is written last and has the checksums of the others and of
 * itself, so that a folder is whole or refused: a kill while it is replaced
 * leaves the old one, or files that do not belong together and say so.
 */

import { encodeText, loadCrc32 } from "../common/bytes/index.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import { readVocabulary, type Vocabulary, writeVocabulary } from "../embeddings/index.ts";
import type { Directory } from "../storage/directory.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { replaceFile } from "../storage/replace-file.ts";
import { isIntact, sealed } from "../storage/sealed-json.ts";
import { wholeFile } from "../storage/whole-file.ts";

/** What tells one kind of folder from another. */
export interface FolderFormat {
  readonly format: string;
  /** Grows when the layout changes; a reader refuses any other. */
  readonly version: number;
  /** The name of the file that describes the folder. */
  readonly description: string;
}

/** A folder that was read: what its description says, and its files, each checked when it is asked for. */
export interface SealedFolder<T> {
  readonly record: T;
  file(name: string): Promise<Uint8Array>;
}

interface SealedRecord {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly checksums?: Readonly<Record<string, unknown>>;
  readonly checksum?: unknown;
}

const VOCABULARY = "vocabulary.txt";

/** Writes files and the description of them, in place of those that may be there. */
export async function writeSealedFolder(
  directory: Directory,
  { format, version, description }: FolderFormat,
  record: object,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const crc32 = await loadCrc32();
  const checksums = Object.fromEntries([...files].map(([name, bytes]) => [name, crc32(bytes)]));
  const whole = await sealed({ format, version, checksums, ...record });
  for (const [name, bytes] of files) await replaceFile(directory, name, bytes);
  await replaceFile(directory, description, encodeText(`${JSON.stringify(whole, null, 2)}\n`));
}

/**
 * Reads a folder by the bytes of its description and whatever reads its files. `BAD_INPUT` for another format or
 * version, for a record that `isRecord` refuses, and for files that are damaged or do not belong together.
 */
export async function readSealedFolder<T extends object>(
  { format, version, description }: FolderFormat,
  written: Uint8Array,
  isRecord: (record: { readonly [name in keyof T]?: unknown }) => boolean,
  read: (name: string) => Promise<Uint8Array>,
): Promise<SealedFolder<T>> {
  const whole = parsed(description, written);
  const { format: found, version: made, checksums, checksum: _, ...record } = whole;
  if (found !== format) {
    throw unfit(description, `its format is ${quote(String(found))}, not ${format}`);
  }
  if (made !== version) throw unfit(description, `its version is ${made}, this is for ${version}`);
  const hasChecksums = checksums?.constructor === Object;
  if (!(await isIntact(whole)) || !hasChecksums || !isRecord(record)) {
    throw unfit(description, "it was changed after it was written");
  }
  const crc32 = await loadCrc32();
  return {
    record: record as T,
    async file(name) {
      const bytes = await read(name);
      if (crc32(bytes) === checksums[name]) return bytes;
      throw unfit(name, `it is damaged or belongs to another ${description}`);
    },
  };
}

/** The file of the words, by its name, for `writeSealedFolder`. */
export async function vocabularyFile(
  vocabulary: Vocabulary,
): Promise<readonly [name: string, bytes: Uint8Array]> {
  const files = new MemoryFiles();
  await writeVocabulary(files, VOCABULARY, vocabulary);
  return [VOCABULARY, await wholeFile(files, VOCABULARY)];
}

/** The words of a folder. */
export async function vocabularyIn(folder: SealedFolder<unknown>): Promise<Vocabulary> {
  return readVocabulary(
    new MemoryFiles({ [VOCABULARY]: await folder.file(VOCABULARY) }),
    VOCABULARY,
  );
}

/** `BAD_INPUT` that names the file and says why it cannot be used. */
export function unfit(file: string, reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} cannot be used: ${reason}`, { file });
}

function parsed(file: string, bytes: Uint8Array): SealedRecord {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as SealedRecord | null;
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    throw unfit(file, (error as Error).message);
  }
  throw unfit(file, "it is not an object");
}

/**
 * A folder whose description, a JSON file, holds the checksums of the other files.
 *
 * The description is written last and also contains its own checksum, so a folder is either
 * complete or rejected. A crash during replacement leaves the old folder, or files that do not
 * match and are detected.
 */

import { encodeText, loadCrc32 } from "../common/bytes/index.ts";
import { quote, TermwiseError } from "../common/errors.ts";
import { readVocabulary, type Vocabulary, writeVocabulary } from "../embeddings/index.ts";
import { addChecksum, hasValidChecksum } from "../storage/checksummed-json.ts";
import type { Directory } from "../storage/directory.ts";
import { MemoryFiles } from "../storage/memory-files.ts";
import { readWholeFile } from "../storage/read-whole-file.ts";
import { replaceFile } from "../storage/replace-file.ts";

/** The identity of a kind of folder. */
export interface FolderFormat {
  readonly format: string;
  /** Increases when the layout changes; a reader rejects any other version. */
  readonly version: number;
  /** The name of the file that describes the folder. */
  readonly description: string;
}

/** An open folder: its description, and its files, each verified when it is read. */
export interface ChecksummedFolder<T> {
  readonly record: T;
  file(name: string): Promise<Uint8Array>;
}

interface ChecksummedRecord {
  readonly format?: unknown;
  readonly version?: unknown;
  readonly checksums?: Readonly<Record<string, unknown>>;
  readonly checksum?: unknown;
}

const VOCABULARY = "vocabulary.txt";

/** Writes files and their description, replacing existing ones. */
export async function writeChecksummedFolder(
  directory: Directory,
  { format, version, description }: FolderFormat,
  record: object,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  const crc32 = await loadCrc32();
  const checksums = Object.fromEntries([...files].map(([name, bytes]) => [name, crc32(bytes)]));
  const checksummed = await addChecksum({ format, version, checksums, ...record });
  for (const [name, bytes] of files) await replaceFile(directory, name, bytes);
  await replaceFile(
    directory,
    description,
    encodeText(`${JSON.stringify(checksummed, null, 2)}\n`),
  );
}

/**
 * Reads a folder from the bytes of its description and a reader of its files. `BAD_INPUT` for
 * another format or version, for a record that `isRecord` rejects, and for files that are damaged
 * or do not belong together.
 */
export async function readChecksummedFolder<T extends object>(
  { format, version, description }: FolderFormat,
  descriptionBytes: Uint8Array,
  isRecord: (record: { readonly [name in keyof T]?: unknown }) => boolean,
  read: (name: string) => Promise<Uint8Array>,
): Promise<ChecksummedFolder<T>> {
  const descriptionRecord = parseRecord(description, descriptionBytes);
  const {
    format: actualFormat,
    version: actualVersion,
    checksums,
    checksum: _,
    ...record
  } = descriptionRecord;
  if (actualFormat !== format) {
    throw createUnusableFileError(
      description,
      `its format is ${quote(String(actualFormat))}, not ${format}`,
    );
  }
  if (actualVersion !== version)
    throw createUnusableFileError(description, `its version is ${actualVersion}, not ${version}`);
  const hasChecksums = checksums?.constructor === Object;
  if (!(await hasValidChecksum(descriptionRecord)) || !hasChecksums || !isRecord(record)) {
    throw createUnusableFileError(description, "it was changed after it was written");
  }
  const crc32 = await loadCrc32();
  return {
    record: record as T,
    async file(name) {
      const bytes = await read(name);
      if (crc32(bytes) === checksums[name]) return bytes;
      throw createUnusableFileError(name, `it is damaged or belongs to another ${description}`);
    },
  };
}

/** The vocabulary file by name, for `writeChecksummedFolder`. */
export async function encodeVocabularyFile(
  vocabulary: Vocabulary,
): Promise<readonly [name: string, bytes: Uint8Array]> {
  const files = new MemoryFiles();
  await writeVocabulary(files, VOCABULARY, vocabulary);
  return [VOCABULARY, await readWholeFile(files, VOCABULARY)];
}

/** The vocabulary of a folder. */
export async function readFolderVocabulary(
  folder: ChecksummedFolder<unknown>,
): Promise<Vocabulary> {
  return readVocabulary(
    new MemoryFiles({ [VOCABULARY]: await folder.file(VOCABULARY) }),
    VOCABULARY,
  );
}

/** A `BAD_INPUT` error that names the file and the reason. */
export function createUnusableFileError(file: string, reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} cannot be used: ${reason}`, { file });
}

function parseRecord(file: string, bytes: Uint8Array): ChecksummedRecord {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as ChecksummedRecord | null;
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    throw createUnusableFileError(file, (error as Error).message);
  }
  throw createUnusableFileError(file, "it is not an object");
}

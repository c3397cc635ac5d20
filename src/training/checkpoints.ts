/**
 * Checkpoints, from which a training resumes after a crash.
 *
 * A checkpoint is two files of tensors whose names contain the step, and `checkpoint.json`, which
 * names them, holds their checksums and its own, and is replaced atomically. So there is always one
 * complete checkpoint, or none. Files that it does not name are leftovers and are removed when the
 * next one is written.
 */

import { loadCrc32 } from "../common/bytes/index.ts";
import { TermwiseError } from "../common/errors.ts";
import type { Period } from "../scoring/training-record.ts";
import { addChecksum, hasValidChecksum } from "../storage/checksummed-json.ts";
import type { Directory } from "../storage/directory.ts";
import { overwriteFile, replaceFile } from "../storage/replace-file.ts";

/** Increases when the layout changes; a reader refuses any other version. */
const VERSION = 1;
const STATE_FILE = "checkpoint.json";
const TENSORS = /^checkpoint-\d+-(?:state|best)\.safetensors$/;

export interface Checkpoint {
  /**
   * Everything that shapes the training, as text. A training resumes only with the same settings.
   */
  readonly settings: string;
  readonly periods: readonly Period[];
  /** Variables and moments, and the values of the best period so far. */
  readonly state: Uint8Array;
  readonly best: Uint8Array;
}

/** The last complete checkpoint, if any. `BAD_ARGUMENT` if it has other settings. */
export async function readCheckpoint(
  directory: Directory,
  settings: string,
): Promise<Checkpoint | undefined> {
  if (!(await hasCheckpoint(directory))) return undefined;
  const record = parseState(await directory.read(STATE_FILE));
  const { version, periods, files, checksums, ...fields } = record;
  if (version !== VERSION)
    throw createUnusableFileError(STATE_FILE, `version ${version} is not ${VERSION}`);
  if (!(await hasValidChecksum(record)) || !isState(record)) {
    throw createUnusableFileError(STATE_FILE, "it was changed after it was written");
  }
  if (fields.settings !== settings) {
    throw new TermwiseError(
      "BAD_ARGUMENT",
      `${STATE_FILE} is of a training with other settings: ${fields.settings}, not ${settings}`,
    );
  }
  const crc32 = await loadCrc32();
  const checked = async (part: "state" | "best"): Promise<Uint8Array> => {
    const bytes = await directory.read(files[part]);
    if (crc32(bytes) === checksums[part]) return bytes;
    throw createUnusableFileError(files[part], "it was changed after it was written");
  };
  return { settings, periods, state: await checked("state"), best: await checked("best") };
}

export async function writeCheckpoint(
  directory: Directory,
  { settings, periods, state, best }: Checkpoint,
): Promise<void> {
  const steps = periods.at(-1)?.steps ?? 0;
  const files = {
    state: `checkpoint-${steps}-state.safetensors`,
    best: `checkpoint-${steps}-best.safetensors`,
  };
  await overwriteFile(directory, files.state, state);
  await overwriteFile(directory, files.best, best);
  await directory.syncNames();
  const crc32 = await loadCrc32();
  const checksums = { state: crc32(state), best: crc32(best) };
  const record = await addChecksum({ version: VERSION, settings, files, checksums, periods });
  await replaceFile(directory, STATE_FILE, new TextEncoder().encode(JSON.stringify(record)));
  await removeTensors(directory, new Set(Object.values(files)));
}

/** True if a training was interrupted here after its first checkpoint. */
export async function hasCheckpoint(directory: Directory): Promise<boolean> {
  return (await directory.list()).includes(STATE_FILE);
}

/** Removes a checkpoint after the training has ended. */
export async function removeCheckpoint(directory: Directory): Promise<void> {
  if (await hasCheckpoint(directory)) await directory.remove(STATE_FILE);
  await directory.syncNames();
  await removeTensors(directory, new Set());
}

async function removeTensors(directory: Directory, except: ReadonlySet<string>): Promise<void> {
  for (const name of await directory.list()) {
    if (TENSORS.test(name) && !except.has(name)) await directory.remove(name);
  }
}

interface StateFile {
  readonly version: number;
  readonly settings: string;
  readonly files: { readonly state: string; readonly best: string };
  /** The checksums of the two files. */
  readonly checksums: { readonly state: number; readonly best: number };
  readonly periods: readonly Period[];
  readonly checksum?: unknown;
}

/** Checks the fields of an untrusted record that are used here. */
function isState({
  files,
  checksums,
  periods,
}: {
  readonly [key in keyof StateFile]?: unknown;
}): boolean {
  const names = Object.values(files ?? {});
  const isNamed = names.length === 2 && names.every((name) => TENSORS.test(String(name)));
  return isNamed && checksums?.constructor === Object && Array.isArray(periods);
}

function parseState(bytes: Uint8Array): StateFile {
  try {
    const value = JSON.parse(new TextDecoder().decode(bytes)) as StateFile | null;
    if (typeof value === "object" && value !== null) return value;
  } catch (error) {
    throw createUnusableFileError(STATE_FILE, (error as Error).message);
  }
  throw createUnusableFileError(STATE_FILE, "it is not an object");
}

function createUnusableFileError(file: string, reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${file} cannot be read: ${reason}`, { file });
}

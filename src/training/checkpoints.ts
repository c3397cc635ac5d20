/**
 * Where a training keeps what it needs to go on after a kill.
 *
 * A checkpoint is two files of tensors whose names carry the step, and
 * `checkpoint.json`, which names them and is replaced in one move. So there is
 * always one whole checkpoint, or none; files that it does not name are
 * leftovers and go when the next one is written.
 */

import { TermwiseError } from "../common/errors.ts";
import type { Period } from "../scoring/training-record.ts";
import type { Directory } from "../storage/directory.ts";
import { replaceFile, writeAnew } from "../storage/replace-file.ts";

/** Grows when the layout changes; a reader refuses any other. */
const VERSION = 1;
const STATE = "checkpoint.json";
const TENSORS = /^checkpoint-\d+-(?:state|best)\.safetensors$/;

export interface Checkpoint {
  /** Everything that shapes the training, as text; a training only goes on with the same. */
  readonly settings: string;
  readonly periods: readonly Period[];
  /** Variables and moments, and the values of the best period so far. */
  readonly state: Uint8Array;
  readonly best: Uint8Array;
}

/** The last whole checkpoint, if there is one. `BAD_ARGUMENT` when it is of other settings. */
export async function readCheckpoint(
  directory: Directory,
  settings: string,
): Promise<Checkpoint | undefined> {
  if (!(await hasCheckpoint(directory))) return undefined;
  const { version, periods, files, ...found } = parsed(await directory.read(STATE));
  if (version !== VERSION) throw unfit(`version ${version} is not ${VERSION}`);
  if (found.settings !== settings) {
    throw new TermwiseError(
      "BAD_ARGUMENT",
      `${STATE} is of a training with other settings: ${found.settings}, not ${settings}`,
    );
  }
  const [state, best] = [await directory.read(files.state), await directory.read(files.best)];
  return { settings, periods, state, best };
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
  await writeAnew(directory, files.state, state);
  await writeAnew(directory, files.best, best);
  await directory.syncNames();
  const text = JSON.stringify({ version: VERSION, settings, files, periods });
  await replaceFile(directory, STATE, new TextEncoder().encode(text));
  await removeTensors(directory, new Set(Object.values(files)));
}

/** Whether a training was broken off here after its first checkpoint. */
export async function hasCheckpoint(directory: Directory): Promise<boolean> {
  return (await directory.list()).includes(STATE);
}

/** Removes what there is of a checkpoint: the training has ended. */
export async function removeCheckpoint(directory: Directory): Promise<void> {
  if (await hasCheckpoint(directory)) await directory.remove(STATE);
  await directory.syncNames();
  await removeTensors(directory, new Set());
}

async function removeTensors(directory: Directory, kept: ReadonlySet<string>): Promise<void> {
  for (const name of await directory.list()) {
    if (TENSORS.test(name) && !kept.has(name)) await directory.remove(name);
  }
}

interface StateFile {
  readonly version: number;
  readonly settings: string;
  readonly files: { readonly state: string; readonly best: string };
  readonly periods: readonly Period[];
}

function parsed(bytes: Uint8Array): StateFile {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as StateFile;
  } catch (error) {
    throw unfit((error as Error).message);
  }
}

function unfit(reason: string): TermwiseError {
  return new TermwiseError("BAD_INPUT", `${STATE} cannot be read: ${reason}`, { file: STATE });
}

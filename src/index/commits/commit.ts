/**
 * The commit point: which files make up the index, and what it was made with.
 *
 * Order matters. Data files first, then the new pointer, then their names, then
 * the pointer takes its place, then its name. A crash between any two steps
 * leaves the previous commit readable.
 */

import { encodeText } from "../../common/bytes/byte-strings.ts";
import { TermwiseError } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import type { CompleteAnalyzerOptions } from "../../text/index.ts";
import { type FileRecord, type IndexId, openFrame } from "../files/file-frame.ts";
import { writeFrame } from "../files/frame-writer.ts";
import { parseCommit } from "./commit-parser.ts";
import { filesOf, type IndexContent, type SegmentRecord } from "./segment-record.ts";

export const POINTER = "commit";
const PENDING = "commit.pending";

/** What an index was made with, and is extended and searched with. */
export interface IndexSettings extends IndexContent {
  readonly analysis: CompleteAnalyzerOptions;
  /** How much each term counts; absent where every term counts 1. */
  readonly weights?: FileRecord;
  /** The ranker that the weights were learned for, with its parameters. */
  readonly ranker?: string;
}

export interface Commit {
  readonly indexId: IndexId;
  /** Grows by one with each commit, from 1. */
  readonly generation: number;
  /** No segment was ever committed under this number or a higher one. */
  readonly nextSegment: number;
  readonly settings: IndexSettings;
  readonly segments: readonly SegmentRecord[];
}

/** The names of all files of a commit but its own. */
export function namesOf({ settings, segments }: Pick<Commit, "settings" | "segments">): string[] {
  const weights = settings.weights === undefined ? [] : [settings.weights];
  return [...weights, ...segments.flatMap(filesOf)].map(({ name }) => name);
}

/**
 * Whether a commit waits until the disk has it. `none` is for experiments: after
 * a power cut such an index may be damaged, which is noticed, or gone.
 */
export type Durability = "full" | "none";

/** Makes a commit the current one. `fresh` names its files that no earlier commit has synced. */
export async function writeCommit(
  directory: Directory,
  commit: Commit,
  fresh: readonly string[],
  durability: Durability = "full",
): Promise<void> {
  const isDurable = durability === "full";
  if (isDurable) for (const file of fresh) await directory.sync(file);
  if ((await directory.list()).includes(PENDING)) await directory.remove(PENDING);
  await writeFrame(directory, PENDING, "commit", commit.indexId, (frame) =>
    frame.section(encodeText(JSON.stringify(commit))),
  );
  if (isDurable) {
    await directory.sync(PENDING);
    await directory.syncNames();
  }
  await directory.rename(PENDING, POINTER);
  if (isDurable) await directory.syncNames();
}

export function noIndex({ place }: Directory): TermwiseError {
  return new TermwiseError("NOT_FOUND", `there is no index in ${place}`);
}

/** The current commit, or undefined where there is no index. */
export async function readCommit(directory: Directory): Promise<Commit | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await directory.read(POINTER);
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
  return parseCommit(POINTER, await openFrame(POINTER, bytes, "commit"));
}

/**
 * The commit point: which files make up the index, and what it was made with.
 *
 * Order matters. Data files, the new pointer and their names are all on the disk
 * before the pointer takes its place, and then its name is. A crash between any
 * two steps leaves the previous commit readable.
 */

import { encodeText } from "../../common/bytes/index.ts";
import { quote, TermwiseError } from "../../common/errors.ts";
import type { VectorSettings } from "../../dense/vectors/index.ts";
import type { Directory } from "../../storage/directory.ts";
import type { CompleteAnalyzerOptions } from "../../text/index.ts";
import { type FileRecord, type IndexId, openFrame } from "../files/file-frame.ts";
import { writeFrame } from "../files/frame-writer.ts";
import type { Schema } from "../schema/index.ts";
import type { PruningRule } from "../weights/pruning-rule.ts";
import { parseCommit } from "./commit-parser.ts";
import { detectOrigin } from "./owned-files.ts";
import { type IndexContent, listFiles, type SegmentRecord } from "./segment-record.ts";

export const COMMIT_FILE = "commit";
export const PENDING_COMMIT_FILE = "commit.pending";

/** What an index was made with, and is extended and searched with. */
export interface IndexSettings extends IndexContent {
  readonly analysis: CompleteAnalyzerOptions;
  /** The fields of documents; absent where title, text and other string values are one text. */
  readonly schema?: Schema;
  /** What the vectors of documents are; absent where they have none. */
  readonly vectors?: VectorSettings;
  /** How much each term counts; absent where every term counts 1. */
  readonly weights?: FileRecord;
  /** The ranker that the weights were learned for, with its parameters. */
  readonly ranker?: string;
  /** Which postings are kept, of documents added later too; absent where all are. */
  readonly pruning?: PruningRule;
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
export function listFileNames({
  settings,
  segments,
}: Pick<Commit, "settings" | "segments">): string[] {
  const weights = settings.weights === undefined ? [] : [settings.weights];
  return [...weights, ...segments.flatMap(listFiles)].map(({ name }) => name);
}

/**
 * Whether a commit waits until the disk has it. `none` is for experiments: after
 * a power cut such an index may be damaged, which is noticed, or gone.
 */
export type Durability = "full" | "none";

export interface CommitOptions {
  /** The files of the commit that no earlier one has synced. */
  readonly fresh: readonly string[];
  readonly durability?: Durability;
  /** Called when all is ready, just before the commit becomes the current one. */
  readonly beforePublish?: () => Promise<void> | void;
}

/** Makes a commit the current one. A failure before `ready` leaves the one before it current. */
export async function writeCommit(
  directory: Directory,
  commit: Commit,
  { fresh, durability = "full", beforePublish }: CommitOptions,
): Promise<void> {
  const isDurable = durability === "full";
  await removePending(directory);
  const { indexId } = commit;
  await writeFrame(
    { files: directory, name: PENDING_COMMIT_FILE, kind: "commit", indexId },
    (frame) => frame.section(encodeText(JSON.stringify(commit))),
  );
  if (isDurable) await syncAll(directory, [...fresh, PENDING_COMMIT_FILE]);
  await beforePublish?.();
  await directory.rename(PENDING_COMMIT_FILE, COMMIT_FILE);
  if (isDurable) await directory.syncNames();
}

/**
 * Syncs files and names at the same time, which takes a disk about as long as
 * one of them. Returns when none is under way. One for which there was no file
 * descriptor is synced after the others; any other failure stands, since a
 * second sync succeeds although the bytes are lost.
 */
async function syncAll(directory: Directory, files: readonly string[]): Promise<void> {
  const syncs = [...files.map((file) => () => directory.sync(file)), () => directory.syncNames()];
  const outcomes = await Promise.allSettled(syncs.map((sync) => sync()));
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.status === "fulfilled") continue;
    const { reason } = outcome;
    const isFull = reason instanceof TermwiseError && reason.details.errno === "EMFILE";
    if (!isFull) throw reason;
    await syncs[i]?.();
  }
}

/** Removes a pending commit that a crash or a failure left. */
export async function removePending(directory: Directory): Promise<void> {
  if (!(await directory.list()).includes(PENDING_COMMIT_FILE)) return;
  if ((await detectOrigin(directory, PENDING_COMMIT_FILE)) === "foreign")
    throw foreignFileError(directory, PENDING_COMMIT_FILE);
  await directory.remove(PENDING_COMMIT_FILE);
}

function foreignFileError({ location: place }: Directory, name: string): TermwiseError {
  return new TermwiseError(
    "IO",
    `${quote(name)} in ${place} is not a file of an index and is not overwritten; move it or choose another folder`,
    { path: name },
  );
}

/** Refuses a folder in which the commit's name is taken by a file that we did not write. */
export async function checkPointerOwned(directory: Directory): Promise<void> {
  if ((await detectOrigin(directory, COMMIT_FILE)) !== "ours")
    throw foreignFileError(directory, COMMIT_FILE);
}

export function indexNotFound({ location: place }: Directory): TermwiseError {
  return new TermwiseError("NOT_FOUND", `there is no index in ${place}`);
}

/** The current commit, or undefined where there is no index. */
export async function readCommit(directory: Directory): Promise<Commit | undefined> {
  let bytes: Uint8Array;
  try {
    bytes = await directory.read(COMMIT_FILE);
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
  return decodeCommit(bytes);
}

/** The commit that the bytes of its file hold. */
export async function decodeCommit(bytes: Uint8Array): Promise<Commit> {
  return parseCommit(COMMIT_FILE, await openFrame(COMMIT_FILE, bytes, "commit"));
}

/** Whether two commits name the same files, down to their checksums. */
export function isSameCommit(one: Commit, other: Commit | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

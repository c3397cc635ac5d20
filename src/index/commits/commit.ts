/**
 * The commit point: it lists the files of the index and its settings.
 *
 * The order of writes matters. Data files, the pending pointer and their directory entries are
 * durable before the pointer is renamed; then the rename is made durable. A crash between any two
 * steps leaves the previous commit readable.
 */

import { encodeText } from "../../common/bytes/index.ts";
import { corrupt, quote, TermwiseError } from "../../common/errors.ts";
import type { VectorSettings } from "../../dense/vectors/index.ts";
import type { Directory } from "../../storage/directory.ts";
import type { CompleteAnalyzerOptions } from "../../text/index.ts";
import { type FileRecord, type IndexId, openFrame } from "../files/file-frame.ts";
import type { Schema } from "../schema/index.ts";
import type { PruningRule } from "../weights/pruning-rule.ts";
import { parseCommit } from "./commit-parser.ts";
import { detectOrigin } from "./owned-files.ts";
import { type IndexContent, listFiles, type SegmentRecord } from "./segment-record.ts";

/** The file that makes a folder an index: it names the current segments. */
export const COMMIT_FILE = "commit";
export const PENDING_COMMIT_FILE = "commit.pending";

/** The settings that an index was created with and that every writer and search uses. */
export interface IndexSettings extends IndexContent {
  readonly analysis: CompleteAnalyzerOptions;
  /** The fields of documents; absent if title, text and other string values form one text. */
  readonly schema?: Schema;
  /** The settings of document vectors; absent if documents have none. */
  readonly vectors?: VectorSettings;
  /** The weights of terms; absent if every weight is 1. */
  readonly weights?: FileRecord;
  /** The ranker that the weights were learned for, with its parameters. */
  readonly ranker?: string;
  /** Which postings are kept, also of documents added later; absent if all are. */
  readonly pruning?: PruningRule;
  /** Defaults of searches: options by name, which src/search checks; absent if there are none. */
  readonly search?: SearchDefaults;
}

/** Options of a search by name. */
export type SearchDefaults = Readonly<Record<string, unknown>>;

export interface Commit {
  readonly indexId: IndexId;
  /** Increases by one with each commit, from 1. */
  readonly generation: number;
  /** No segment was ever committed with this number or a higher one. */
  readonly nextSegment: number;
  readonly settings: IndexSettings;
  readonly segments: readonly SegmentRecord[];
}

/** The names of all files of a commit except the commit file itself. */
export function listFileNames({
  settings,
  segments,
}: Pick<Commit, "settings" | "segments">): string[] {
  const weights = settings.weights === undefined ? [] : [settings.weights];
  return [...weights, ...segments.flatMap(listFiles)].map(({ name }) => name);
}

/**
 * Whether a commit waits for durable storage. `none` is for experiments: after a power failure such
 * an index may be damaged, which is detected, or gone.
 */
export type Durability = "full" | "none";

export interface CommitOptions {
  /** The files of the commit that no earlier commit has synced. */
  readonly fresh: readonly string[];
  readonly durability?: Durability;
  /** Called when everything is written, just before the commit becomes current. */
  readonly beforePublish?: () => Promise<void> | void;
}

/**
 * Makes a commit the current one. A failure before `beforePublish` leaves the previous commit
 * current.
 */
export async function writeCommit(
  directory: Directory,
  commit: Commit,
  { fresh, durability = "full", beforePublish }: CommitOptions,
): Promise<void> {
  const isDurable = durability === "full";
  // Loaded on demand, because readers do not need it.
  const { writeFrame } = await import("../files/frame-writer.ts");
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
 * Syncs files and directory entries in parallel, which takes about as long as one sync. Returns
 * when none is in flight. A file for which no file descriptor was available is synced after the
 * others. Any other failure is final, because a second sync succeeds although the bytes are lost.
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

/** Removes a pending commit that a crash or a failure left behind. */
export async function removePending(directory: Directory): Promise<void> {
  if (!(await hasFile(directory, PENDING_COMMIT_FILE))) return;
  if ((await detectOrigin(directory, PENDING_COMMIT_FILE)) === "foreign")
    throw foreignFileError(directory, PENDING_COMMIT_FILE);
  await directory.remove(PENDING_COMMIT_FILE);
}

/** Without a list of the folder, which would take longer the more files the index has. */
async function hasFile(directory: Directory, name: string): Promise<boolean> {
  try {
    await (await directory.openFile(name)).close();
    return true;
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "NOT_FOUND") return false;
    throw error;
  }
}

function foreignFileError({ location }: Directory, name: string): TermwiseError {
  return new TermwiseError(
    "IO",
    `${quote(name)} in ${location} is not a file of an index and is not overwritten; move it or choose another folder`,
    { path: name },
  );
}

/** Fails if the commit's file name is taken by a file that Termwise did not write. */
export async function checkPointerOwned(directory: Directory): Promise<void> {
  if ((await detectOrigin(directory, COMMIT_FILE)) !== "ours")
    throw foreignFileError(directory, COMMIT_FILE);
}

export function indexNotFound({ location }: Directory): TermwiseError {
  return new TermwiseError("NOT_FOUND", `there is no index in ${location}`);
}

/** A directory without a commit file, which computes its commit. */
export interface CommitSource {
  readCommit(): Promise<Commit>;
}

/** The current commit; undefined if there is no index. */
export async function readCommit(
  directory: Directory & Partial<CommitSource>,
): Promise<Commit | undefined> {
  if (directory.readCommit !== undefined) return directory.readCommit();
  let bytes: Uint8Array;
  try {
    bytes = await directory.read(COMMIT_FILE);
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
  return decodeCommit(bytes);
}

/** Decodes the bytes of a commit file. */
export async function decodeCommit(bytes: Uint8Array): Promise<Commit> {
  return parseCommit(COMMIT_FILE, await openFrame(COMMIT_FILE, bytes, "commit"));
}

/** Whether two commits list the same files, including their checksums. */
export function isSameCommit(one: Commit, other: Commit | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/**
 * Runs `open` with the current commit. A writer, in this process or another, may replace the commit
 * meanwhile; then files are missing or belong to the new commit, and `open` runs again with the new
 * commit. Fails with `NOT_FOUND` if there is no index, and with `CORRUPT_INDEX` if a file of the
 * current commit is missing.
 */
export async function openCurrent<T>(
  directory: Directory,
  open: (commit: Commit) => Promise<T>,
): Promise<T> {
  let commit = await readCommit(directory);
  for (;;) {
    if (commit === undefined) throw indexNotFound(directory);
    try {
      return await open(commit);
    } catch (error) {
      if (!(error instanceof TermwiseError)) throw error;
      if (error.code !== "NOT_FOUND" && error.code !== "CORRUPT_INDEX") throw error;
      const now = await readCommit(directory);
      if (!isSameCommit(commit, now)) commit = now;
      else if (error.code === "CORRUPT_INDEX") throw error;
      else throw corrupt(String(error.details.path), 0, "the file is missing");
    }
  }
}

/**
 * Checks an index for damage and recovers its intact segments. Neither function changes the index
 * it reads.
 */

import { badArgument, corrupt, TermwiseError } from "../common/errors.ts";
import { type Progress, silent } from "../common/progress.ts";
import type { Directory } from "../storage/directory.ts";
import {
  COMMIT_FILE,
  type Commit,
  type Durability,
  indexNotFound,
  isSameCommit,
  listFileNames,
  readCommit,
  writeCommit,
} from "./commits/commit.ts";
import { listFileKinds, listFiles, type SegmentRecord } from "./commits/segment-record.ts";
import { openFrame } from "./files/file-frame.ts";
import { readWeights } from "./files/weights-file.ts";
import { checkSegment } from "./segments/check-segment.ts";
import { Segment } from "./segments/segment.ts";
import { readDeletions } from "./snapshots/index-snapshot.ts";

/** One defect of an index. */
export interface Damage {
  readonly file: string;
  /** The offset in the file; 0 when the whole file is concerned. */
  readonly offset: number;
  readonly reason: string;
  /** The segment that the file belongs to; absent for the commit. */
  readonly segment?: string;
}

/** The result of a check. */
export interface CheckReport {
  readonly generation: number;
  readonly segments: number;
  readonly documents: number;
  readonly files: number;
  readonly bytes: number;
  /** Empty for an intact index. */
  readonly damages: readonly Damage[];
}

/**
 * Reads every byte of the current commit and checks every invariant. Damage is reported, not
 * thrown. Fails with `NOT_FOUND` when there is no index.
 */
export async function checkIndex(
  directory: Directory,
  { progress = silent }: { progress?: Progress } = {},
): Promise<CheckReport> {
  for (;;) {
    let commit: Commit | undefined;
    try {
      commit = await readCommit(directory);
    } catch (error) {
      const damages = [toDamage(error, COMMIT_FILE)];
      return { generation: 0, segments: 0, documents: 0, files: 1, bytes: 0, damages };
    }
    if (commit === undefined) throw indexNotFound(directory);
    const report = await checkCommit(directory, commit, progress);
    // A writer that replaced the commit in the meantime has removed files of the old one.
    const isOld = report.damages.length > 0 && !isSameCommit(commit, await readCommit(directory));
    if (!isOld) return report;
  }
}

async function checkCommit(
  directory: Directory,
  commit: Commit,
  progress: Progress,
): Promise<CheckReport> {
  const { weights } = commit.settings;
  const files = [
    ...(weights === undefined ? [] : [weights]),
    ...commit.segments.flatMap(listFiles),
  ];
  const damages: Damage[] = await findWeightDamages(directory, commit);
  for (const [i, record] of commit.segments.entries()) {
    damages.push(...(await findDamages(directory, commit, record)));
    const total = commit.segments.length;
    progress({ task: "checking", unit: "segments", done: i + 1, total, finished: i + 1 === total });
  }
  return {
    generation: commit.generation,
    segments: commit.segments.length,
    documents: commit.segments.reduce((sum, { documents }) => sum + documents, 0),
    files: 1 + files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    damages,
  };
}

/** What was recovered from a damaged index, and what was lost. */
export interface RecoverReport {
  /** Documents of the recovered segments, including deleted ones. */
  readonly keptDocuments: number;
  /** Damaged segments with their document counts, including deleted documents. */
  readonly lost: readonly { readonly segment: string; readonly documents: number }[];
}

/**
 * Copies all intact segments into a new index in the empty directory `target`. A segment with any
 * damaged file is left out entirely. A damaged commit is not recoverable, because nothing else
 * records which files belong together. Neither are damaged term weights.
 */
export async function recoverIndex(
  directory: Directory,
  target: Directory,
  { durability = "full" }: { durability?: Durability } = {},
): Promise<RecoverReport> {
  const commit = await readCommit(directory);
  if (commit === undefined) throw indexNotFound(directory);
  const unlock = await target.lock("writer");
  try {
    if ((await target.list()).length > 0) throw badArgument("the target must be empty");
    const [damage] = await findWeightDamages(directory, commit);
    if (damage !== undefined) throw corrupt(damage.file, damage.offset, damage.reason);
    const lost: { segment: string; documents: number }[] = [];
    const intactSegments: SegmentRecord[] = [];
    for (const record of commit.segments) {
      if ((await findDamages(directory, commit, record)).length === 0) intactSegments.push(record);
      else lost.push({ segment: record.name, documents: record.documents });
    }
    const recovered = { ...commit, segments: intactSegments };
    const files = listFileNames(recovered);
    for (const name of files) await target.write(name, await directory.read(name));
    await writeCommit(target, recovered, { fresh: files, durability });
    return {
      keptDocuments: intactSegments.reduce((sum, { documents }) => sum + documents, 0),
      lost,
    };
  } finally {
    await unlock();
  }
}

/**
 * Lists the damaged files of a segment; if all files are intact, checks their contents against each
 * other.
 */
async function findDamages(
  directory: Directory,
  commit: Commit,
  record: SegmentRecord,
): Promise<Damage[]> {
  const { indexId } = commit;
  const damages: Damage[] = [];
  for (const [file, kind] of listFileKinds(record)) {
    try {
      const bytes = await directory.read(file.name);
      await openFrame(file.name, bytes, kind, { ...file, indexId });
    } catch (error) {
      damages.push({ ...toDamage(error, file.name), segment: record.name });
    }
  }
  if (damages.length > 0) return damages;
  try {
    await readDeletions(directory, commit, record);
    const { pruning, vectors } = commit.settings;
    await checkSegment(await Segment.open(directory, record, indexId), {
      isPruned: pruning !== undefined,
      dimensions: vectors?.dimensions,
    });
    return [];
  } catch (error) {
    return [{ ...toDamage(error, record.name), segment: record.name }];
  }
}

/** Checks the term weights. Without them no posting list of the index can be interpreted. */
async function findWeightDamages(
  directory: Directory,
  { settings: { weights }, indexId }: Commit,
): Promise<Damage[]> {
  if (weights === undefined) return [];
  try {
    await readWeights(directory, weights, indexId);
    return [];
  } catch (error) {
    return [toDamage(error, weights.name)];
  }
}

/** Converts an error to damage. Rethrows errors that do not concern the bytes. */
function toDamage(error: unknown, file: string): Damage {
  if (!(error instanceof TermwiseError)) throw error;
  if (error.code === "NOT_FOUND") return { file, offset: 0, reason: "the file is missing" };
  const damageCodes = ["CORRUPT_INDEX", "INDEX_TOO_NEW", "INDEX_TOO_OLD"];
  if (!damageCodes.includes(error.code)) throw error;
  const { file: damagedFile = file, offset = 0 } = error.details;
  return { file: String(damagedFile), offset: Number(offset), reason: error.message };
}

/**
 * The commit of several indexes that are searched as one: the segments of all of them, in the order
 * of the indexes. It exists in memory only. Files are named `<number of the index>/<name>`, and each
 * segment keeps the id of its own index, which its files carry.
 */

import { badArgument, quote } from "../../common/errors.ts";
import type { Commit, IndexSettings } from "../commits/commit.ts";
import type { SegmentFiles, SegmentRecord } from "../commits/segment-record.ts";
import type { FileRecord, IndexId } from "../files/file-frame.ts";
import { EXHAUSTED } from "../snapshots/index-view.ts";

/** A commit with the location of its index, for messages. */
export interface LocatedCommit {
  readonly location: string;
  readonly commit: Commit;
}

/**
 * Joins commits. The defaults of searches are those of the first index. `BAD_ARGUMENT` if the
 * indexes differ in another setting, or have learned weights or
 * pruned lists of their own: then no single index has the same scores.
 */
export function joinCommits(indexes: readonly LocatedCommit[]): Commit {
  const [first] = indexes;
  if (first === undefined) throw badArgument("several indexes as one need at least one index");
  for (const each of indexes) checkSettings(first, each);
  const segments = indexes.flatMap(({ commit }, i) =>
    commit.segments.map((record) => renameFiles(record, i, commit.indexId)),
  );
  const documents = segments.reduce((sum, each) => sum + each.documents, 0);
  if (documents >= EXHAUSTED) {
    throw badArgument(`the indexes have ${documents} documents, of at most ${EXHAUSTED - 1}`);
  }
  return {
    // A cursor of one list of indexes is not valid for another list.
    indexId: indexes.map(({ commit }) => commit.indexId).join("+"),
    // Each commit adds 1 to one generation, so an equal sum means that none has changed.
    generation: indexes.reduce((sum, { commit }) => sum + commit.generation, 0),
    nextSegment: 0,
    settings: first.commit.settings,
    segments,
  };
}

/** The name of a file of an index in the joined commit. */
function joinName(index: number, name: string): string {
  return `${index}/${name}`;
}

/** The number of the index and the name of a file in it. */
export function splitName(name: string): { readonly index: number; readonly name: string } {
  const end = name.indexOf("/");
  return { index: Number(name.slice(0, Math.max(0, end))), name: name.slice(end + 1) };
}

function renameFiles(record: SegmentRecord, index: number, indexId: IndexId): SegmentRecord {
  const rename = (file: FileRecord): FileRecord => ({ ...file, name: joinName(index, file.name) });
  const files = Object.entries(record.files).map(([part, file]) => [part, rename(file)]);
  return {
    ...record,
    name: joinName(index, record.name),
    indexId,
    files: Object.fromEntries(files) as SegmentFiles,
    ...(record.deleted === undefined ? {} : { deleted: rename(record.deleted) }),
  };
}

function checkSettings(first: LocatedCommit, other: LocatedCommit): void {
  const { settings } = other.commit;
  const learned = settings.weights !== undefined || settings.pruning !== undefined;
  if (learned) {
    throw badArgument(
      `${other.location} has learned weights of its own and cannot be searched as one with others`,
    );
  }
  const names = new Set([...Object.keys(first.commit.settings), ...Object.keys(settings)]);
  names.delete("search"); // changed one index at a time: those of the first one apply
  for (const name of names as Set<keyof IndexSettings>) {
    const [one, two] = [first.commit.settings[name], settings[name]].map((value) =>
      JSON.stringify(value),
    );
    if (one === two) continue;
    throw badArgument(
      `indexes that are searched as one must have the same settings, but ${quote(name)} of ${first.location} is ${one ?? "absent"}, and of ${other.location} ${two ?? "absent"}`,
    );
  }
}

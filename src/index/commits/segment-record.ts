/** What a commit remembers of one segment: its name, its size and its files. */

import type { FileKind, FileRecord } from "../files/file-frame.ts";

export interface SegmentRecord {
  readonly name: string;
  /** Documents, deleted ones included. */
  readonly documents: number;
  readonly files: SegmentFiles;
  /** Which documents are deleted; absent while none is. */
  readonly deleted?: FileRecord;
}

export interface SegmentFiles {
  readonly terms: FileRecord;
  readonly postings: FileRecord;
  readonly documents: FileRecord;
  readonly positions?: FileRecord;
  readonly forward?: FileRecord;
  /** Surface forms in byte order; beside a forward index, in a segment written since there are such files. */
  readonly forms?: FileRecord;
  readonly stored?: FileRecord;
  /** Typed values by field; in a segment written since the schema has such fields. */
  readonly columns?: FileRecord;
  /** Vectors of the documents; in an index that has vectors. */
  readonly vectors?: FileRecord;
  /** Which vectors are near one another; in an index with graphs, of a segment that is large enough. */
  readonly graph?: FileRecord;
  /** How much each term counts; in an index that has weights. */
  readonly weights?: FileRecord;
}

/** The kind of each file of a segment, which its name ends with. */
export const FILE_KINDS: Readonly<Record<keyof SegmentFiles, FileKind>> = {
  terms: "terms",
  postings: "postings",
  documents: "document",
  positions: "position",
  forward: "forward",
  forms: "forms",
  stored: "stored",
  columns: "columns",
  vectors: "vectors",
  graph: "graph",
  weights: "weights",
};

/** Every file of a segment, with its kind. */
export function listFileKinds({ files, deleted }: SegmentRecord): [FileRecord, FileKind][] {
  const kinds: [FileRecord, FileKind][] = [];
  for (const [part, kind] of Object.entries(FILE_KINDS) as [keyof SegmentFiles, FileKind][]) {
    const file = files[part];
    if (file !== undefined) kinds.push([file, kind]);
  }
  if (deleted !== undefined) kinds.push([deleted, "deleted"]);
  return kinds;
}

/** Every file of a segment. */
export function listFiles(segment: SegmentRecord): FileRecord[] {
  return listFileKinds(segment).map(([file]) => file);
}

/** What an index keeps of its documents beside the posting lists. */
export interface IndexContent {
  /** Where terms stand, for phrases and proximity. */
  readonly positions: boolean;
  /** Surface tokens of each document, for re-ranking and expansion. */
  readonly forward: boolean;
  /** The fields themselves, to be shown. */
  readonly stored: boolean;
}

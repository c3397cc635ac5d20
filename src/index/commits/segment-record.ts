/** The record of one segment in a commit: its name, its size and its files. */

import type { FileKind, FileRecord, IndexId } from "../files/file-frame.ts";

export interface SegmentRecord {
  readonly name: string;
  /** Number of documents, including deleted ones. */
  readonly documents: number;
  readonly files: SegmentFiles;
  /** The deleted documents; absent if there are none. */
  readonly deleted?: FileRecord;
  /** The index of the segment, if several are searched as one; never in a commit file. */
  readonly indexId?: IndexId;
}

export interface SegmentFiles {
  readonly terms: FileRecord;
  readonly postings: FileRecord;
  readonly documents: FileRecord;
  readonly positions?: FileRecord;
  readonly forward?: FileRecord;
  /**
   * Surface forms in byte order; present beside a forward index, except in segments written before
   * such files existed.
   */
  readonly forms?: FileRecord;
  readonly stored?: FileRecord;
  /** Typed values by field; present in segments written since the schema has such fields. */
  readonly columns?: FileRecord;
  /** Vectors of the documents; present in an index with vectors. */
  readonly vectors?: FileRecord;
  /**
   * The HNSW graph of the vectors; present in an index with graphs for a segment that is large
   * enough.
   */
  readonly graph?: FileRecord;
  /** The weights of the terms; present in an index with weights. */
  readonly weights?: FileRecord;
}

/** The kind of each file of a segment, which is the suffix of its name. */
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

/** What an index stores of its documents beside the posting lists. */
export interface IndexContent {
  /** Positions of terms, for phrases and proximity. */
  readonly positions: boolean;
  /** Surface tokens of each document, for re-ranking and expansion. */
  readonly forward: boolean;
  /** The fields themselves, to return them with hits. */
  readonly stored: boolean;
  /** Whether merged segments encode the fields word by word (word-codes.ts). */
  readonly wordCodes?: boolean;
}

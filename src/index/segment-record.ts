/** What a commit remembers of one segment: its name, its size and its files. */

import type { FileRecord } from "./file-frame.ts";

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
  readonly stored?: FileRecord;
}

/** Every file of a segment. */
export function filesOf({ files, deleted }: SegmentRecord): FileRecord[] {
  const { terms, postings, documents, positions, forward, stored } = files;
  return [terms, postings, documents, positions, forward, stored, deleted].filter(
    (file) => file !== undefined,
  );
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

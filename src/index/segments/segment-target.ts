/** Where a new segment goes, and what is kept in it. */

import type { VectorSettings } from "../../dense/vectors/index.ts";
import type { FileCreator } from "../../storage/directory.ts";
import type { IndexContent } from "../commits/segment-record.ts";
import type { FileKind, FileRecord, IndexId } from "../files/file-frame.ts";
import { type FrameWriter, writeFrame } from "../files/frame-writer.ts";
import type { Schema } from "../schema/index.ts";
import type { ImpactTable, PostingPredicates } from "../weights/pruning-rule.ts";
import type { TermWeights } from "../weights/term-weights.ts";

export interface SegmentTarget {
  readonly files: FileCreator;
  /** The name of the segment; that of each file is this and its kind. */
  readonly name: string;
  readonly indexId: IndexId;
  readonly content: IndexContent;
  /** The fields of its documents; absent where they are one text. */
  readonly schema?: Schema | undefined;
  /** What the vectors of its documents are; absent where they have none. */
  readonly vectors?: VectorSettings | undefined;
  /** How much each term counts, where that is kept. */
  readonly weights?: TermWeights | undefined;
  /** In a pruned index: the rule that postings of new documents must pass. */
  readonly pruning?: { readonly threshold: number; readonly impacts: ImpactTable } | undefined;
  /** Which postings a merge keeps; absent where it keeps all. */
  readonly filter?: PostingPredicates | undefined;
}

/** Writes one file of a segment. */
export function writeSegmentFile(
  { files, name, indexId }: SegmentTarget,
  kind: FileKind,
  write: (frame: FrameWriter) => Promise<void>,
): Promise<FileRecord> {
  return writeFrame({ files, name: `${name}.${kind}`, kind, indexId }, write);
}

/** The target of a new segment: its files, its name and its contents. */

import { defined } from "../../common/defined.ts";
import type { VectorSettings } from "../../dense/vectors/index.ts";
import type { FileCreator } from "../../storage/directory.ts";
import type { IndexContent } from "../commits/segment-record.ts";
import {
  type FileKind,
  type FileRecord,
  type IndexId,
  STORED_FORMAT_VERSION,
} from "../files/file-frame.ts";
import { type FrameWriter, writeFrame } from "../files/frame-writer.ts";
import type { Schema } from "../schema/index.ts";
import type { ImpactTable, PostingPredicates } from "../weights/pruning-rule.ts";
import type { TermWeights } from "../weights/term-weights.ts";

export interface SegmentTarget {
  readonly files: FileCreator;
  /** The name of the segment; a file name is this name and the kind of the file. */
  readonly name: string;
  readonly indexId: IndexId;
  readonly content: IndexContent;
  /** The fields of its documents; absent if they are one text. */
  readonly schema?: Schema | undefined;
  /** The settings of its vectors; absent if it has none. */
  readonly vectors?: VectorSettings | undefined;
  /** The weights of terms, if they are stored. */
  readonly weights?: TermWeights | undefined;
  /** The rule for postings of new documents, in a pruned index. */
  readonly pruning?: { readonly threshold: number; readonly impacts: ImpactTable } | undefined;
  /** Which postings a merge keeps; absent if it keeps all. */
  readonly filter?: PostingPredicates | undefined;
}

/** Writes one file of a segment. */
export function writeSegmentFile(
  { files, name, indexId }: SegmentTarget,
  kind: FileKind,
  write: (frame: FrameWriter) => Promise<void>,
  version?: number,
): Promise<FileRecord> {
  const file = { files, name: `${name}.${kind}`, kind, indexId };
  return writeFrame({ ...file, ...defined({ version }) }, write);
}

/** Whether a merged segment has a forward index with codes (forward.ts). */
export function hasFormCodes({ content, schema }: SegmentTarget): boolean {
  return content.wordCodes === true && schema === undefined;
}

/** Writes the file of the stored fields. */
export function writeStoredFile(
  target: SegmentTarget,
  write: (frame: FrameWriter) => Promise<void>,
): Promise<FileRecord> {
  return writeSegmentFile(target, "stored", write, STORED_FORMAT_VERSION);
}

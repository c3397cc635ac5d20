/**
 * Decides which files of a folder belong to the index. The folder may contain other files under any
 * name, so a name proves nothing: a file is removed or replaced only if a commit lists it or its
 * bytes show that Termwise wrote it.
 */

import { TermwiseError } from "../../common/errors.ts";
import type { Directory, OpenFile } from "../../storage/directory.ts";
import { FOOTER_BYTES, FOOTER_MAGIC, MAGIC } from "../files/file-frame.ts";

const SEGMENT_FILE =
  /^segment-\d{1,15}\.(terms|postings|position|document|forward|forms|stored|records|columns|vectors|graph|weights(-\d{1,15})?|deleted-\d{1,15})$/;

/** Whether an index uses this name for a data file. */
export function isIndexFileName(name: string): boolean {
  return SEGMENT_FILE.test(name) || /^weights(-\d{1,15})?$/.test(name);
}

/** Whether an index uses this name for a file of a segment. */
export function isSegmentFileName(name: string): boolean {
  return SEGMENT_FILE.test(name);
}

/** The origin of a file, judged by its bytes. */
export type Origin =
  /** It begins with a Termwise header or ends with a Termwise footer. */
  | "ours"
  /**
   * Only zeros, or shorter than a header: possibly the remains of a Termwise file after a crash.
   */
  | "blank"
  | "foreign";

/** Reads both ends of a file; reads all of it only if it begins with zeros. */
export async function detectOrigin(directory: Directory, name: string): Promise<Origin> {
  let file: OpenFile;
  try {
    file = await directory.openFile(name);
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "NOT_FOUND") return "blank";
    throw error;
  }
  try {
    const start = await file.read(0, MAGIC.length);
    const hasMagic = start.every((byte, i) => byte === MAGIC.charCodeAt(i));
    if (hasMagic) return start.length === MAGIC.length ? "ours" : "blank";
    if (file.size >= FOOTER_BYTES) {
      const end = await file.read(file.size - FOOTER_BYTES, FOOTER_BYTES);
      const footer = new DataView(end.buffer, end.byteOffset, end.length);
      const hasFooter = footer.getUint32(8, true) === FOOTER_MAGIC;
      if (hasFooter && footer.getUint32(4, true) === file.size) return "ours";
    }
    return (await isAllZeros(file)) ? "blank" : "foreign";
  } finally {
    await file.close();
  }
}

const CHUNK_BYTES = 1 << 20;

async function isAllZeros(file: OpenFile): Promise<boolean> {
  for (let at = 0; at < file.size; at += CHUNK_BYTES) {
    if ((await file.read(at, CHUNK_BYTES)).some((byte) => byte !== 0)) return false;
  }
  return true;
}

/**
 * The frame of every file of an index: a header that identifies the file, and a footer that proves
 * that it is complete and unchanged.
 *
 *   header   "termwise" · kind, 8 bytes · format version, u32 · 0, u32 · index id, 8 bytes
 *   sections each padded with zeros to a multiple of 16 bytes
 *   table    offset, u32 · length, u32 for each section
 *   footer   number of sections, u32 · length of the file, u32 · magic, u32 · CRC-32, u32
 *
 * The checksum covers every byte before itself. Sections start at multiples of 16, so that typed
 * arrays and SIMD loads can address them without a copy. Numbers are little-endian, as typed arrays
 * are on every supported platform. The frame will not change in future format versions; see
 * docs/format.md.
 */

import { loadCrc32 } from "../../common/bytes/index.ts";
import { corrupt, TermwiseError } from "../../common/errors.ts";

/**
 * The newest readable version: that of a forward index and forms with codes, and of packed weights.
 */
export const FORMAT_VERSION = 5;
/** Written in stored fields, which got a dictionary then. */
export const STORED_FORMAT_VERSION = 4;
/** Written in the other files, which have not changed since. */
export const COMMON_FORMAT_VERSION = 3;
/** The oldest readable version: it has no fields. */
export const MIN_FORMAT_VERSION = 2;
export const HEADER_BYTES = 32;
export const FOOTER_BYTES = 16;
export const FOOTER_MAGIC = 0x57545246;
export const MAGIC = "termwise";
/** Offsets are 32 bits wide. */
export const MAX_FILE_BYTES = 0xffffffff;

export type FileKind =
  | "commit"
  | "terms"
  | "postings"
  | "position"
  | "document"
  | "forward"
  | "forms"
  | "stored"
  | "records"
  | "columns"
  | "vectors"
  | "graph"
  | "deleted"
  | "weights";

/** Eight bytes that all files of one index share, as 16 hexadecimal digits. */
export type IndexId = string;

/** A finished file, as recorded in a commit. */
export interface FileRecord {
  readonly name: string;
  readonly bytes: number;
  readonly crc: number;
}

/** One part of a file's content. */
export interface Section {
  readonly file: string;
  /** The offset of the section in the file. */
  readonly start: number;
  readonly bytes: Uint8Array;
  /**
   * For a remote file: throws `PageFault` unless this range has been fetched. Absent if all bytes
   * are in memory.
   */
  readonly need?: (from: number, to: number) => void;
}

export interface Frame {
  readonly indexId: IndexId;
  readonly crc: number;
  readonly sections: readonly Section[];
}

/** The header of a file. */
export function encodeHeader(
  kind: FileKind,
  indexId: IndexId,
  version: number = COMMON_FORMAT_VERSION,
): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const encoder = new TextEncoder();
  header.set(encoder.encode(MAGIC));
  header.set(encoder.encode(kind), 8);
  const view = new DataView(header.buffer);
  view.setUint32(16, version, true);
  view.setBigUint64(24, BigInt(`0x${indexId}`), true);
  return header;
}

/** What the commit recorded about a file. */
export interface FrameExpectation {
  readonly indexId: IndexId;
  readonly bytes: number;
  readonly crc: number;
}

/**
 * Checks every byte of a file and returns its sections. `expected` is the record of the commit, if
 * there is one.
 */
export async function openFrame(
  file: string,
  bytes: Uint8Array,
  kind: FileKind,
  expected?: FrameExpectation,
): Promise<Frame> {
  const crc32 = await loadCrc32();
  const content: FrameContent = {
    file,
    length: bytes.length,
    slice: (from, to) => bytes.subarray(from, to),
    crc: () => crc32(bytes.subarray(0, bytes.length - 4)),
  };
  const { indexId, crc, ranges } = checkFrame(content, kind, expected);
  const sections = ranges.map(({ start, length }) => ({
    file,
    start,
    bytes: bytes.subarray(start, start + length),
  }));
  return { indexId, crc, sections };
}

/** A file whose frame is checked, in memory or not. */
export interface FrameContent {
  readonly file: string;
  readonly length: number;
  slice(from: number, to: number): Uint8Array;
  /** The checksum of all bytes but the last four. */
  crc(): number;
}

/** Checks a file and returns the ranges of its sections. */
export function checkFrame(
  content: FrameContent,
  kind: FileKind,
  expected?: FrameExpectation,
): Pick<Frame, "indexId" | "crc"> & { ranges: readonly { start: number; length: number }[] } {
  const { file, length } = content;
  if (expected !== undefined && length !== expected.bytes) {
    throw corrupt(file, length, `${expected.bytes} bytes were written`);
  }
  if (length < HEADER_BYTES + FOOTER_BYTES) {
    throw corrupt(file, length, "too short for a header and a footer");
  }
  const header = content.slice(0, HEADER_BYTES);
  const view = toDataView(header);
  const footer = length - FOOTER_BYTES;
  const end = toDataView(content.slice(footer, length));
  const crc = end.getUint32(12, true);
  if (readText(header, 0) !== MAGIC) throw corrupt(file, 0, "not a file of a Termwise index");
  if (end.getUint32(8, true) !== FOOTER_MAGIC) {
    throw corrupt(file, footer + 8, "no footer at the end");
  }
  if (end.getUint32(4, true) !== length) {
    throw corrupt(file, footer + 4, "its length differs from what the footer says");
  }
  if (content.crc() !== crc) throw corrupt(file, 0, "checksum differs");
  checkVersion(file, view.getUint32(16, true));
  if (readText(header, 8) !== kind) throw corrupt(file, 8, `not a ${kind} file`);
  const indexId = view.getBigUint64(24, true).toString(16).padStart(16, "0");
  if (expected !== undefined && indexId !== expected.indexId) {
    throw corrupt(file, 24, "it belongs to another index");
  }
  if (expected !== undefined && crc !== expected.crc) {
    throw corrupt(file, footer + 12, "it is not the file that was committed");
  }
  return { indexId, crc, ranges: readSectionTable(content, end.getUint32(0, true)) };
}

function checkVersion(file: string, version: number): void {
  if (version >= MIN_FORMAT_VERSION && version <= FORMAT_VERSION) return;
  const newer = version > FORMAT_VERSION;
  throw new TermwiseError(
    newer ? "INDEX_TOO_NEW" : "INDEX_TOO_OLD",
    `${file} has format version ${version} and this release reads versions ${MIN_FORMAT_VERSION} to ${FORMAT_VERSION}: ${
      newer ? "use a newer release" : "build the index again"
    }`,
    { file, version },
  );
}

function readSectionTable(
  { file, length, slice }: FrameContent,
  count: number,
): { start: number; length: number }[] {
  const footer = length - FOOTER_BYTES;
  const table = footer - 8 * count;
  if (table < HEADER_BYTES)
    throw corrupt(file, footer, `the table of ${count} sections does not fit`);
  const view = toDataView(slice(table, footer));
  const ranges: { start: number; length: number }[] = [];
  let free = HEADER_BYTES;
  for (let at = 0; at < 8 * count; at += 8) {
    const range = { start: view.getUint32(at, true), length: view.getUint32(at + 4, true) };
    const { start } = range;
    if (start % 16 !== 0 || start < free || start + range.length > table) {
      throw corrupt(file, table + at, "a section lies outside its place");
    }
    free = start + range.length;
    ranges.push(range);
  }
  return ranges;
}

function toDataView({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Eight bytes as text, without trailing zeros. */
function readText(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 8)).replace(/\0+$/, "");
}

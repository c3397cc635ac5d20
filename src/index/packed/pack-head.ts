/**
 * The head of a pack: the layout of an index's files for a web server.
 *
 * The bytes of all files are cut into chunks, each compressed by itself and fetched by one range
 * request. A chunk contains pieces of several files, so that what one search reads together is
 * stored together. Every page of a file is in at least one chunk and may be in several. What
 * opening the index reads is in the head itself, so that one small request opens an index.
 *
 *   "termpack" · version · files: number, then name and bytes of each · packs: the same
 *   chunks: number, then pack · bytes · pieces of each, one behind another in its pack
 *   pieces that are in the head · their bytes
 *
 * Pieces are a number, then of each: file · first page, less where the piece at the same index in
 * the chunk before ended · pages. Numbers are LEB128. The head and the chunks are compressed with
 * zlib, which includes a checksum.
 */

import { decodeText, GrowingBytes } from "../../common/bytes/index.ts";
import { ByteReader } from "../encoding/byte-reader.ts";

/** Pieces begin and end at multiples of this, or at the end of their file. */
export const PACK_PAGE = 64;

/** Files of at least this size are fetched in parts; smaller ones are in the head. */
export const MIN_RANGED_BYTES = 4096;

/** Valid file names in a directory. */
const FILE_NAME = /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/;

const MAGIC = "termpack";
const VERSION = 1;

/** A part of a file, in bytes. */
export interface PackPiece {
  readonly file: number;
  readonly from: number;
  readonly to: number;
}

/** The unit of a request: compressed pieces, concatenated. */
export interface PackChunk {
  readonly pack: number;
  /** The offset of the chunk in its pack. */
  readonly start: number;
  readonly bytes: number;
  readonly pieces: readonly PackPiece[];
}

/** A file by name, with its length. */
export interface PackFile {
  readonly name: string;
  readonly bytes: number;
}

/** The locations of all chunks, and what opening the index needs. */
export interface PackHead {
  readonly files: readonly PackFile[];
  readonly packs: readonly PackFile[];
  readonly chunks: readonly PackChunk[];
  /** Pieces that are in the head, and their concatenated bytes. */
  readonly opening: readonly PackPiece[];
  readonly content: Uint8Array;
}

/** Encodes a head, not compressed. */
export function encodeHead({ files, packs, chunks, opening, content }: PackHead): Uint8Array {
  const out = new GrowingBytes();
  out.appendString(MAGIC);
  out.appendVarint(VERSION);
  for (const list of [files, packs]) {
    out.appendVarint(list.length);
    for (const { name, bytes } of list) {
      out.appendString(name);
      out.appendVarint(bytes);
    }
  }
  out.appendVarint(chunks.length);
  let before: readonly PackPiece[] = [];
  for (const { pack, bytes, pieces } of chunks) {
    out.appendVarint(pack);
    out.appendVarint(bytes);
    writePieces(out, pieces, before);
    before = pieces;
  }
  writePieces(out, opening, []);
  out.append(content);
  return out.view().slice();
}

function writePieces(
  out: GrowingBytes,
  pieces: readonly PackPiece[],
  before: readonly PackPiece[],
): void {
  out.appendVarint(pieces.length);
  for (const [i, { file, from, to }] of pieces.entries()) {
    out.appendVarint(file);
    out.appendSigned(from / PACK_PAGE - countPages(before[i]?.to ?? 0));
    out.appendVarint(countPages(to) - from / PACK_PAGE);
  }
}

/** Decodes a head. Fails with `CORRUPT_INDEX` on anything else. */
export function decodeHead(bytes: Uint8Array, name: string): PackHead {
  const reader = new ByteReader(bytes, name);
  const text = (): string => decodeText(reader.bytes(reader.varint()));
  const isHead = bytes[0] === MAGIC.length && text() === MAGIC;
  if (!isHead || reader.varint() !== VERSION) {
    throw reader.corrupt("not the head of a pack that this release can read");
  }
  const file = (): PackFile => {
    const name = text();
    if (!FILE_NAME.test(name)) throw reader.corrupt("a file without a proper name");
    return { name, bytes: reader.varint() };
  };
  const list = (): PackFile[] => Array.from({ length: readCount(reader) }, file);
  const files = list();
  const packs = list();
  const ends = packs.map(() => 0);
  const chunks: PackChunk[] = [];
  let before: readonly PackPiece[] = [];
  for (let remaining = readCount(reader); remaining > 0; remaining--) {
    const pack = reader.varint();
    const length = reader.varint();
    const start = ends[pack];
    if (start === undefined || start + length > (packs[pack]?.bytes ?? 0)) {
      throw reader.corrupt("a chunk outside its pack");
    }
    ends[pack] = start + length;
    before = readPieces(reader, files, before);
    chunks.push({ pack, start, bytes: length, pieces: before });
  }
  const opening = readPieces(reader, files, []);
  const content = reader.bytes(opening.reduce((sum, { from, to }) => sum + to - from, 0));
  if (reader.at !== reader.end) throw reader.corrupt("something follows the head of a pack");
  return { files, packs, chunks, opening, content };
}

/** Reads a count of items that take at least one byte each. */
function readCount(reader: ByteReader): number {
  const count = reader.varint();
  if (count > reader.end - reader.at) throw reader.corrupt("the head ends too soon");
  return count;
}

function readPieces(
  reader: ByteReader,
  files: readonly PackFile[],
  before: readonly PackPiece[],
): PackPiece[] {
  return Array.from({ length: readCount(reader) }, (_, i) => {
    const file = reader.varint();
    const size = files[file]?.bytes ?? -1;
    const from = PACK_PAGE * (reader.signed() + countPages(before[i]?.to ?? 0));
    const to = Math.min(from + PACK_PAGE * reader.varint(), size);
    if (from < 0 || to <= from) throw reader.corrupt("a piece outside its file");
    return { file, from, to };
  });
}

/** The number of pages up to an offset. */
export function countPages(bytes: number): number {
  return Math.ceil(bytes / PACK_PAGE);
}

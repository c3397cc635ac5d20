/**
 * Packs an index for a web server: few files, cut into compressed chunks that contain what one
 * search reads together (pack-head.ts describes the layout).
 *
 *   opening.pack  the head, with everything that opening the index reads
 *   words.pack    dictionary and lists, by words
 *   texts.pack    the stored fields of documents
 *   rest.pack     rarely read data: positions, the forward index, bounds of scores
 */

import { concatenate } from "../../common/bytes/index.ts";
import type { Directory, OpenFile } from "../../storage/directory.ts";
import { MemoryDirectory } from "../../storage/memory-directory.ts";
import { PACK_HEADER_FILE } from "../../storage/pack-header-file.ts";
import { COMMIT_FILE, indexNotFound, listFileNames, readCommit } from "../commits/commit.ts";
import {
  countPages,
  encodeHead,
  MIN_RANGED_BYTES,
  PACK_PAGE,
  type PackChunk,
  type PackPiece,
} from "../packed/pack-head.ts";
import { deflate } from "../packed/zlib.ts";
import { Segment } from "../segments/segment.ts";
import { IndexSnapshot } from "../snapshots/index-snapshot.ts";
import { groupWords } from "./group-words.ts";
import { reblockIndex } from "./reblock-index.ts";

/** Bytes that belong to no group are cut into pieces of this length. */
const REST_CHUNK_BYTES = 1 << 14;

const PACKS = ["words.pack", "texts.pack", "rest.pack"] as const;
const [WORDS, TEXTS, REST] = [0, 1, 2];

/** A chunk to write: its pack and its pieces. */
interface PlannedChunk {
  readonly pack: number;
  readonly pieces: readonly PackPiece[];
}

/** The files of a packed index by name. The same index yields the same bytes. */
export async function packIndex(index: Directory): Promise<ReadonlyMap<string, Uint8Array>> {
  const directory = await reblockIndex(index);
  const commit = await readCommit(directory);
  if (commit === undefined) throw indexNotFound(directory);
  const names = [...listFileNames(commit), COMMIT_FILE];
  const contents = new Map<string, Uint8Array>();
  for (const name of names) contents.set(name, await directory.read(name));
  const readContent = (file: number): Uint8Array =>
    contents.get(names[file] as string) as Uint8Array;
  const toPiece = (name: string, { from, to }: { from: number; to: number }): PackPiece => {
    const file = names.indexOf(name);
    const start = PACK_PAGE * Math.floor(from / PACK_PAGE);
    return {
      file,
      from: start,
      to: Math.min(PACK_PAGE * countPages(to), readContent(file).length),
    };
  };

  const planned: PlannedChunk[] = [];
  for (const record of commit.segments) {
    const segment = await Segment.open(directory, record, commit.indexId);
    for (const ranges of groupWords(segment)) {
      const pieces = ranges.map((range) => toPiece(record.files[range.file].name, range));
      planned.push({ pack: WORDS, pieces: mergePieces(pieces) });
    }
    const { stored: file } = record.files;
    if (file === undefined) continue;
    const stored = await segment.readStoredFields();
    for (let block = 0; block < stored.blockCount; block++) {
      planned.push({ pack: TEXTS, pieces: [toPiece(file.name, stored.byteRange(block))] });
    }
  }
  const reads = await recordOpeningReads(contents);
  const opening = mergePieces(reads.map(({ name, ...range }) => toPiece(name, range)));
  const lengths = names.map((_, file) => readContent(file).length);
  const covered = [...planned.flatMap(({ pieces }) => pieces), ...opening];
  for (const piece of findUncovered(lengths, covered))
    planned.push({ pack: REST, pieces: [piece] });

  const concatPieces = (pieces: readonly PackPiece[]): Uint8Array =>
    concatenate(pieces.map(({ file, from, to }) => readContent(file).subarray(from, to)));
  const isInHead = (piece: PackPiece): boolean => opening.some((each) => isWithin(piece, each));
  const packs: Uint8Array[][] = PACKS.map(() => []);
  const ends = PACKS.map(() => 0);
  const chunks: PackChunk[] = [];
  for (const { pack, pieces } of planned) {
    if (pieces.every(isInHead)) continue; // a small index fits into the head
    const packed = await deflate(concatPieces(pieces));
    const start = ends[pack] as number;
    chunks.push({ pack, start, bytes: packed.length, pieces });
    ends[pack] = start + packed.length;
    packs[pack]?.push(packed);
  }
  const head = encodeHead({
    files: names.map((name, file) => ({ name, bytes: lengths[file] as number })),
    packs: PACKS.map((name, pack) => ({ name, bytes: ends[pack] as number })),
    chunks,
    opening,
    content: concatPieces(opening),
  });
  const files = new Map([[PACK_HEADER_FILE, await deflate(head)]]);
  for (const [pack, name] of PACKS.entries()) {
    if (ends[pack] !== 0) files.set(name, concatenate(packs[pack] ?? []));
  }
  return files;
}

function isWithin(piece: PackPiece, { file, from, to }: PackPiece): boolean {
  return piece.file === file && piece.from >= from && piece.to <= to;
}

/** Sorts pieces and joins those that overlap or touch. */
function mergePieces(pieces: readonly PackPiece[]): readonly PackPiece[] {
  const sorted = pieces
    .filter(({ from, to }) => to > from)
    .sort((a, b) => a.file - b.file || a.from - b.from);
  const result: { file: number; from: number; to: number }[] = [];
  for (const { file, from, to } of sorted) {
    const last = result.at(-1);
    if (last?.file === file && from <= last.to) last.to = Math.max(last.to, to);
    else result.push({ file, from, to });
  }
  return result;
}

/** The ranges of the files that no piece covers, cut into pieces of limited length. */
function findUncovered(lengths: readonly number[], pieces: readonly PackPiece[]): PackPiece[] {
  const rest: PackPiece[] = [];
  const all = mergePieces(pieces);
  for (const [file, length] of lengths.entries()) {
    let at = 0;
    const gap = (end: number): void => {
      for (; at < end; at = Math.min(at + REST_CHUNK_BYTES, end)) {
        rest.push({ file, from: at, to: Math.min(at + REST_CHUNK_BYTES, end) });
      }
    };
    for (const piece of all.filter((each) => each.file === file)) {
      gap(piece.from);
      at = Math.max(at, piece.to);
    }
    gap(length);
  }
  return rest;
}

/** A range of a file that was read. */
interface RecordedRead {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Records, by opening the index, all ranges that are read before a first search, and by a search
 * that shows and filters hits. They become the head of the pack.
 */
async function recordOpeningReads(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<readonly RecordedRead[]> {
  const directory = new RecordingDirectory(files);
  const snapshot = await IndexSnapshot.open(directory);
  for (const { segment } of snapshot.parts) {
    await segment.columns();
    if (segment.record.files.stored !== undefined) await segment.storedFields();
  }
  await snapshot.close();
  return directory.reads;
}

/** Files in memory that are read like those of a pack. */
class RecordingDirectory extends MemoryDirectory implements Directory {
  readonly isRemote = true;
  readonly rangeThreshold: number = MIN_RANGED_BYTES;
  readonly reads: RecordedRead[] = [];

  override async read(name: string): Promise<Uint8Array> {
    return this.#record(name, await super.read(name));
  }

  override async readShared(name: string): Promise<Uint8Array> {
    return this.#record(name, await super.readShared(name));
  }

  override async openFile(name: string): Promise<OpenFile> {
    const { size, read, readShared, readInto, close } = await super.openFile(name);
    const record = (from: number, to: number): void => void this.reads.push({ name, from, to });
    return {
      size,
      close,
      pageBytes: PACK_PAGE,
      read: (start, length) => {
        record(start, Math.min(start + length, size));
        return read(start, length);
      },
      readShared: () => {
        record(0, size);
        return readShared();
      },
      readInto: (target, start) => {
        record(start, start + target.length);
        return readInto(target, start);
      },
    };
  }

  #record(name: string, bytes: Uint8Array): Uint8Array {
    this.reads.push({ name, from: 0, to: bytes.length });
    return bytes;
  }
}

/**
 * The fetched bytes of the files of a pack. Ranges requested at the same time are fetched together,
 * and close chunks with one request. Everything that a fetched chunk contains is then available.
 */

import { corrupt } from "../../common/errors.ts";
import { ChunkSelector } from "./chunk-selector.ts";
import {
  countPages,
  PACK_PAGE,
  type PackChunk,
  type PackHead,
  type PackPiece,
} from "./pack-head.ts";
import { inflate } from "./zlib.ts";

/** Fetching a gap of this size takes less time than another request. */
const MAX_RANGE_GAP = 1 << 12;

/** Reads a range of a pack. */
export type PackReader = (pack: number, start: number, bytes: number) => Promise<Uint8Array>;

/** Files that are fetched chunk by chunk. */
export class PackedBytes {
  readonly #head: PackHead;
  readonly #read: PackReader;
  readonly #selector: ChunkSelector;
  readonly #files: readonly SparseBytes[];
  readonly #pending = new Map<number, Promise<void>>();
  #requested: PackPiece[] = [];
  #fetching: Promise<void> | undefined;

  constructor(head: PackHead, read: PackReader) {
    this.#head = head;
    this.#read = read;
    this.#selector = new ChunkSelector(head.chunks);
    this.#files = head.files.map(({ bytes }) => new SparseBytes(bytes));
    this.#store(head.opening, head.content);
  }

  /** A copy of a range of a file, fetched if necessary. */
  async slice(range: PackPiece): Promise<Uint8Array> {
    if (!this.#has(range)) {
      this.#requested.push(range);
      // Deferred, so that all ranges requested in this turn are fetched together.
      this.#fetching ??= Promise.resolve().then(() => this.#fetchRequested());
      await this.#fetching;
    }
    if (!this.#has(range)) {
      const name = this.#head.files[range.file]?.name ?? "";
      throw corrupt(name, range.from, "no chunk of the pack has this part");
    }
    return this.#file(range.file).slice(range.from, range.to);
  }

  async #fetchRequested(): Promise<void> {
    const missingRanges = this.#requested.flatMap((range) => this.#findMissing(range));
    this.#requested = [];
    this.#fetching = undefined;
    const selected = this.#selector.select(missingRanges, (chunk) => this.#pending.has(chunk));
    const waiting: Promise<void>[] = [];
    const missing: number[] = [];
    for (const chunk of selected) {
      const pending = this.#pending.get(chunk);
      if (pending === undefined) missing.push(chunk);
      else waiting.push(pending);
    }
    for (const run of this.#groupIntoRuns(missing)) {
      const fetching = this.#fetchRun(run).finally(() => {
        for (const chunk of run) this.#pending.delete(chunk);
      });
      for (const chunk of run) this.#pending.set(chunk, fetching);
      waiting.push(fetching);
    }
    await Promise.all(waiting);
  }

  /** Groups chunks into runs that one request fetches each. */
  #groupIntoRuns(chunks: readonly number[]): number[][] {
    const chunk = (number: number): PackChunk => this.#head.chunks[number] as PackChunk;
    const sorted = [...chunks].sort(
      (a, b) => chunk(a).pack - chunk(b).pack || chunk(a).start - chunk(b).start,
    );
    const runs: number[][] = [];
    for (const number of sorted) {
      const last = runs.at(-1);
      const before = last === undefined ? undefined : chunk(last.at(-1) as number);
      const isAdjacent =
        before?.pack === chunk(number).pack &&
        chunk(number).start - (before.start + before.bytes) <= MAX_RANGE_GAP;
      if (isAdjacent) last?.push(number);
      else runs.push([number]);
    }
    return runs;
  }

  async #fetchRun(run: readonly number[]): Promise<void> {
    const chunks = run.map((number) => this.#head.chunks[number] as PackChunk);
    const { pack, start } = chunks[0] as PackChunk;
    const last = chunks.at(-1) as PackChunk;
    const packed = await this.#read(pack, start, last.start + last.bytes - start);
    const name = this.#head.packs[pack]?.name ?? "";
    const inflating = chunks.map(async (chunk) => {
      const at = chunk.start - start;
      const length = chunk.pieces.reduce((sum, { from, to }) => sum + to - from, 0);
      const compressed = packed.subarray(at, at + chunk.bytes);
      const bytes = await inflate(compressed, name, chunk.start, length);
      if (bytes.length !== length) throw corrupt(name, chunk.start, "a chunk of another length");
      this.#store(chunk.pieces, bytes);
    });
    await Promise.all(inflating);
  }

  #store(pieces: readonly PackPiece[], bytes: Uint8Array): void {
    let at = 0;
    for (const { file, from, to } of pieces) {
      this.#file(file).set(bytes.subarray(at, at + to - from), from);
      at += to - from;
    }
  }

  #has(range: PackPiece): boolean {
    return this.#findMissing(range).length === 0;
  }

  #findMissing({ file, from, to }: PackPiece): PackPiece[] {
    return this.#file(file)
      .findMissing(from, to)
      .map((part) => ({ file, ...part }));
  }

  #file(file: number): SparseBytes {
    return this.#files[file] as SparseBytes;
  }
}

/** Memory is allocated in blocks of this size, a multiple of the page size. */
const BLOCK_BYTES = 1 << 14;

/** The bytes of a file of which only some pages are present. Memory is allocated for fetched pages alone. */
class SparseBytes {
  readonly #size: number;
  readonly #blocks = new Map<number, Uint8Array>();
  /** 1 for each page that is present. */
  readonly #present: Uint8Array;

  /** `size` is the length of the file. */
  constructor(size: number) {
    this.#size = size;
    this.#present = new Uint8Array(countPages(size));
  }

  /** Stores bytes at an offset that starts a page. They end at the end of a page or of the file. */
  set(bytes: Uint8Array, at: number): void {
    this.#eachBlock(at, at + bytes.length, (block, from, to, start) => {
      this.#block(block).set(bytes.subarray(from - at, to - at), from - start);
    });
    this.#present.fill(1, at / PACK_PAGE, countPages(at + bytes.length));
  }

  /** A copy of a range that is present. */
  slice(from: number, to: number): Uint8Array {
    const bytes = new Uint8Array(to - from);
    this.#eachBlock(from, to, (block, first, last, start) => {
      bytes.set(this.#block(block).subarray(first - start, last - start), first - from);
    });
    return bytes;
  }

  /** The parts of a range whose pages are missing. */
  findMissing(from: number, to: number): { readonly from: number; readonly to: number }[] {
    const end = countPages(Math.min(to, this.#size));
    const parts: { from: number; to: number }[] = [];
    for (let page = Math.floor(from / PACK_PAGE); ; ) {
      const first = this.#present.indexOf(0, page);
      if (first < 0 || first >= end) return parts;
      const next = this.#present.indexOf(1, first);
      page = next < 0 ? end : Math.min(next, end);
      parts.push({ from: PACK_PAGE * first, to: Math.min(PACK_PAGE * page, to) });
    }
  }

  #block(block: number): Uint8Array {
    const bytes = this.#blocks.get(block) ?? new Uint8Array(BLOCK_BYTES);
    this.#blocks.set(block, bytes);
    return bytes;
  }

  /**
   * Calls `each` with every block of a range, the part of the range in it, and the start of the
   * block.
   */
  #eachBlock(
    from: number,
    to: number,
    each: (block: number, from: number, to: number, start: number) => void,
  ): void {
    for (let at = from; at < to; ) {
      const block = Math.floor(at / BLOCK_BYTES);
      const end = Math.min(to, (block + 1) * BLOCK_BYTES);
      each(block, at, end, block * BLOCK_BYTES);
      at = end;
    }
  }
}

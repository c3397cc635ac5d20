/**
 * The bytes of the files of a pack, as far as they are here. What is asked for
 * at the same time is fetched together, chunks that lie near one another with
 * one request, and whatever else a chunk has is here from then on.
 */

import { corrupt } from "../../common/errors.ts";
import { ChunkSelector } from "./chunk-selector.ts";
import type { PackChunk, PackHead, PackPiece } from "./pack-head.ts";
import { SparseBytes } from "./sparse-bytes.ts";
import { inflate } from "./zlib.ts";

/** Fetching fewer bytes than these takes less time than another request. */
const MAX_RANGE_GAP = 1 << 12;

/** Reads a part of a pack. */
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

  /** A copy of a range of a file, fetched before if it is not here. */
  async slice(range: PackPiece): Promise<Uint8Array> {
    if (!this.#has(range)) {
      this.#requested.push(range);
      // Not at once: what others ask for in this turn is fetched with it.
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
    const chosen = this.#selector.select(missingRanges, (chunk) => this.#pending.has(chunk));
    const waiting: Promise<void>[] = [];
    const missing: number[] = [];
    for (const chunk of chosen) {
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

  /** Chunks in runs that one request fetches each. */
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
      const bytes = await inflate(packed.subarray(at, at + chunk.bytes), name, chunk.start);
      const length = chunk.pieces.reduce((sum, { from, to }) => sum + to - from, 0);
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

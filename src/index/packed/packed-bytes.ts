/**
 * The bytes of the files of a pack, as far as they are here. What is asked for
 * at the same time is fetched together, chunks that lie near one another with
 * one request, and whatever else a chunk has is here from then on.
 */

import { corrupt } from "../../common/errors.ts";
import { ChunkChoice } from "./chunk-choice.ts";
import type { PackChunk, PackHead, PackPiece } from "./pack-head.ts";
import { SparseBytes } from "./sparse-bytes.ts";
import { inflated } from "./zlib.ts";

/** Fetching fewer bytes than these takes less time than another request. */
const JOINED_GAP = 1 << 12;

/** Reads a part of a pack. */
export type PackReader = (pack: number, start: number, bytes: number) => Promise<Uint8Array>;

/** Files that are fetched chunk by chunk. */
export class PackedBytes {
  readonly #head: PackHead;
  readonly #read: PackReader;
  readonly #choice: ChunkChoice;
  readonly #files: readonly SparseBytes[];
  readonly #coming = new Map<number, Promise<void>>();
  #wanted: PackPiece[] = [];
  #fetching: Promise<void> | undefined;

  constructor(head: PackHead, read: PackReader) {
    this.#head = head;
    this.#read = read;
    this.#choice = new ChunkChoice(head.chunks);
    this.#files = head.files.map(({ bytes }) => new SparseBytes(bytes));
    this.#place(head.opening, head.content);
  }

  /** A copy of a range of a file, fetched before if it is not here. */
  async slice(range: PackPiece): Promise<Uint8Array> {
    if (!this.#has(range)) {
      this.#wanted.push(range);
      // Not at once: what others ask for in this turn is fetched with it.
      this.#fetching ??= Promise.resolve().then(() => this.#fetchWanted());
      await this.#fetching;
    }
    if (!this.#has(range)) {
      const name = this.#head.files[range.file]?.name ?? "";
      throw corrupt(name, range.from, "no chunk of the pack has this part");
    }
    return this.#file(range.file).slice(range.from, range.to);
  }

  async #fetchWanted(): Promise<void> {
    const wanted = this.#wanted.flatMap((range) => this.#missing(range));
    this.#wanted = [];
    this.#fetching = undefined;
    const chosen = this.#choice.chosen(wanted, (chunk) => this.#coming.has(chunk));
    const waiting: Promise<void>[] = [];
    const missing: number[] = [];
    for (const chunk of chosen) {
      const coming = this.#coming.get(chunk);
      if (coming === undefined) missing.push(chunk);
      else waiting.push(coming);
    }
    for (const run of this.#runs(missing)) {
      const fetching = this.#fetchRun(run).finally(() => {
        for (const chunk of run) this.#coming.delete(chunk);
      });
      for (const chunk of run) this.#coming.set(chunk, fetching);
      waiting.push(fetching);
    }
    await Promise.all(waiting);
  }

  /** Chunks in runs that one request fetches each. */
  #runs(chunks: readonly number[]): number[][] {
    const chunk = (number: number): PackChunk => this.#head.chunks[number] as PackChunk;
    const sorted = [...chunks].sort(
      (a, b) => chunk(a).pack - chunk(b).pack || chunk(a).start - chunk(b).start,
    );
    const runs: number[][] = [];
    for (const number of sorted) {
      const last = runs.at(-1);
      const before = last === undefined ? undefined : chunk(last.at(-1) as number);
      const isNear =
        before?.pack === chunk(number).pack &&
        chunk(number).start - (before.start + before.bytes) <= JOINED_GAP;
      if (isNear) last?.push(number);
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
    const restoring = chunks.map(async (chunk) => {
      const at = chunk.start - start;
      const bytes = await inflated(packed.subarray(at, at + chunk.bytes), name, chunk.start);
      const length = chunk.pieces.reduce((sum, { from, to }) => sum + to - from, 0);
      if (bytes.length !== length) throw corrupt(name, chunk.start, "a chunk of another length");
      this.#place(chunk.pieces, bytes);
    });
    await Promise.all(restoring);
  }

  #place(pieces: readonly PackPiece[], bytes: Uint8Array): void {
    let at = 0;
    for (const { file, from, to } of pieces) {
      this.#file(file).set(bytes.subarray(at, at + to - from), from);
      at += to - from;
    }
  }

  #has(range: PackPiece): boolean {
    return this.#missing(range).length === 0;
  }

  #missing({ file, from, to }: PackPiece): PackPiece[] {
    return this.#file(file)
      .missing(from, to)
      .map((part) => ({ file, ...part }));
  }

  #file(file: number): SparseBytes {
    return this.#files[file] as SparseBytes;
  }
}

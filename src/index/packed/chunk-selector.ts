/**
 * Selects the chunks to fetch for ranges of files that are requested together.
 *
 * A range that lies in one chunk is fetched with it. If several chunks contain it, one that is
 * fetched anyway is preferred, then the smallest; ranges with the fewest candidates are assigned
 * first. A longer range is covered from left to right by the chunks that reach farthest.
 */

import type { PackChunk, PackPiece } from "./pack-head.ts";

/** A piece and the number of its chunk. */
interface ChunkPiece extends PackPiece {
  readonly chunk: number;
}

/** Selects among the chunks of a pack. */
export class ChunkSelector {
  readonly #chunks: readonly PackChunk[];
  readonly #byFile = new Map<number, ChunkPiece[]>();

  constructor(chunks: readonly PackChunk[]) {
    this.#chunks = chunks;
    for (const [chunk, { pieces }] of chunks.entries()) {
      for (const piece of pieces) {
        const pieces = this.#byFile.get(piece.file) ?? [];
        this.#byFile.set(piece.file, pieces);
        pieces.push({ ...piece, chunk });
      }
    }
  }

  /** The numbers of chunks that cover all `requested` ranges, including chunks in flight. */
  select(
    requested: readonly PackPiece[],
    isPending: (chunk: number) => boolean,
  ): ReadonlySet<number> {
    const selected = new Set<number>();
    const choices = requested.map((range) => ({ range, having: this.#findContaining(range) }));
    choices.sort((a, b) => a.having.length - b.having.length);
    for (const { range, having: containing } of choices) {
      if (containing.length === 0) {
        for (const chunk of this.#cover(range)) selected.add(chunk);
        continue;
      }
      const alreadyFetched = containing.find((chunk) => selected.has(chunk) || isPending(chunk));
      selected.add(alreadyFetched ?? this.#findSmallest(containing));
    }
    return selected;
  }

  /** Chunks that contain all of a range. */
  #findContaining({ file, from, to }: PackPiece): number[] {
    const pieces = this.#byFile.get(file) ?? [];
    return pieces.filter((piece) => piece.from <= from && piece.to >= to).map(({ chunk }) => chunk);
  }

  #findSmallest(chunks: readonly number[]): number {
    const bytes = (chunk: number): number => this.#chunks[chunk]?.bytes ?? 0;
    return chunks.reduce((best, chunk) => (bytes(chunk) < bytes(best) ? chunk : best));
  }

  /** Chunks that cover a range together; incomplete if no chunk contains a part of it. */
  #cover({ file, from, to }: PackPiece): number[] {
    const pieces = this.#byFile.get(file) ?? [];
    const cover: number[] = [];
    for (let at = from; at < to; ) {
      let best: ChunkPiece | undefined;
      for (const piece of pieces) {
        if (piece.from <= at && piece.to > (best?.to ?? at)) best = piece;
      }
      if (best === undefined) break;
      cover.push(best.chunk);
      at = best.to;
    }
    return cover;
  }
}

/**
 * Which chunks to fetch for ranges of files that are wanted together.
 *
 * A range that one chunk has whole comes with it. Where several have it, one that
 * is fetched anyway is taken, else the smallest; ranges with the least choice
 * choose first. A longer range is covered from left to right by what reaches
 * farthest.
 */

import type { PackChunk, PackPiece } from "./pack-head.ts";

/** A piece and the number of its chunk. */
interface ChunkPiece extends PackPiece {
  readonly chunk: number;
}

/** Chooses among the chunks of a pack. */
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

  /** The numbers of chunks that have all of `wanted`, those on their way among them. */
  select(
    requested: readonly PackPiece[],
    isPending: (chunk: number) => boolean,
  ): ReadonlySet<number> {
    const chosen = new Set<number>();
    const choices = requested.map((range) => ({ range, having: this.#findContaining(range) }));
    choices.sort((a, b) => a.having.length - b.having.length);
    for (const { range, having: containing } of choices) {
      if (containing.length === 0) {
        for (const chunk of this.#cover(range)) chosen.add(chunk);
        continue;
      }
      const alreadyFetched = containing.find((chunk) => chosen.has(chunk) || isPending(chunk));
      chosen.add(alreadyFetched ?? this.#findSmallest(containing));
    }
    return chosen;
  }

  /** Chunks that have all of a range. */
  #findContaining({ file, from, to }: PackPiece): number[] {
    const pieces = this.#byFile.get(file) ?? [];
    return pieces.filter((piece) => piece.from <= from && piece.to >= to).map(({ chunk }) => chunk);
  }

  #findSmallest(chunks: readonly number[]): number {
    const bytes = (chunk: number): number => this.#chunks[chunk]?.bytes ?? 0;
    return chunks.reduce((best, chunk) => (bytes(chunk) < bytes(best) ? chunk : best));
  }

  /** Chunks that have a range together; fewer where no chunk has a part of it. */
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

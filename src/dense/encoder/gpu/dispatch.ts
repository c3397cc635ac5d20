/** Kernels that are bound to their buffers, and batches in the layout that they read. */

import { QUERY_BLOCK } from "./attention-kernel.ts";

/** One kernel with its buffers, and its workgroups for a batch. */
export interface Dispatch {
  /** What it computes, such as `inner`. */
  readonly name: string;
  readonly pipeline: GPUComputePipeline;
  readonly group: GPUBindGroup;
  count(batch: BatchSize): readonly [number, number];
  /** Of two kernels for the same step, whether this one suits the batch. */
  readonly fits?: ((batch: BatchSize) => boolean) | undefined;
}

export interface BatchSize {
  /** Tokens of all texts. */
  readonly rows: number;
  /** Blocks of queries. */
  readonly blocks: number;
  readonly texts: number;
}

export interface PackedBatch extends BatchSize {
  /** The piece and the position of each row. */
  readonly tokens: Uint32Array<ArrayBuffer>;
  /** First row and end of the text, and the first query, of each block. */
  readonly blockTable: Uint32Array<ArrayBuffer>;
  readonly offsets: Uint32Array<ArrayBuffer>;
}

/** Pieces with their positions, blocks of queries, and the offsets of texts. */
export function packBatch(sequences: readonly Int32Array[]): PackedBatch {
  const rows = sequences.reduce((sum, { length }) => sum + length, 0);
  const tokens = new Uint32Array(2 * rows);
  const offsets = new Uint32Array(sequences.length + 1);
  const blocks: number[] = [];
  let row = 0;
  for (const [text, sequence] of sequences.entries()) {
    const end = row + sequence.length;
    offsets[text + 1] = end;
    for (let first = row; first < end; first += QUERY_BLOCK) blocks.push(row, end, first, 0);
    for (let position = 0; position < sequence.length; position++, row++) {
      tokens[2 * row] = sequence[position] as number;
      tokens[2 * row + 1] = position;
    }
  }
  const blockTable = Uint32Array.from(blocks);
  const size = { rows, blocks: blocks.length / 4, texts: sequences.length };
  return { ...size, tokens, blockTable, offsets };
}

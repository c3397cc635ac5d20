/**
 * Writes the stored fields of a segment as `writeStoredFields` does, with the same bytes, in pieces
 * of many blocks, so that several threads can compress them side by side.
 */

import { shareableBytes } from "../../common/bytes/index.ts";
import type { FrameWriter } from "./frame-writer.ts";
import { BLOCK_BYTES, BlockTable, type StoredRecords } from "./stored-fields-writer.ts";

/** Blocks to compress. Both arrays may be shared with another thread. */
export interface CompressionInput {
  readonly dictionary: Uint8Array;
  /** The blocks, concatenated. */
  readonly input: Uint8Array;
  /** The end of each block in `input`. */
  readonly ends: Uint32Array;
  /** Receives the compressed blocks, concatenated. */
  readonly output: Uint8Array;
}

/** Compresses pieces, several at a time. */
export interface BlockCompressor {
  /** Number of pieces to keep in flight. */
  readonly width: number;
  /** Returns the end of each compressed block in `output`. */
  compress(piece: CompressionInput): Promise<Uint32Array>;
}

/** The encoded fields of all documents of a segment. */
export interface RecordSource {
  readonly dictionary: Uint8Array;
  batches(): AsyncIterable<StoredRecords> | Iterable<StoredRecords>;
}

const PIECE_BYTES = 1 << 19;

/** Writes documents with the dictionary of the source. */
export async function writeStoredPieces(
  frame: FrameWriter,
  source: RecordSource,
  { width, compress }: BlockCompressor,
): Promise<void> {
  const plainDictionary = source.dictionary;
  const dictionary = shareBytes(plainDictionary);
  const table = new BlockTable();
  const unused = Array.from({ length: width }, () => new PieceMemory());
  const inFlight: Promise<CompressedPiece>[] = [];
  const receive = async (): Promise<void> => {
    const { piece, ends, memory } = await (inFlight.shift() as Promise<CompressedPiece>);
    piece.addTo(table, ends);
    await frame.append(memory.output.subarray(0, ends.at(-1) ?? 0));
    unused.push(memory);
  };
  const send = async (piece: Piece): Promise<void> => {
    if (unused.length === 0) await receive();
    const memory = unused.pop() as PieceMemory;
    const compressed = compress({ dictionary, ...memory.fill(piece), ends: piece.ends() });
    const result = compressed.then((ends) => ({ piece, ends, memory }));
    result.catch(() => {}); // reported by `receive`
    inFlight.push(result);
  };
  let documents = 0;
  let piece = new Piece();
  for await (const { bytes, ends } of source.batches()) {
    let [start, from] = [0, 0];
    for (const end of ends) {
      piece.addRecord(documents++, end - start);
      start = end;
      if (!piece.isFull) continue;
      piece.append(bytes.subarray(from, end));
      from = end;
      await send(piece);
      piece = new Piece();
    }
    piece.append(bytes.subarray(from));
  }
  piece.end();
  await send(piece);
  while (inFlight.length > 0) await receive();
  await table.write(frame, documents, plainDictionary);
}

interface CompressedPiece {
  readonly piece: Piece;
  readonly ends: Uint32Array;
  readonly memory: PieceMemory;
}

/** Consecutive blocks. */
class Piece {
  readonly #parts: Uint8Array[] = [];
  /** The first document and the end of each block. */
  readonly #firsts: number[] = [];
  readonly #ends: number[] = [];
  /** The first document of the block under construction, and its end so far. */
  #first = -1;
  #length = 0;

  /** Whether the last block has ended and the piece is large enough. */
  get isFull(): boolean {
    return this.#first < 0 && this.#length >= PIECE_BYTES;
  }

  get length(): number {
    return this.#length;
  }

  addRecord(document: number, bytes: number): void {
    if (this.#first < 0) this.#first = document;
    this.#length += bytes;
    if (this.#length - (this.#ends.at(-1) ?? 0) >= BLOCK_BYTES) this.end();
  }

  /** Ends the block under construction. */
  end(): void {
    if (this.#first < 0) return;
    this.#firsts.push(this.#first);
    this.#ends.push(this.#length);
    this.#first = -1;
  }

  append(bytes: Uint8Array): void {
    this.#parts.push(bytes);
  }

  ends(): Uint32Array {
    return Uint32Array.from(this.#ends);
  }

  copyTo(bytes: Uint8Array): void {
    let at = 0;
    for (const part of this.#parts) {
      bytes.set(part, at);
      at += part.length;
    }
    this.#parts.length = 0;
  }

  addTo(table: BlockTable, compressedEnds: Uint32Array): void {
    for (let i = 0; i < this.#ends.length; i++) {
      const raw = (this.#ends[i] as number) - (this.#ends[i - 1] ?? 0);
      const compressed = (compressedEnds[i] as number) - (compressedEnds[i - 1] ?? 0);
      table.add(this.#firsts[i] as number, raw, compressed);
    }
  }
}

/** Memory for one piece after another. */
class PieceMemory {
  #input: Uint8Array = new Uint8Array(0);
  #output: Uint8Array = new Uint8Array(0);

  get output(): Uint8Array {
    return this.#output;
  }

  fill(piece: Piece): Pick<CompressionInput, "input" | "output"> {
    if (this.#input.length < piece.length) {
      const capacity = Math.max(piece.length, PIECE_BYTES + (PIECE_BYTES >> 3));
      this.#input = shareableBytes(capacity);
      // A block grows by one byte in 255 and a few more.
      this.#output = shareableBytes(capacity + (capacity >> 5));
    }
    piece.copyTo(this.#input);
    return { input: this.#input, output: this.#output };
  }
}

function shareBytes(bytes: Uint8Array): Uint8Array {
  const shared = shareableBytes(bytes.length);
  shared.set(bytes);
  return shared;
}

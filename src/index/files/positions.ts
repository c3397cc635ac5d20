/**
 * The positions of the terms of a segment in their documents.
 *
 *   section 0  for each posting of each list its positions: the number of
 *              positions skipped since the one before, or since -1, as LEB128
 *   section 1  where the positions of each full posting block end, as packed deltas
 */

import type { GrowingWords } from "../../common/bytes/index.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { unpackDeltas } from "../encoding/packed-numbers.ts";
import type { TermEntry } from "./dictionary.ts";
import { checkSections } from "./file-section.ts";
import { needAll } from "./page-fault.ts";
import { readSection, type SlicedFrame, type SlicedSection } from "./sliced-section.ts";

export class Positions {
  readonly #bytes: SlicedSection;
  readonly #ends: SlicedSection;
  readonly #blocks: number;
  #blockEnds: Uint32Array | undefined;

  constructor(file: string, frame: SlicedFrame, blocks: number) {
    const sections = checkSections(file, frame, 2) as [SlicedSection, SlicedSection];
    this.#bytes = sections[0];
    this.#ends = sections[1];
    this.#blocks = blocks;
    // For a remote file they are fetched with the first positions, which few searches read.
    if (sections[1].need === undefined) this.#unpackEnds();
  }

  #unpackEnds(): Uint32Array {
    this.#blockEnds ??= unpackDeltas(readSection(this.#ends), this.#blocks);
    return this.#blockEnds;
  }

  /** A reader of the positions of one block of a list, from its first posting on. */
  reader(entry: TermEntry, block: number): ByteReader {
    needAll([
      () => this.#ends.need?.(0, this.#ends.length),
      () => this.#bytes.need?.(entry.positionStart, entry.positionEnd),
    ]);
    const blockEnds = this.#unpackEnds();
    const full = Math.floor(entry.documentFrequency / BLOCK_SIZE);
    const first = entry.firstBlock;
    const from = (block === 0 ? entry.positionStart : blockEnds[first + block - 1]) as number;
    const to = (block < full ? blockEnds[first + block] : entry.positionEnd) as number;
    const { file, start } = this.#bytes;
    return new ByteReader(this.#bytes.slice(from, to), file, start + from);
  }
}

/** Skips the positions of one posting. */
export function skipPositions(reader: ByteReader, frequency: number): void {
  for (let i = 0; i < frequency; i++) reader.varint();
}

/** Appends the positions of one posting. */
export function appendPositions(reader: ByteReader, frequency: number, out: GrowingWords): void {
  let position = -1;
  for (let i = 0; i < frequency; i++) {
    position += reader.varint() + 1;
    out.push(position);
  }
}

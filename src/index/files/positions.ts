/**
 * Where the terms of a segment stand in their documents.
 *
 *   section 0  for each posting of each list its positions: the number of
 *              places skipped from the one before, or from -1, as LEB128
 *   section 1  where the positions of each full posting block end, as packed steps
 */

import type { GrowingWords } from "../../common/bytes/index.ts";
import { BLOCK_SIZE } from "../codes/bit-packing.ts";
import { ByteReader } from "../codes/byte-reader.ts";
import { unpackSteps } from "../codes/packed-numbers.ts";
import type { TermEntry } from "./dictionary.ts";
import type { Frame, Section } from "./file-frame.ts";
import { sectionsOf } from "./file-section.ts";

export class Positions {
  readonly #bytes: Section;
  readonly #blockEnds: Uint32Array;

  constructor(file: string, frame: Frame, blocks: number) {
    const sections = sectionsOf(file, frame, 2) as [Section, Section];
    this.#bytes = sections[0];
    this.#blockEnds = unpackSteps(sections[1], blocks);
  }

  /** Reads the positions of one block of a list from its first posting on. */
  reader(entry: TermEntry, block: number): ByteReader {
    const { file, start, bytes } = this.#bytes;
    const full = Math.floor(entry.documentFrequency / BLOCK_SIZE);
    const first = entry.firstBlock;
    const from = block === 0 ? entry.positionStart : this.#blockEnds[first + block - 1];
    const to = block < full ? this.#blockEnds[first + block] : entry.positionEnd;
    return new ByteReader(bytes, file, start, from as number, to as number);
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

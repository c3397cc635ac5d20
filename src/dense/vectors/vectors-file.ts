/**
 * The file of a segment's vectors:
 *
 *   section 0  JSON: the numbers of documents, dimensions and rows
 *   section 1  the end of each document's rows, as packed deltas
 *   section 2  the scale of each row, float32
 *   section 3  the int8 codes of each row, padded with zeros to a multiple of 16
 *
 * A row is a unit vector: number = code · scale, up to rounding. Its largest
 * code is 127 or -127.
 */

import { decodeText, encodeText } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { packDeltas } from "../../index/encoding/pack-numbers.ts";
import { unpackDeltas } from "../../index/encoding/packed-numbers.ts";
import type { Frame, Section } from "../../index/files/file-frame.ts";
import { checkSections, readWords } from "../../index/files/file-section.ts";
import type { FrameWriter } from "../../index/files/frame-writer.ts";
import { rowLength } from "./quantised-vectors.ts";
import { SegmentVectors } from "./segment-vectors.ts";

/** Consecutive rows of a segment. */
export interface RowRange {
  readonly vectors: SegmentVectors;
  readonly start: number;
  readonly end: number;
}

/** Writes the rows of all ranges. `ends` has one entry per document of the new segment. */
export async function writeVectors(
  frame: FrameWriter,
  dimensions: number,
  ends: Uint32Array,
  ranges: readonly RowRange[],
): Promise<void> {
  const header = { documents: ends.length, dimensions, rows: ends.at(-1) ?? 0 };
  await frame.section(encodeText(JSON.stringify(header)));
  await frame.section(packDeltas(ends));
  for (const { vectors, start, end } of ranges) {
    await frame.append(toBytes(vectors.scales.subarray(start, end)));
  }
  await frame.endSection();
  for (const { vectors, start, end } of ranges) {
    await frame.append(toBytes(vectors.sliceCodes(start, end)));
  }
  await frame.endSection();
}

function toBytes({ buffer, byteOffset, byteLength }: Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Reads the vectors of a segment with this number of documents. */
export function readVectors(
  file: string,
  frame: Frame,
  documents: number,
  dimensions: number,
): SegmentVectors {
  const [head, endsSection, scaleSection, codeSection] = checkSections(file, frame, 4) as [
    Section,
    Section,
    Section,
    Section,
  ];
  const rows = readRowCount(head, documents, dimensions);
  const ends = unpackDeltas(endsSection, documents);
  let before = 0;
  for (const end of ends) {
    if (end < before) throw corrupt(file, endsSection.start, "the ends of rows do not ascend");
    before = end;
  }
  if (before !== rows)
    throw corrupt(file, endsSection.start, `rows end at ${before}, not at ${rows}`);
  const { buffer, byteOffset } = readWords(scaleSection, rows);
  const scales = new Float32Array(buffer, byteOffset, rows);
  for (const scale of scales) {
    if (!(scale > 0 && scale < Infinity)) {
      throw corrupt(file, scaleSection.start, `the scale of a vector is ${scale}`);
    }
  }
  const { bytes } = codeSection;
  if (bytes.length !== rows * rowLength(dimensions)) {
    throw corrupt(file, codeSection.start, `${bytes.length} bytes of ${rows} vectors`);
  }
  const codes = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  return new SegmentVectors({ dimensions, codes, scales, ends });
}

/** The number of rows in the header, which must have these numbers of documents and dimensions. */
function readRowCount(
  { file, start, bytes }: Section,
  documents: number,
  dimensions: number,
): number {
  try {
    const header = JSON.parse(decodeText(bytes.slice())) as Record<string, unknown> | null;
    if (header?.documents !== documents) throw new Error(`not for ${documents} documents`);
    if (header.dimensions !== dimensions) throw new Error(`not of ${dimensions} dimensions`);
    const { rows } = header;
    if (!Number.isInteger(rows) || (rows as number) < 0 || (rows as number) > 0x7fffffff) {
      throw new Error("a number of rows that cannot be");
    }
    return rows as number;
  } catch (error) {
    throw corrupt(file, start, `not a header of vectors: ${(error as Error).message}`);
  }
}

/** `CORRUPT_INDEX` for a row whose largest code is not ±127, or whose padding is not zero. */
export function checkRows(file: string, { codes, scales, dimensions }: SegmentVectors): void {
  const length = rowLength(dimensions);
  for (let row = 0; row < scales.length; row++) {
    let largest = 0;
    for (let i = 0; i < length; i++) {
      const size = Math.abs(codes[row * length + i] as number);
      if (i >= dimensions && size > 0) throw corrupt(file, 0, `vector ${row} has a padding`);
      if (size > largest) largest = size;
    }
    if (largest !== 127) throw corrupt(file, 0, `the largest code of vector ${row} is ${largest}`);
  }
}

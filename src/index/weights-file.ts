/**
 * The weights of terms as a file of the index.
 *
 *   section 0  number of terms, u32 · what a missing term weighs, f32
 *   section 1  terms in byte order, front-coded
 *   section 2  their weights, f32
 */

import { corrupt } from "../common/errors.ts";
import type { Directory } from "../storage/directory.ts";
import { ByteReader } from "./byte-reader.ts";
import { decodeText, encodeText } from "./byte-strings.ts";
import { type FileRecord, type IndexId, openFrame, type Section } from "./file-frame.ts";
import { sectionsOf, wordsOf } from "./file-section.ts";
import { writeFrame } from "./frame-writer.ts";
import { FrontCoder, FrontDecoder, RESTART } from "./front-coding.ts";
import { bytesOf, GrowingBytes } from "./growing-arrays.ts";
import { TermWeights } from "./term-weights.ts";
import { sortByBytes } from "./text-order.ts";

export const WEIGHTS_FILE = "weights";

export function writeWeights(
  directory: Directory,
  weights: TermWeights,
  indexId: IndexId,
): Promise<FileRecord> {
  return writeFrame(directory, WEIGHTS_FILE, "weights", indexId, async (frame) => {
    const terms = [...weights.entries()].map(([term]) => term);
    const coder = new FrontCoder();
    const strings = new GrowingBytes();
    const values = new Uint32Array(terms.length);
    for (const [i, place] of sortByBytes(terms).entries()) {
      const term = terms[place] as string;
      coder.append(encodeText(term), strings);
      values[i] = bitsOf(weights.of(term));
    }
    await frame.section(bytesOf(Uint32Array.of(terms.length, bitsOf(weights.missing))));
    await frame.section(strings.view());
    await frame.section(bytesOf(values));
  });
}

export async function readWeights(
  directory: Directory,
  file: FileRecord,
  indexId: IndexId,
): Promise<TermWeights> {
  const bytes = await directory.read(file.name);
  const frame = await openFrame(file.name, bytes, "weights", { ...file, indexId });
  const sections = sectionsOf(file.name, frame, 3) as [Section, Section, Section];
  const [count, missing] = wordsOf(sections[0], 2) as unknown as [number, number];
  const values = wordsOf(sections[2], count);
  const reader = new ByteReader(sections[1].bytes, file.name, sections[1].start);
  const decoder = new FrontDecoder();
  const entries: [string, number][] = [];
  for (let i = 0; i < count; i++) {
    decoder.read(reader, i % RESTART === 0);
    entries.push([decodeText(decoder.view()), floatOf(values[i] as number)]);
  }
  try {
    return new TermWeights(entries, floatOf(missing));
  } catch (error) {
    throw corrupt(file.name, sections[2].start, (error as Error).message);
  }
}

function bitsOf(value: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setFloat32(0, value);
  return view.getUint32(0);
}

function floatOf(bits: number): number {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  return view.getFloat32(0);
}

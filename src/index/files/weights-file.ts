/**
 * Weights of terms as a file: one of the index, and one beside each dictionary.
 *
 *   section 0  what a missing term weighs, as in section 3 but u32 · number of terms that weigh
 *              nothing, u32 · number of other terms, u32
 *   section 1  terms that weigh nothing, in byte order, front-coded
 *   section 2  other terms, in byte order, front-coded
 *   section 3  the weights of the dictionary's terms by number, then those of section 2: u16 each,
 *              the upper half of a float32
 *   section 4  only of two-sided weights: the query's weights in the same order, then that of a
 *              missing term, likewise
 *
 * The file of the index holds the terms without a list and never changes. A
 * segment's holds one number for each term of its dictionary, whose strings are
 * not repeated; its own strings are terms that a merge found no document of.
 */

import { bytesOf, decodeText, encodeText, GrowingBytes } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import { ByteReader } from "../codes/byte-reader.ts";
import { FrontCoder, FrontDecoder, RESTART } from "../codes/front-coding.ts";
import { sortByBytes } from "../codes/text-order.ts";
import { type WeightEntry, weightBits, weightOfBits } from "../weights/term-weights.ts";
import {
  type FileRecord,
  type Frame,
  type IndexId,
  openFrame,
  type Section,
} from "./file-frame.ts";
import { halfWordsOf, sectionsOf, wordsOf } from "./file-section.ts";
import { type FrameTarget, writeFrame } from "./frame-writer.ts";

export interface StoredWeights {
  /** What a term that is in no file weighs. */
  readonly missing: number;
  /** The weights of a dictionary's terms, by number. */
  readonly byNumber: Float32Array;
  /** Terms without a list, with their weights. */
  readonly unlisted: readonly WeightEntry[];
  /** The query side of two-sided weights. */
  readonly query?: { readonly missing: number; readonly byNumber: Float32Array };
}

export function writeWeights(
  target: Omit<FrameTarget, "kind">,
  { missing, byNumber, unlisted, query }: StoredWeights,
): Promise<FileRecord> {
  return writeFrame({ ...target, kind: "weights" }, async (frame) => {
    const nothing = sorted(unlisted.filter(([, weight]) => weight === 0));
    const others = sorted(unlisted.filter(([, weight]) => weight !== 0));
    const values = [...byNumber, ...others.map(([, weight]) => weight)];
    const head = Uint32Array.of(weightBits(missing), nothing.length, others.length);
    await frame.section(bytesOf(head));
    await frame.section(frontCoded(nothing));
    await frame.section(frontCoded(others));
    await frame.section(bytesOf(Uint16Array.from(values, weightBits)));
    if (query === undefined) return;
    const ofQueries = [...query.byNumber, ...others.map(([, , each = 1]) => each), query.missing];
    await frame.section(bytesOf(Uint16Array.from(ofQueries, weightBits)));
  });
}

/** `termCount` is the size of the dictionary that the file stands beside, 0 for that of the index. */
export async function readWeights(
  directory: Directory,
  file: FileRecord,
  indexId: IndexId,
  termCount = 0,
): Promise<StoredWeights> {
  const bytes = await directory.read(file.name);
  const frame = await openFrame(file.name, bytes, "weights", { ...file, indexId });
  return parseWeights(file.name, frame, termCount);
}

export function parseWeights(file: string, frame: Frame, termCount: number): StoredWeights {
  const isTwoSided = frame.sections.length === 5;
  const sections = sectionsOf(file, frame, isTwoSided ? 5 : 4) as [
    Section,
    Section,
    Section,
    Section,
  ];
  const [missingBits, nothing, others] = wordsOf(sections[0], 3) as unknown as number[];
  const missing = weightOfBits(missingBits as number);
  const bits = halfWordsOf(sections[3], termCount + (others as number));
  const values = Float32Array.from(bits, weightOfBits);
  const isWeight = (value: number): boolean => value >= 0 && value < Infinity;
  if (!isWeight(missing) || !values.every((value) => isWeight(value) && value > 0)) {
    throw corrupt(file, sections[3].start, "a weight that is not finite or not above 0");
  }
  const ofQueries = isTwoSided
    ? Float32Array.from(halfWordsOf(frame.sections[4] as Section, values.length + 1), weightOfBits)
    : undefined;
  if (ofQueries?.every(isWeight) === false) {
    throw corrupt(
      file,
      (frame.sections[4] as Section).start,
      "a weight that is not finite and ≥ 0",
    );
  }
  return {
    missing,
    byNumber: values.subarray(0, termCount),
    unlisted: [
      ...strings(sections[1], nothing as number).map((term): [string, number] => [term, 0]),
      ...strings(sections[2], others as number).map((term, i): WeightEntry => {
        const weight = values[termCount + i] as number;
        return ofQueries === undefined
          ? [term, weight]
          : [term, weight, ofQueries[termCount + i] as number];
      }),
    ],
    ...(ofQueries && {
      query: { missing: ofQueries.at(-1) as number, byNumber: ofQueries.subarray(0, termCount) },
    }),
  };
}

function sorted(entries: readonly WeightEntry[]): WeightEntry[] {
  const order = sortByBytes(entries.map(([term]) => term));
  return Array.from(order, (place) => entries[place] as WeightEntry);
}

function frontCoded(entries: readonly WeightEntry[]): Uint8Array {
  const coder = new FrontCoder();
  const out = new GrowingBytes();
  for (const [term] of entries) coder.append(encodeText(term), out);
  return out.view();
}

function strings({ file, start, bytes }: Section, count: number): string[] {
  const reader = new ByteReader(bytes, file, start);
  const decoder = new FrontDecoder();
  const all: string[] = [];
  for (let i = 0; i < count; i++) {
    decoder.read(reader, i % RESTART === 0);
    all.push(decodeText(decoder.view()));
  }
  return all;
}

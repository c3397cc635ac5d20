/**
 * A file of term weights: one for the index, and one beside each dictionary.
 *
 *   section 0  the weight of a missing term, as in section 3 but u32 · number of terms of
 *              weight 0, u32 · number of other terms, u32
 *   section 1  terms of weight 0, in byte order, front-coded
 *   section 2  other terms, in byte order, front-coded
 *   section 3  the weights of the dictionary's terms by number, then those of section 2: u16 each,
 *              the upper half of a float32
 *   section 4  only of two-sided weights: the query weights in the same order, then that of a
 *              missing term, likewise
 *
 * The file of the index holds the terms without a list and never changes. The file of a segment
 * holds one number for each term of its dictionary, without repeating the strings; its own strings
 * are terms for which a merge found no document.
 */

import { decodeText, encodeText, GrowingBytes, toBytes } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { FrontCoder, FrontDecoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import { sortByBytes } from "../encoding/sort-by-bytes.ts";
import { decodeWeight, encodeWeight, type WeightEntry } from "../weights/term-weights.ts";
import {
  type FileRecord,
  type Frame,
  type IndexId,
  openFrame,
  type Section,
} from "./file-frame.ts";
import { checkSections, readHalfWords, readWords } from "./file-section.ts";
import { type FrameTarget, writeFrame } from "./frame-writer.ts";

export interface StoredWeights {
  /** The weight of a term that is in no file. */
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
    const zeroWeighted = sortEntries(unlisted.filter(([, weight]) => weight === 0));
    const others = sortEntries(unlisted.filter(([, weight]) => weight !== 0));
    const values = [...byNumber, ...others.map(([, weight]) => weight)];
    const head = Uint32Array.of(encodeWeight(missing), zeroWeighted.length, others.length);
    await frame.section(toBytes(head));
    await frame.section(encodeTerms(zeroWeighted));
    await frame.section(encodeTerms(others));
    await frame.section(toBytes(Uint16Array.from(values, encodeWeight)));
    if (query === undefined) return;
    const queryWeights = [
      ...query.byNumber,
      ...others.map(([, , each = 1]) => each),
      query.missing,
    ];
    await frame.section(toBytes(Uint16Array.from(queryWeights, encodeWeight)));
  });
}

/**
 * `termCount` is the size of the dictionary that the file belongs to, 0 for the file of the index.
 */
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
  const sections = checkSections(file, frame, isTwoSided ? 5 : 4) as [
    Section,
    Section,
    Section,
    Section,
  ];
  const [missingBits, zeroCount, otherCount] = readWords(sections[0], 3) as unknown as number[];
  const missing = decodeWeight(missingBits as number);
  const bits = readHalfWords(sections[3], termCount + (otherCount as number));
  const values = Float32Array.from(bits, decodeWeight);
  const isWeight = (value: number): boolean => value >= 0 && value < Infinity;
  if (!isWeight(missing) || !values.every((value) => isWeight(value) && value > 0)) {
    throw corrupt(file, sections[3].start, "a weight that is not finite or not above 0");
  }
  const queryWeights = isTwoSided
    ? Float32Array.from(
        readHalfWords(frame.sections[4] as Section, values.length + 1),
        decodeWeight,
      )
    : undefined;
  if (queryWeights?.every(isWeight) === false) {
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
      ...decodeTerms(sections[1], zeroCount as number).map((term): [string, number] => [term, 0]),
      ...decodeTerms(sections[2], otherCount as number).map((term, i): WeightEntry => {
        const weight = values[termCount + i] as number;
        return queryWeights === undefined
          ? [term, weight]
          : [term, weight, queryWeights[termCount + i] as number];
      }),
    ],
    ...(queryWeights && {
      query: {
        missing: queryWeights.at(-1) as number,
        byNumber: queryWeights.subarray(0, termCount),
      },
    }),
  };
}

function sortEntries(entries: readonly WeightEntry[]): WeightEntry[] {
  const order = sortByBytes(entries.map(([term]) => term));
  return Array.from(order, (index) => entries[index] as WeightEntry);
}

function encodeTerms(entries: readonly WeightEntry[]): Uint8Array {
  const coder = new FrontCoder();
  const out = new GrowingBytes();
  for (const [term] of entries) coder.append(encodeText(term), out);
  return out.view();
}

function decodeTerms({ file, start, bytes }: Section, count: number): string[] {
  const reader = new ByteReader(bytes, file, start);
  const decoder = new FrontDecoder();
  const all: string[] = [];
  for (let i = 0; i < count; i++) {
    decoder.read(reader, i % RESTART_INTERVAL === 0);
    all.push(decodeText(decoder.view()));
  }
  return all;
}

/**
 * A file of term weights: one for the index, and one beside each dictionary.
 *
 *   section 0  the weight of a missing term · number of terms of weight 0 · number of other terms ·
 *              number of distinct weights · only of two-sided weights: that of distinct query
 *              weights; u32 each
 *   section 1  terms of weight 0, in byte order, front-coded
 *   section 2  other terms, in byte order, front-coded
 *   sections 3 to 5  the weights of the dictionary's terms by number, then those of section 2, as
 *              coded values (coded-values.ts): the upper half of a float32 each
 *   sections 6 to 8  only of two-sided weights: the query weights in the same order, then that of a
 *              missing term, likewise
 *
 * Before version 5, section 0 had three numbers, section 3 the weights and section 4 the query
 * weights, u16 each.
 *
 * The file of the index holds the terms without a list and never changes. The file of a segment
 * holds one number for each term of its dictionary, without repeating the strings; its own strings
 * are terms for which a merge found no document.
 */

import { decodeText, encodeText, GrowingBytes, toBytes } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import type { Directory } from "../../storage/directory.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { type CodedValues, decodeValues, encodeValues } from "../encoding/coded-values.ts";
import { FrontCoder, FrontDecoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import { sortByBytes } from "../encoding/sort-by-bytes.ts";
import { decodeWeight, encodeWeight, type WeightEntry } from "../weights/term-weights.ts";
import {
  type FileRecord,
  FORMAT_VERSION,
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
  const file = { ...target, kind: "weights", version: FORMAT_VERSION } as const;
  return writeFrame(file, async (frame) => {
    const zeroWeighted = sortEntries(unlisted.filter(([, weight]) => weight === 0));
    const others = sortEntries(unlisted.filter(([, weight]) => weight !== 0));
    const values = [...byNumber, ...others.map(([, weight]) => weight)];
    const weights = encodeWeights(values);
    const queryWeights =
      query &&
      encodeWeights([...query.byNumber, ...others.map(([, , each = 1]) => each), query.missing]);
    const tables = queryWeights === undefined ? [weights] : [weights, queryWeights];
    const counts = [zeroWeighted.length, others.length, ...tables.map(({ distinct }) => distinct)];
    await frame.section(toBytes(Uint32Array.of(encodeWeight(missing), ...counts)));
    await frame.section(encodeTerms(zeroWeighted));
    await frame.section(encodeTerms(others));
    for (const { parts } of tables) for (const part of parts) await frame.section(part);
  });
}

function encodeWeights(weights: readonly number[]): CodedValues {
  return encodeValues(Uint32Array.from(weights, encodeWeight));
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
  const isTwoSided = [5, 9].includes(frame.sections.length);
  const isPacked = frame.sections.length > 5;
  const sections = checkSections(
    file,
    frame,
    (isPacked ? 6 : 4) + (isTwoSided ? (isPacked ? 3 : 1) : 0),
  ) as [...[Section, Section, Section, Section], ...Section[]];
  const head = readWords(sections[0], isPacked ? (isTwoSided ? 5 : 4) : 3);
  const [missingBits, zeroCount, otherCount, ...distinct] = head;
  const missing = decodeWeight(missingBits as number);
  const count = termCount + (otherCount as number);
  const readTable = (table: 0 | 1, size: number): Float32Array => {
    const [first, second, third] = sections.slice(3 + 3 * table) as [Section, Section, Section];
    return isPacked
      ? Float32Array.from(
          decodeValues([first, second, third], distinct[table] as number, size),
          decodeWeight,
        )
      : Float32Array.from(readHalfWords(sections[3 + table] as Section, size), decodeWeight);
  };
  const values = readTable(0, count);
  const isWeight = (value: number): boolean => value >= 0 && value < Infinity;
  if (!isWeight(missing) || !values.every((value) => isWeight(value) && value > 0)) {
    throw corrupt(file, sections[3].start, "a weight that is not finite or not above 0");
  }
  const queryWeights = isTwoSided ? readTable(1, count + 1) : undefined;
  if (queryWeights?.every(isWeight) === false) {
    throw corrupt(
      file,
      (sections[isPacked ? 6 : 4] as Section).start,
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

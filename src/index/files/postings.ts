/**
 * The posting lists of a segment: the documents that contain a term, and its frequency in each.
 *
 * A list is cut into full blocks of 128 postings and a shorter tail.
 *
 *   section 0  full blocks, packed as in posting-block.ts, u32 words
 *   section 1  tails: for each posting 2 · documents skipped + (1 if it occurs
 *              once), else followed by the frequency less 2; as LEB128
 *   section 2  number of full blocks, u32
 *   section 3  last document of each full block
 *   section 4  first word of each full block in section 0
 *   section 5  shape of each full block, u16
 *   section 6  number of the first impact of each full block, and at the end of all
 *   section 7  impacts that bound the score of each full block (impacts.ts)
 *
 * Sections 3, 4 and 6 are packed deltas (packed-numbers.ts). Skipped documents count from the
 * previous posting; in the first posting of a tail, from the last full block of the list, or from
 * -1. Tails have no bounds: reading a tail costs less than a bound would save.
 *
 * Of a remote file, sections 0 and 1 are fetched list by list, and the last two not at all: only
 * the search kernels use bounds, and they need all lists in memory.
 */

import { corrupt } from "../../common/errors.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { unpackDeltas } from "../encoding/packed-numbers.ts";
import type { TermEntry } from "./dictionary.ts";
import type { Frame, Section } from "./file-frame.ts";
import { checkSections, needSections, readHalfWords, readWords } from "./file-section.ts";
import { unpackImpacts } from "./impacts.ts";
import { needAll } from "./page-fault.ts";
import {
  countDocumentWords,
  countFrequencyWords,
  decodeDocuments,
  decodeFrequencies,
} from "./posting-block.ts";
import type { SectionMemory } from "./section-memory.ts";

/** The lists as the search kernels read them, in shareable memory. */
export interface PostingArrays {
  readonly packed: Uint32Array;
  readonly tails: Uint8Array;
  readonly lastDocuments: Uint32Array;
  readonly blockStarts: Uint32Array;
  readonly shapes: Uint16Array;
  /** This and the next are empty if lists are fetched on demand. */
  readonly impactStarts: Uint32Array;
  readonly impacts: Uint32Array;
}

/** The byte ranges of the two parts of a list. */
export interface ListRanges {
  readonly full: { readonly from: number; readonly to: number };
  readonly tail: { readonly from: number; readonly to: number };
}

export class Postings {
  readonly arrays: PostingArrays;
  /**
   * Whether all lists are in memory; otherwise each is fetched before it is read, and kernels
   * cannot search them.
   */
  readonly isFullyLoaded: boolean;
  readonly #file: string;
  readonly #needPacked: Section["need"];
  readonly #needTails: Section["need"];
  readonly #packedStart: number;
  readonly #tailStart: number;
  readonly #documentLimit: number;

  /**
   * `documentLimit` is one more than the largest document number of the segment. Packed sections
   * are unpacked into `memory`.
   */
  constructor(file: string, frame: Frame, documentLimit: number, memory?: SectionMemory) {
    const sections = checkSections(file, frame, 8) as [
      Section,
      Section,
      Section,
      Section,
      Section,
      Section,
      Section,
      Section,
    ];
    this.isFullyLoaded = sections[0].need === undefined;
    needSections(sections.slice(2, 6));
    const [blocks] = readWords(sections[2], 1) as unknown as [number];
    const impactStarts = this.isFullyLoaded
      ? unpackDeltas(sections[6], blocks + 1, memory)
      : new Uint32Array(0);
    this.arrays = {
      packed: readWords(sections[0]),
      tails: sections[1].bytes,
      lastDocuments: unpackDeltas(sections[3], blocks, memory),
      blockStarts: unpackDeltas(sections[4], blocks, memory),
      shapes: readHalfWords(sections[5], blocks),
      impactStarts,
      impacts: this.isFullyLoaded
        ? unpackImpacts(sections[7], impactStarts, memory)
        : new Uint32Array(0),
    };
    for (const last of this.arrays.lastDocuments) {
      if (last < documentLimit) continue;
      throw corrupt(
        file,
        sections[3].start,
        `a block ends with document ${last}, which is not there`,
      );
    }
    this.#needPacked = sections[0].need;
    this.#needTails = sections[1].need;
    this.#file = file;
    this.#packedStart = sections[0].start;
    this.#tailStart = sections[1].start;
    this.#documentLimit = documentLimit;
  }

  /** Requests all of a list of a remote file at once. */
  need(entry: TermEntry): void {
    if (this.isFullyLoaded) return;
    const { full, tail } = this.#relativeRanges(entry);
    needAll([
      () => {
        if (full.to > full.from) this.#needPacked?.(full.from, full.to);
      },
      () => this.#needTails?.(tail.from, tail.to),
    ]);
  }

  /** The byte ranges in the file of the full blocks and the tail of a list. */
  byteRanges(entry: TermEntry): ListRanges {
    const { full, tail } = this.#relativeRanges(entry);
    const [blocks, tails] = [this.#packedStart, this.#tailStart];
    return {
      full: { from: blocks + full.from, to: blocks + full.to },
      tail: { from: tails + tail.from, to: tails + tail.to },
    };
  }

  /** The byte ranges of a list in sections 0 and 1. */
  #relativeRanges({ documentFrequency, firstBlock, tailStart, tailEnd }: TermEntry): ListRanges {
    const { blockStarts, packed } = this.arrays;
    const end = firstBlock + Math.floor(documentFrequency / BLOCK_SIZE);
    const last = blockStarts[end] ?? packed.length;
    const first = end === firstBlock ? last : (blockStarts[firstBlock] ?? 0);
    return { full: { from: 4 * first, to: 4 * last }, tail: { from: tailStart, to: tailEnd } };
  }

  /** Number of blocks of a list, including the tail. */
  blockCount(entry: TermEntry): number {
    return Math.ceil(entry.documentFrequency / BLOCK_SIZE);
  }

  /** Last document of a full block of a list, counted from 0; -1 for the block before the first. */
  lastDocument(entry: TermEntry, block: number): number {
    if (block < 0) return -1;
    const last = this.arrays.lastDocuments[entry.firstBlock + block];
    if (last === undefined || last >= this.#documentLimit) {
      throw corrupt(this.#file, this.#packedStart, `posting block ${block} has no last document`);
    }
    return last;
  }

  /**
   * Reads block `block` of a list; the tail is the last. Returns the number of postings.
   * `documents` and `frequencies` hold 128 entries; without the latter, frequencies are not
   * decoded.
   */
  read(entry: TermEntry, block: number, documents: Uint32Array, frequencies?: Uint32Array): number {
    if (block === 0) this.need(entry);
    const previous = this.lastDocument(entry, block - 1);
    if (block < Math.floor(entry.documentFrequency / BLOCK_SIZE)) {
      this.#readFull(entry, block, previous, documents, frequencies);
      return BLOCK_SIZE;
    }
    return this.#readTail(entry, previous, documents, frequencies);
  }

  #readFull(
    entry: TermEntry,
    block: number,
    previous: number,
    documents: Uint32Array,
    frequencies: Uint32Array | undefined,
  ): void {
    const { packed, blockStarts, shapes } = this.arrays;
    const last = this.lastDocument(entry, block);
    const start = blockStarts[entry.firstBlock + block] as number;
    const shape = shapes[entry.firstBlock + block] as number;
    const forDocuments = countDocumentWords(shape, previous, last);
    const forFrequencies = countFrequencyWords(shape);
    const fits =
      last > previous &&
      forDocuments >= 0 &&
      forFrequencies >= 0 &&
      start + forDocuments + forFrequencies <= packed.length;
    // A list that is read from its middle may not be fetched; and damage must not lead to bytes
    // that are not in memory.
    if (fits) this.#needPacked?.(4 * start, 4 * (start + forDocuments + forFrequencies));
    if (!fits || !decodeDocuments(packed, start, shape, previous, last, documents)) {
      throw corrupt(this.#file, this.#packedStart + 4 * start, "not a block of postings");
    }
    if (frequencies === undefined) return;
    decodeFrequencies(packed, start + forDocuments, shape, frequencies);
  }

  #readTail(
    entry: TermEntry,
    previous: number,
    documents: Uint32Array,
    frequencies: Uint32Array | undefined,
  ): number {
    const { tails } = this.arrays;
    const { tailStart, tailEnd } = entry;
    this.#needTails?.(tailStart, tailEnd);
    const reader = new ByteReader(tails, this.#file, this.#tailStart, tailStart, tailEnd);
    const count = entry.documentFrequency % BLOCK_SIZE;
    let document = previous;
    for (let i = 0; i < count; i++) {
      const code = reader.varint();
      document += (code >>> 1) + 1;
      if (document >= this.#documentLimit) throw reader.corrupt("a document that does not exist");
      documents[i] = document;
      const frequency = code & 1 ? 1 : reader.varint() + 2;
      if (frequencies !== undefined) frequencies[i] = frequency;
    }
    if (reader.at !== tailEnd) throw reader.corrupt("a tail is longer than its postings");
    return count;
  }
}

/**
 * Where the blocks of stored documents are: the first document of each, its offset, and its length
 * before compression. stored-fields-reader.ts describes the layouts.
 */

import { corrupt } from "../../common/errors.ts";
import { unpackDeltas, unpackNumbers } from "../encoding/packed-numbers.ts";
import { readWords } from "./file-section.ts";
import { needAll } from "./page-fault.ts";
import { readSection, type SlicedSection } from "./sliced-section.ts";

/** More than the largest document plus a block; anything larger is damage. */
const MAX_BLOCK_BYTES = 1 << 30;

/** The range of a block. */
export interface BlockRange {
  /** Its first document, and the one after its last. */
  readonly first: number;
  readonly next: number;
  /** Its bytes in the section of the blocks. */
  readonly start: number;
  readonly end: number;
  readonly rawBytes: number;
}

export class StoredBlockTable {
  readonly count: number;
  readonly #file: string;
  readonly #firsts: Uint32Array;
  readonly #starts: Uint32Array;
  readonly #rawBytes: Uint32Array;
  readonly #documents: number;
  readonly #length: number;

  private constructor(
    blocks: SlicedSection,
    documents: number,
    columns: readonly [Uint32Array, Uint32Array, Uint32Array],
  ) {
    this.#file = blocks.file;
    this.#length = blocks.length;
    this.#documents = documents;
    [this.#firsts, this.#starts, this.#rawBytes] = columns;
    this.count = this.#firsts.length;
  }

  /** The table of format version 4. */
  static read(
    [blocks, firsts, starts, lengths]: readonly SlicedSection[],
    count: number,
    documents: number,
  ): StoredBlockTable {
    const sections = [firsts, starts, lengths] as SlicedSection[];
    needAll(sections.map((each) => () => each.need?.(0, each.length)));
    const [first, start, raw] = sections.map(readSection) as [...Sections];
    return new StoredBlockTable(blocks as SlicedSection, documents, [
      unpackDeltas(first, count),
      unpackDeltas(start, count),
      unpackNumbers(raw, count),
    ]);
  }

  /** The table of format versions 2 and 3: three words for each block. */
  static readWords(
    blocks: SlicedSection,
    table: SlicedSection,
    documents: number,
  ): StoredBlockTable {
    const words = readWords(readSection(table));
    if (words.length % 3 !== 0) throw corrupt(table.file, table.start, "a part of a block");
    const column = (from: number) => words.filter((_, i) => i % 3 === from);
    return new StoredBlockTable(blocks, documents, [column(0), column(1), column(2)]);
  }

  /** The block that holds a document. */
  find(document: number): number {
    let [low, high] = [0, this.count];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.#firsts[middle] as number) <= document) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The range of a block, checked. */
  range(block: number): BlockRange {
    const first = this.#firsts[block] as number;
    const start = this.#starts[block] as number;
    const next = this.#firsts[block + 1] ?? this.#documents;
    const end = this.#starts[block + 1] ?? this.#length;
    const rawBytes = this.#rawBytes[block] as number;
    // Written so that an undefined number fails, too.
    if (!(first <= next && start <= end && end <= this.#length && rawBytes <= MAX_BLOCK_BYTES)) {
      throw corrupt(this.#file, start, "blocks out of order");
    }
    // LZ4 expands by at most a factor of 255, so no more memory is allocated than that.
    if (rawBytes > 255 * (end - start) + 16) {
      throw corrupt(this.#file, start, "a block that is too long");
    }
    return { first, next, start, end, rawBytes };
  }
}

type Sections = [
  ReturnType<typeof readSection>,
  ReturnType<typeof readSection>,
  ReturnType<typeof readSection>,
];

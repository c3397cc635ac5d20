/**
 * The documents of a segment: their external ids and exact lengths.
 *
 *   section 0  number of documents, u32
 *   section 1  lengths in index terms, as packed numbers
 *   section 2  external ids in byte order, front-coded
 *   section 3  where every 16th id starts, as packed deltas
 *   section 4  the rank of each document's id in that order, as packed deltas
 *   section 5… lengths in each text field, as packed numbers, if documents have fields
 *
 * Ranks break ties between equal scores, which are frequent among short documents, without reading
 * the ids. Equal ids, of which at most one belongs to a live document, are ranked in the order of
 * their documents. Because the ids themselves are sorted, the document order costs only the bits of
 * the ranks.
 *
 * The look-up by id needs a hash table, which is built on first use: most searches never look up an
 * id, and the file is smaller without it.
 */

import {
  compareByteStrings,
  decodeText,
  hashBytes,
  shareableBytes,
} from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import { ByteReader } from "../encoding/byte-reader.ts";
import { FrontDecoder, RESTART_INTERVAL } from "../encoding/front-coding.ts";
import { unpackDeltas, unpackNumbers } from "../encoding/packed-numbers.ts";
import type { Frame, Section } from "./file-frame.ts";
import { checkSections, readWords } from "./file-section.ts";
import type { SectionMemory } from "./section-memory.ts";

export class Documents {
  readonly count: number;
  /** Length of each document in index terms, in shareable memory. */
  readonly lengths: Uint32Array;
  /** Rank of each document's id in byte order, in shareable memory. */
  readonly idRanks: Uint32Array;
  readonly #ids: Section;
  readonly #starts: Uint32Array;
  readonly #decoder = new FrontDecoder();
  readonly #fields: readonly Section[];
  readonly #fieldLengths: (Uint32Array | undefined)[] = [];
  #table: IdTable | undefined;
  #documents: Uint32Array | undefined;

  /** Packed sections are unpacked into `memory`. */
  constructor(file: string, frame: Frame, memory?: SectionMemory) {
    const [first, fields] = [frame.sections.slice(0, 5), frame.sections.slice(5)];
    const sections = checkSections(file, { ...frame, sections: first }, 5) as [
      ...[Section, Section, Section, Section, Section],
    ];
    const [count] = readWords(sections[0], 1) as unknown as [number];
    this.count = count;
    this.#fields = fields;
    this.lengths = unpackNumbers(sections[1], count, memory);
    this.#ids = sections[2];
    this.#starts = unpackDeltas(sections[3], Math.ceil(count / RESTART_INTERVAL), memory);
    this.idRanks = unpackDeltas(sections[4], count, memory);
    for (let document = 0; document < count; document++) {
      if ((this.idRanks[document] as number) >= count) {
        throw corrupt(file, sections[4].start, `the id of document ${document} has no place`);
      }
    }
  }

  /** Number of text fields that the segment was written with. */
  get fieldCount(): number {
    return this.#fields.length;
  }

  /**
   * Length of each document in text field `field`, counted from 1; field 0 is the total. 0 for a
   * field added after the segment was written. Unpacked on first use, into shareable memory.
   */
  fieldLengths(field: number): Uint32Array {
    if (field === 0) return this.lengths;
    const cached = this.#fieldLengths[field];
    if (cached !== undefined) return cached;
    const section = this.#fields[field - 1];
    const lengths =
      section === undefined
        ? new Uint32Array(shareableBytes(4 * this.count).buffer)
        : unpackNumbers(section, this.count);
    this.#fieldLengths[field] = lengths;
    return lengths;
  }

  /** The external id of a document. */
  id(document: number): string {
    return decodeText(this.#idBytes(this.idRanks[document] as number));
  }

  /** The first document with this id that `isLive` accepts. */
  find(id: Uint8Array, isLive: (document: number) => boolean): number | undefined {
    this.#table ??= new IdTable(this.count, this.sortedIds());
    const rank = this.#table.find(
      id,
      (each) =>
        isLive(this.documentAtRank(each)) && compareByteStrings(this.#idBytes(each), id) === 0,
    );
    return rank === undefined ? undefined : this.documentAtRank(rank);
  }

  /** The document whose id has this rank in byte order. */
  documentAtRank(rank: number): number {
    if (this.#documents === undefined) {
      this.#documents = new Uint32Array(this.count);
      for (let document = 0; document < this.count; document++) {
        this.#documents[this.idRanks[document] as number] = document;
      }
    }
    return this.#documents[rank] as number;
  }

  /** All ids in document order. */
  ids(): string[] {
    const ids = new Array<string>(this.count).fill("");
    let rank = 0;
    for (const id of this.sortedIds()) ids[this.documentAtRank(rank++)] = decodeText(id);
    return ids;
  }

  /** All ids in byte order, as bytes valid until the next one. */
  *sortedIds(): Generator<Uint8Array> {
    const reader = this.#reader(0);
    const decoder = new FrontDecoder();
    for (let rank = 0; rank < this.count; rank++) {
      decoder.read(reader, rank % RESTART_INTERVAL === 0);
      yield decoder.view();
    }
  }

  #idBytes(rank: number): Uint8Array {
    const restart = rank - (rank % RESTART_INTERVAL);
    const reader = this.#reader(this.#starts[restart / RESTART_INTERVAL] as number);
    for (let i = restart; i <= rank; i++) this.#decoder.read(reader, i === restart);
    return this.#decoder.view();
  }

  #reader(at: number): ByteReader {
    return new ByteReader(this.#ids.bytes, this.#ids.file, this.#ids.start, at);
  }
}

/**
 * A hash table from ids to documents, with open addressing. It holds document numbers and eight
 * bits of each hash, not the ids themselves, which the caller has. The eight bits avoid nearly all
 * comparisons with ids that are absent.
 */
class IdTable {
  /** Document number plus one, or 0 for a free slot. A third of the slots stays free. */
  readonly #documents: Uint32Array;
  readonly #tags: Uint8Array;

  /** `ids` are the ids of documents 0, 1, … `count` - 1. */
  constructor(count: number, ids: Iterable<Uint8Array>) {
    const capacity = 1 + Math.ceil(1.5 * count);
    this.#documents = new Uint32Array(capacity);
    this.#tags = new Uint8Array(capacity);
    let document = 0;
    for (const id of ids) {
      const hash = hashBytes(id);
      let slot = hash % capacity;
      while (this.#documents[slot] !== 0) slot = (slot + 1) % capacity;
      this.#documents[slot] = ++document;
      this.#tags[slot] = hash >>> 24;
    }
  }

  /** The first document that may have this id and for which `matches` returns true. */
  find(id: Uint8Array, matches: (document: number) => boolean): number | undefined {
    const capacity = this.#documents.length;
    const hash = hashBytes(id);
    const tag = hash >>> 24;
    for (let slot = hash % capacity; ; slot = (slot + 1) % capacity) {
      const document = (this.#documents[slot] as number) - 1;
      if (document < 0) return undefined;
      if (this.#tags[slot] === tag && matches(document)) return document;
    }
  }
}

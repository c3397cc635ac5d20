/**
 * The deleted documents of a segment, as of one commit: a bitset with one bit per document. Each
 * commit with new deletions writes it anew under a new name.
 *
 *   section 0  number of documents of the segment, u32
 *   section 1  the bitset: document d is bit d mod 32 of word d / 32
 */

import { Bitset } from "../../common/bitset.ts";
import { shareableBytes, toBytes } from "../../common/bytes/index.ts";
import { corrupt } from "../../common/errors.ts";
import type { FileRecord, Frame, Section } from "./file-frame.ts";
import { checkSections, readWords } from "./file-section.ts";
import type { FrameTarget } from "./frame-writer.ts";

export class Deletions {
  readonly #set: Bitset;
  #count = 0;

  constructor(documentLimit: number) {
    this.#set = new Bitset(documentLimit, shareableBytes(4 * Math.ceil(documentLimit / 32)));
  }

  /** Bit d mod 32 of word d / 32 is set when document d is deleted. In memory that threads can share. */
  get words(): Uint32Array {
    return this.#set.words;
  }

  /** Number of deleted documents. */
  get count(): number {
    return this.#count;
  }

  has(document: number): boolean {
    return this.#set.has(document);
  }

  /** Deletes a document; returns whether it was live. */
  add(document: number): boolean {
    if (this.#set.has(document)) return false;
    this.#set.add(document);
    this.#count++;
    return true;
  }

  static read(file: string, frame: Frame, documentLimit: number): Deletions {
    const sections = checkSections(file, frame, 2) as [Section, Section];
    const deletions = new Deletions(documentLimit);
    if (readWords(sections[0], 1)[0] !== documentLimit) {
      throw corrupt(file, sections[0].start, `not for a segment of ${documentLimit} documents`);
    }
    deletions.words.set(readWords(sections[1], deletions.words.length));
    for (let document = documentLimit; document < 32 * deletions.words.length; document++) {
      if (deletions.has(document)) {
        throw corrupt(file, sections[1].start, `document ${document} does not exist`);
      }
    }
    deletions.#count = deletions.#set.size;
    return deletions;
  }

  async write(target: Omit<FrameTarget, "kind">, documentLimit: number): Promise<FileRecord> {
    const { writeFrame } = await import("./frame-writer.ts"); // loaded on demand, because readers do not need it
    return writeFrame({ ...target, kind: "deleted" }, async (frame) => {
      await frame.section(toBytes(Uint32Array.of(documentLimit)));
      await frame.section(toBytes(this.words));
    });
  }
}

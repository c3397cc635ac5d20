/**
 * Writes the terms of a segment with their lists: dictionary, postings and, if stored, positions
 * and weights.
 */

import { decodeText, GrowingBytes, GrowingWords } from "../../common/bytes/index.ts";
import { BLOCK_SIZE } from "../encoding/bit-packing.ts";
import { packDeltas } from "../encoding/pack-numbers.ts";
import { readFieldNumber, stripField } from "../schema/index.ts";
import { type SegmentTarget, writeSegmentFile } from "../segments/segment-target.ts";
import type { TermWeights, WeightEntry } from "../weights/term-weights.ts";
import { DictionaryWriter } from "./dictionary-writer.ts";
import type { DocumentLengths } from "./documents-writer.ts";
import type { FileRecord } from "./file-frame.ts";
import { FrameWriter } from "./frame-writer.ts";
import { PostingsWriter } from "./postings-writer.ts";

export interface TermsFiles {
  readonly terms: FileRecord;
  readonly postings: FileRecord;
  readonly positions?: FileRecord;
  readonly weights?: FileRecord;
}

export class TermsWriter {
  readonly #target: SegmentTarget;
  readonly #postingsFrame: FrameWriter;
  readonly #positionsFrame: FrameWriter | undefined;
  readonly #dictionary: DictionaryWriter;
  readonly #postings: PostingsWriter;
  readonly #positions: PositionsWriter | undefined;
  readonly #lengths: DocumentLengths;
  readonly #table: TermWeights | undefined;
  readonly #weights: number[] = [];
  readonly #queryWeights: number[] = [];
  readonly #unlisted: WeightEntry[] = [];

  private constructor(
    target: SegmentTarget,
    lengths: DocumentLengths,
    postings: FrameWriter,
    positions: FrameWriter | undefined,
  ) {
    this.#target = target;
    this.#postingsFrame = postings;
    this.#positionsFrame = positions;
    this.#dictionary = new DictionaryWriter(positions !== undefined);
    this.#postings = new PostingsWriter(postings);
    this.#lengths = lengths;
    this.#positions = positions === undefined ? undefined : new PositionsWriter(positions);
    this.#table = target.weights;
  }

  /**
   * Writes the files of one segment with `write`, which adds terms in byte order; `lengths` are
   * those of its documents. All files are closed in any case.
   */
  static async write(
    target: SegmentTarget,
    lengths: DocumentLengths,
    write: (terms: TermsWriter) => Promise<void>,
  ): Promise<TermsFiles> {
    const { files, name, indexId, content } = target;
    const frames: FrameWriter[] = [];
    const open = async (kind: "postings" | "position"): Promise<FrameWriter> => {
      const frame = await FrameWriter.create({
        files,
        name: `${name}.${kind}`,
        kind,
        indexId,
      });
      frames.push(frame);
      return frame;
    };
    try {
      const writer = new TermsWriter(
        target,
        lengths,
        await open("postings"),
        content.positions ? await open("position") : undefined,
      );
      await write(writer);
      return await writer.#finish();
    } catch (error) {
      await Promise.allSettled(frames.map((frame) => frame.abandon()));
      throw error;
    }
  }

  get isFull(): boolean {
    return this.#postings.isFull || this.#positions?.isFull === true;
  }

  /**
   * Adds a term greater than all before it, with `count` ≥ 1 postings in document order;
   * `positions` holds those of all postings, concatenated. The arrays may be reused afterwards, the
   * bytes of the term may not.
   */
  add(
    term: Uint8Array,
    documents: Uint32Array,
    frequencies: Uint32Array,
    count: number,
    positions: Uint32Array | undefined,
  ): void {
    let occurrences = 0;
    for (let i = 0; i < count; i++) occurrences += frequencies[i] as number;
    const lengths = this.#lengths.fieldLengths(readFieldNumber(term));
    const tailBytes = this.#postings.add(documents, frequencies, count, lengths);
    const positionBytes =
      positions === undefined ? 0 : (this.#positions?.add(positions, frequencies, count) ?? 0);
    this.#dictionary.add(term, count, occurrences, { tailBytes, positionBytes });
    if (this.#table === undefined) return;
    const text = stripField(decodeText(term));
    this.#weights.push(this.#table.weight(text));
    this.#queryWeights.push(this.#table.queryWeight(text));
  }

  /** Stores the weight of a term without a list, for later documents that contain it. */
  addUnlisted(term: string): void {
    const table = this.#table;
    if (table !== undefined)
      this.#unlisted.push([term, table.weight(term), table.queryWeight(term)]);
  }

  /** Writes buffered data to the files. */
  async drain(): Promise<void> {
    await this.#postings.drain();
    await this.#positions?.drain();
  }

  async #finish(): Promise<TermsFiles> {
    await this.#postings.end();
    const postings = await this.#postingsFrame.finish();
    await this.#positions?.end();
    const positions = await this.#positionsFrame?.finish();
    const terms = await writeSegmentFile(this.#target, "terms", (frame) =>
      this.#dictionary.write(frame),
    );
    const weights = await this.#writeWeights();
    return { terms, postings, ...(positions && { positions }), ...(weights && { weights }) };
  }

  async #writeWeights(): Promise<FileRecord | undefined> {
    if (this.#table === undefined) return undefined;
    const { files, name, indexId } = this.#target;
    const { missing, missingQuery } = this.#table;
    const byNumber = Float32Array.from(this.#weights);
    const unlisted = this.#unlisted;
    const query = missingQuery !== undefined && {
      query: { missing: missingQuery, byNumber: Float32Array.from(this.#queryWeights) },
    };
    const { writeWeights } = await import("./weights-file.ts");
    return writeWeights(
      { files, name: `${name}.weights`, indexId },
      { missing, byNumber, unlisted, ...query },
    );
  }
}

const CHUNK_BYTES = 1 << 20;

/** Writes the positions of terms, one posting list after another, in the layout of positions.ts. */
class PositionsWriter {
  readonly #frame: FrameWriter;
  readonly #bytes = new GrowingBytes();
  readonly #blockEnds = new GrowingWords();
  #drainedBytes = 0;

  constructor(frame: FrameWriter) {
    this.#frame = frame;
  }

  get isFull(): boolean {
    return this.#bytes.length >= CHUNK_BYTES;
  }

  /** Adds the positions of one list, posting by posting; returns their size in bytes. */
  add(positions: Uint32Array, frequencies: Uint32Array, count: number): number {
    const out = this.#bytes;
    const start = out.length;
    let at = 0;
    for (let i = 0; i < count; i++) {
      let previous = -1;
      for (const end = at + (frequencies[i] as number); at < end; at++) {
        const position = positions[at] as number;
        out.appendVarint(position - previous - 1);
        previous = position;
      }
      if (i % BLOCK_SIZE === BLOCK_SIZE - 1) this.#blockEnds.push(this.#drainedBytes + out.length);
    }
    return out.length - start;
  }

  async drain(): Promise<void> {
    const bytes = this.#bytes.view();
    await this.#frame.append(bytes);
    this.#drainedBytes += bytes.length;
    this.#bytes.clear();
  }

  async end(): Promise<void> {
    await this.drain();
    await this.#frame.endSection();
    await this.#frame.section(packDeltas(this.#blockEnds.view()));
  }
}

/** A posting list as `TermsWriter` accepts it; `positions` holds those of all postings, concatenated. */
export interface PostingList {
  readonly documents: Uint32Array;
  readonly frequencies: Uint32Array;
  readonly count: number;
  readonly positions: Uint32Array | undefined;
}

/** Removes the postings that a predicate rejects: moves the others to the front of the same arrays. */
export function filterPostings(
  { documents, frequencies, count, positions }: PostingList,
  predicate: ((document: number, frequency: number) => boolean) | undefined,
): PostingList {
  if (predicate === undefined) return { documents, frequencies, count, positions };
  let [remaining, from, to] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const [document, frequency] = [documents[i] as number, frequencies[i] as number];
    if (predicate(document, frequency)) {
      documents[remaining] = document;
      frequencies[remaining++] = frequency;
      positions?.copyWithin(to, from, from + frequency);
      to += frequency;
    }
    from += frequency;
  }
  return { documents, frequencies, count: remaining, positions: positions?.subarray(0, to) };
}

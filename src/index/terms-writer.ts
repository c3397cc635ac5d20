/** Writes the terms of a segment with their lists: dictionary, postings and, if kept, positions. */

import type { Directory } from "../storage/directory.ts";
import { DictionaryWriter } from "./dictionary-writer.ts";
import type { FileRecord, IndexId } from "./file-frame.ts";
import { FrameWriter, writeFrame } from "./frame-writer.ts";
import { PositionsWriter } from "./positions-writer.ts";
import { PostingsWriter } from "./postings-writer.ts";

export interface TermsFiles {
  readonly terms: FileRecord;
  readonly postings: FileRecord;
  readonly positions?: FileRecord;
}

export class TermsWriter {
  readonly #directory: Directory;
  readonly #segment: string;
  readonly #indexId: IndexId;
  readonly #postingsFrame: FrameWriter;
  readonly #positionsFrame: FrameWriter | undefined;
  readonly #dictionary: DictionaryWriter;
  readonly #postings: PostingsWriter;
  readonly #positions: PositionsWriter | undefined;

  private constructor(
    directory: Directory,
    segment: string,
    indexId: IndexId,
    lengths: Uint32Array,
    postings: FrameWriter,
    positions: FrameWriter | undefined,
  ) {
    this.#directory = directory;
    this.#segment = segment;
    this.#indexId = indexId;
    this.#postingsFrame = postings;
    this.#positionsFrame = positions;
    this.#dictionary = new DictionaryWriter(positions !== undefined);
    this.#postings = new PostingsWriter(postings, lengths);
    this.#positions = positions === undefined ? undefined : new PositionsWriter(positions);
  }

  /**
   * Writes one segment's files with `write`, which adds terms in byte order.
   * All files are closed whatever happens.
   */
  static async write(
    directory: Directory,
    segment: string,
    indexId: IndexId,
    { lengths, positions }: { lengths: Uint32Array; positions: boolean },
    write: (terms: TermsWriter) => Promise<void>,
  ): Promise<TermsFiles> {
    const frames: FrameWriter[] = [];
    const open = async (kind: "postings" | "position"): Promise<FrameWriter> => {
      const frame = await FrameWriter.create(directory, `${segment}.${kind}`, kind, indexId);
      frames.push(frame);
      return frame;
    };
    try {
      const writer = new TermsWriter(
        directory,
        segment,
        indexId,
        lengths,
        await open("postings"),
        positions ? await open("position") : undefined,
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
   * Adds a term greater than all before it, with `count` ≥ 1 postings in
   * document order; `positions` holds those of all postings one after another.
   * The arrays may be used again afterwards, the term's bytes may not.
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
    const tailBytes = this.#postings.add(documents, frequencies, count);
    const positionBytes =
      positions === undefined ? 0 : (this.#positions?.add(positions, frequencies, count) ?? 0);
    this.#dictionary.add(term, count, occurrences, { tailBytes, positionBytes });
  }

  /** Moves what has gathered to the files. */
  async drain(): Promise<void> {
    await this.#postings.drain();
    await this.#positions?.drain();
  }

  async #finish(): Promise<TermsFiles> {
    await this.#postings.end();
    const postings = await this.#postingsFrame.finish();
    await this.#positions?.end();
    const positions = await this.#positionsFrame?.finish();
    const terms = await writeFrame(
      this.#directory,
      `${this.#segment}.terms`,
      "terms",
      this.#indexId,
      (frame) => this.#dictionary.write(frame),
    );
    return positions === undefined ? { terms, postings } : { terms, postings, positions };
  }
}

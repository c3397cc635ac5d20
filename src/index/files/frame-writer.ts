/** Writes one file of an index: header, sections, footer. See file-frame.ts for the layout. */

import { type Crc32, GrowingBytes, loadCrc32 } from "../../common/bytes/index.ts";
import { badArgument, TermwiseError } from "../../common/errors.ts";
import type { FileCreator, FileWriter } from "../../storage/directory.ts";
import {
  encodeHeader,
  type FileKind,
  type FileRecord,
  FOOTER_BYTES,
  FOOTER_MAGIC,
  type IndexId,
  MAX_FILE_BYTES,
} from "./file-frame.ts";

/** Pieces of at least this size are written at once. */
const CHUNK_BYTES = 1 << 16;

/** A file to be made. */
export interface FrameTarget {
  readonly files: FileCreator;
  readonly name: string;
  readonly kind: FileKind;
  readonly indexId: IndexId;
}

export class FrameWriter {
  readonly #name: string;
  readonly #file: FileWriter;
  readonly #crc32: Crc32;
  readonly #table: number[] = [];
  readonly #buffer = new GrowingBytes();
  #sectionStart = 0;
  #length = 0;
  #crc = 0;

  private constructor(name: string, file: FileWriter, crc32: Crc32) {
    this.#name = name;
    this.#file = file;
    this.#crc32 = crc32;
  }

  static async create({ files, name, kind, indexId }: FrameTarget): Promise<FrameWriter> {
    const crc32 = await loadCrc32();
    const writer = new FrameWriter(name, await files.create(name), crc32);
    await writer.append(encodeHeader(kind, indexId));
    writer.#sectionStart = writer.#length;
    return writer;
  }

  /** Adds bytes to the current section; small pieces are gathered before they are written. */
  async append(bytes: Uint8Array): Promise<void> {
    if (this.#length + bytes.length > MAX_FILE_BYTES) {
      throw new TermwiseError("LIMIT_EXCEEDED", `${this.#name} would exceed 4 GiB`, {
        file: this.#name,
      });
    }
    this.#length += bytes.length;
    if (bytes.length < CHUNK_BYTES) {
      this.#buffer.append(bytes);
      if (this.#buffer.length >= CHUNK_BYTES) await this.#flush();
      return;
    }
    await this.#flush();
    await this.#write(bytes);
  }

  async #flush(): Promise<void> {
    await this.#write(this.#buffer.view());
    this.#buffer.clear();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0) return;
    this.#crc = this.#crc32(bytes, this.#crc);
    await this.#file.append(bytes);
  }

  /** Ends the current section; what is appended from now on belongs to the next one. */
  async endSection(): Promise<void> {
    this.#table.push(this.#sectionStart, this.#length - this.#sectionStart);
    await this.append(new Uint8Array(-this.#length & 15));
    this.#sectionStart = this.#length;
  }

  /** A whole section at once. */
  async section(bytes: Uint8Array): Promise<void> {
    await this.append(bytes);
    await this.endSection();
  }

  /** Completes the file. It is durable only once a commit has synced it. */
  async finish(): Promise<FileRecord> {
    if (this.#length !== this.#sectionStart) throw badArgument(`${this.#name}: section not ended`);
    const end = new Uint8Array(4 * this.#table.length + FOOTER_BYTES - 4);
    const view = new DataView(end.buffer);
    for (const [i, word] of this.#table.entries()) view.setUint32(4 * i, word, true);
    const footer = 4 * this.#table.length;
    view.setUint32(footer, this.#table.length / 2, true);
    view.setUint32(footer + 4, this.#length + end.length + 4, true);
    view.setUint32(footer + 8, FOOTER_MAGIC, true);
    await this.append(end);
    // The checksum of all but itself, so what is gathered is taken in before it is known.
    const buffered = this.#buffer.view();
    const crc = this.#crc32(buffered, this.#crc);
    const last = new Uint8Array(4);
    new DataView(last.buffer).setUint32(0, crc, true);
    await this.append(last);
    await this.#flush();
    await this.#file.close();
    return { name: this.#name, bytes: this.#length, crc };
  }

  /** Lets go of the file after a failure. What was written stays behind as a stray. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }
}

/**
 * Makes one file with `write`; closes it whatever happens. When writing fails
 * that failure is told, not one of closing.
 */
export async function writeFrame(
  target: FrameTarget,
  write: (frame: FrameWriter) => Promise<void>,
): Promise<FileRecord> {
  const frame = await FrameWriter.create(target);
  try {
    await write(frame);
    return await frame.finish();
  } catch (error) {
    await frame.abandon().catch(() => {});
    throw error;
  }
}

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

/** Larger pieces are written immediately. */
const CHUNK_BYTES = 1 << 16;

/** A file to write. */
export interface FrameTarget {
  readonly files: FileCreator;
  readonly name: string;
  readonly kind: FileKind;
  readonly indexId: IndexId;
  /** The format version of its contents; by default the common one. */
  readonly version?: number;
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

  static async create({ files, name, kind, indexId, version }: FrameTarget): Promise<FrameWriter> {
    const crc32 = await loadCrc32();
    const writer = new FrameWriter(name, await files.create(name), crc32);
    await writer.append(encodeHeader(kind, indexId, version));
    writer.#sectionStart = writer.#length;
    return writer;
  }

  /** Adds bytes to the current section. Small pieces are buffered. */
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

  /** Ends the current section. Later bytes belong to the next section. */
  async endSection(): Promise<void> {
    this.#table.push(this.#sectionStart, this.#length - this.#sectionStart);
    await this.append(new Uint8Array(-this.#length & 15));
    this.#sectionStart = this.#length;
  }

  /** Writes a whole section. */
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
    // The checksum covers everything but itself, so buffered bytes are included first.
    const buffered = this.#buffer.view();
    const crc = this.#crc32(buffered, this.#crc);
    const last = new Uint8Array(4);
    new DataView(last.buffer).setUint32(0, crc, true);
    await this.append(last);
    await this.#flush();
    await this.#file.close();
    return { name: this.#name, bytes: this.#length, crc };
  }

  /** Closes the file after a failure. The bytes written so far remain as a stray file. */
  async abandon(): Promise<void> {
    await this.#file.close();
  }
}

/**
 * Creates a file with `write` and always closes it. If writing fails, that error is thrown, not one
 * from closing.
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

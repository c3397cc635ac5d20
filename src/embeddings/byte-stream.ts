/**
 * A file of any size as a window of bytes that moves along it.
 *
 * Readers parse the bytes from `at` to `end` and request more if an element is
 * incomplete. Gzip is decompressed.
 */

import { concatenate } from "../common/bytes/index.ts";
import { TermwiseError } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import { decompress } from "../storage/gzip.ts";

/** The largest compression ratio of deflate; it bounds the content of a compressed file. */
const MAX_RATIO = 1032;

export class ByteStream {
  readonly file: string;
  /** The size of the file on storage. */
  readonly size: number;
  /** Maximum number of decompressed bytes of a file of that size. */
  readonly maxBytes: number;
  bytes: Uint8Array = new Uint8Array(0);
  /** The read position in `bytes`. */
  at = 0;
  readonly #chunks: AsyncIterator<Uint8Array>;
  /** Bytes of the file before `bytes[0]`. */
  #before = 0;

  private constructor(
    file: string,
    size: number,
    isPacked: boolean,
    chunks: AsyncIterable<Uint8Array>,
  ) {
    this.file = file;
    this.size = size;
    this.maxBytes = isPacked ? size * MAX_RATIO : size;
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  static async open(files: Files, path: string): Promise<ByteStream> {
    const size = await files.size(path);
    const head: number[] = [];
    for await (const chunk of files.read(path)) {
      head.push(...chunk.subarray(0, 2));
      if (head.length >= 2) break;
    }
    const isPacked = head[0] === 0x1f && head[1] === 0x8b;
    return new ByteStream(path, size, isPacked, decompress(files.read(path), path));
  }

  /** One past the last byte of the window. */
  get end(): number {
    return this.bytes.length;
  }

  /** The offset of `at` in the file. */
  get offset(): number {
    return this.#before + this.at;
  }

  /** Adds the next piece of the file to the window; false if there is none. */
  async more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done) return false;
    this.#append([value]);
    return true;
  }

  /** Whether at least `count` more bytes exist; reads them into the window, each copied once. */
  async has(count: number): Promise<boolean> {
    const pieces: Uint8Array[] = [];
    let available = this.end - this.at;
    while (available < count) {
      const { done, value } = await this.#chunks.next();
      if (done) break;
      pieces.push(value);
      available += value.length;
    }
    if (pieces.length > 0) this.#append(pieces);
    return available >= count;
  }

  /** Moves the window on to `at` and adds pieces of the file at its end. */
  #append(pieces: readonly Uint8Array[]): void {
    const rest = this.bytes.subarray(this.at, this.end);
    this.#before += this.at;
    this.at = 0;
    const [first, ...others] = rest.length === 0 ? pieces : [rest, ...pieces];
    if (others.length > 0) this.bytes = concatenate([first as Uint8Array, ...others]);
    // A plain array, not the platform's own: Node's `slice` would not copy.
    else this.bytes = toPlainView(first as Uint8Array);
  }

  /** The next `count` bytes, not copied; valid until the window moves. */
  async take(count: number): Promise<Uint8Array> {
    if (!(await this.has(count)))
      throw this.createError(`ends where ${count} more bytes are expected`);
    this.at += count;
    return this.bytes.subarray(this.at - count, this.at);
  }

  /** The bytes before the next `mark`, which is skipped. At most `longest` of them. */
  async until(mark: number, longest: number): Promise<Uint8Array> {
    for (let scanned = 0; ; ) {
      const length = this.bytes.subarray(this.at, this.end).indexOf(mark, scanned);
      if (length > longest || (length < 0 && this.end - this.at > longest)) {
        throw this.createError(`has no byte ${mark} within ${longest} bytes`);
      }
      if (length >= 0) {
        this.at += length + 1;
        return this.bytes.subarray(this.at - length - 1, this.at - 1);
      }
      scanned = this.end - this.at;
      if (!(await this.more())) throw this.createError(`ends where a byte ${mark} is expected`);
    }
  }

  /** Fills `target` with the next bytes, each copied once. */
  async fill(target: Float32Array): Promise<void> {
    const bytes = 4 * target.length;
    for (let done = 0; done < bytes; ) {
      if (this.at === this.end && !(await this.more())) {
        throw this.createError(`ends where ${bytes - done} more bytes are expected`);
      }
      const count = Math.min(this.end - this.at, bytes - done);
      const part = this.bytes.subarray(this.at, this.at + count);
      new Uint8Array(target.buffer, target.byteOffset + done, count).set(part);
      this.at += count;
      done += count;
    }
  }

  /** Skips the next `count` bytes. */
  async skip(count: number): Promise<void> {
    for (let remaining = count; remaining > 0; ) {
      if (this.at === this.end && !(await this.more())) {
        throw this.createError(`ends where ${remaining} more bytes are expected`);
      }
      const step = Math.min(this.end - this.at, remaining);
      this.at += step;
      remaining -= step;
    }
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  /** `BAD_INPUT` at the current offset. */
  createError(rule: string): TermwiseError {
    return new TermwiseError("BAD_INPUT", `${this.file}: byte ${this.offset}: ${rule}`, {
      file: this.file,
      offset: this.offset,
    });
  }
}

function toPlainView({ buffer, byteOffset, length }: Uint8Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, length);
}

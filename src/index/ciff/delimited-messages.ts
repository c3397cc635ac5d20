/** Messages in a stream of bytes, each after its length as a variable-length integer. */

import { GrowingBytes } from "../../common/bytes/index.ts";
import { TermwiseError } from "../../common/errors.ts";
import { appendVarint, type Fail, readVarint } from "./protobuf.ts";

/** Splits a stream into messages. A message is valid until the next. */
export class MessageStream {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #name: string;
  #rest: Uint8Array = new Uint8Array(0);
  #place = "";

  /** `name` is that of the file in errors. */
  constructor(chunks: AsyncIterable<Uint8Array>, name: string) {
    this.#chunks = chunks[Symbol.asyncIterator]();
    this.#name = name;
  }

  /** `BAD_INPUT` with the file, the current message and the rule that it breaks. */
  readonly fail: Fail = (rule) => this.#error("BAD_INPUT", rule);

  /**
   * The next message, which errors call `place`. `BAD_INPUT` if the stream ends before its end,
   * `LIMIT_EXCEEDED` for more than `limit` bytes, before they are read.
   */
  async next(place: string, limit: number): Promise<Uint8Array> {
    const length = await this.#readLength(place);
    if (length > limit) {
      throw this.#error("LIMIT_EXCEEDED", `it has ${length} bytes, at most ${limit} are possible`);
    }
    await this.#readMore(length);
    return this.#take(length);
  }

  /** Passes over the next message without keeping it. */
  async skip(place: string): Promise<void> {
    let missing = await this.#readLength(place);
    while (missing > this.#rest.length) {
      missing -= this.#rest.length;
      this.#rest = await this.#readChunk();
    }
    this.#take(missing);
  }

  /** Whether the stream ends here. */
  async isAtEnd(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done = false, value } = await this.#chunks.next();
      if (done) return true;
      this.#rest = value;
    }
    return false;
  }

  /** Ends reading before the end of the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #readLength(place: string): Promise<number> {
    this.#place = place;
    let length = readVarint(this.#rest, 0);
    while (length === undefined) {
      await this.#readMore(this.#rest.length + 1);
      length = readVarint(this.#rest, 0);
    }
    if (!Number.isSafeInteger(length.value)) throw this.fail("its length is above 2^53 - 1");
    this.#take(length.end);
    return length.value;
  }

  #take(bytes: number): Uint8Array {
    const part = this.#rest.subarray(0, bytes);
    this.#rest = this.#rest.subarray(bytes);
    return part;
  }

  async #readMore(bytes: number): Promise<void> {
    if (this.#rest.length >= bytes) return;
    const gathered = new GrowingBytes();
    gathered.append(this.#rest);
    while (gathered.length < bytes) gathered.append(await this.#readChunk());
    this.#rest = gathered.view();
  }

  async #readChunk(): Promise<Uint8Array> {
    const { done = false, value } = await this.#chunks.next();
    if (done) throw this.fail("the file ends before the end of it");
    return value;
  }

  #error(code: "BAD_INPUT" | "LIMIT_EXCEEDED", rule: string): TermwiseError {
    const message = `${this.#name} is no sound CIFF file: ${this.#place}: ${rule}`;
    return new TermwiseError(code, message, { file: this.#name });
  }
}

/** A message after its length. */
export function delimit(message: Uint8Array): Uint8Array {
  const bytes = new GrowingBytes();
  appendVarint(bytes, message.length);
  bytes.append(message);
  return bytes.view();
}

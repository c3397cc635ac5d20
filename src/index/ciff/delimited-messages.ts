/** Messages in a stream of bytes, each after its length as a variable-length integer. */

import { GrowingBytes } from "../../common/bytes/index.ts";
import { TermwiseError } from "../../common/errors.ts";
import { appendVarint, readVarint } from "./protobuf.ts";

/** A list of 2^28 postings has at most so many bytes. */
const MAX_MESSAGE_BYTES = 2 ** 31 - 1;

/** Splits a stream into messages. A message is valid until the next. */
export class MessageStream {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The next message. `BAD_INPUT` if the stream ends before it. */
  async next(): Promise<Uint8Array> {
    let length = readVarint(this.#rest, 0);
    while (length === undefined) {
      await this.#readMore(this.#rest.length + 1);
      length = readVarint(this.#rest, 0);
    }
    const { value, end } = length;
    if (value > MAX_MESSAGE_BYTES) {
      throw new TermwiseError("LIMIT_EXCEEDED", `a message of the CIFF file has ${value} bytes`);
    }
    await this.#readMore(end + value);
    const message = this.#rest.subarray(end, end + value);
    this.#rest = this.#rest.subarray(end + value);
    return message;
  }

  /** Whether the stream ends here. */
  async isAtEnd(): Promise<boolean> {
    if (this.#rest.length > 0) return false;
    const { done = false, value } = await this.#chunks.next();
    if (!done) this.#rest = value;
    return done || (value.length === 0 && this.isAtEnd());
  }

  /** Ends reading before the end of the stream. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #readMore(bytes: number): Promise<void> {
    if (this.#rest.length >= bytes) return;
    const gathered = new GrowingBytes();
    gathered.append(this.#rest);
    while (gathered.length < bytes) {
      const { done = false, value } = await this.#chunks.next();
      if (done) throw new TermwiseError("BAD_INPUT", "the CIFF file ends early");
      gathered.append(value);
    }
    this.#rest = gathered.view();
  }
}

/** A message after its length. */
export function delimit(message: Uint8Array): Uint8Array {
  const bytes = new GrowingBytes();
  appendVarint(bytes, message.length);
  bytes.append(message);
  return bytes.view();
}

/**
 * Files and pipes: standard input, written as `-`, and named pipes.
 *
 * Readers inspect the beginning of a file before they read it, but a pipe can be
 * read only once. So its beginning is buffered and read again from the buffer. A
 * pipe that was read beyond the buffer cannot be read a second time.
 */

import { TermwiseError } from "../../src/common/errors.ts";
import type { Files } from "../../src/storage/files.ts";

/** Far more bytes than readers inspect. */
const BUFFER_BYTES = 1 << 20;

/** `openPipe` gives the bytes of a pipe, and undefined for any other path. */
export function withPipes(
  files: Files,
  openPipe: (path: string) => Promise<AsyncIterable<Uint8Array> | undefined>,
): Files {
  const pipes = new Map<string, Pipe | undefined>();
  const findPipe = async (path: string): Promise<Pipe | undefined> => {
    if (!pipes.has(path)) {
      const bytes = await openPipe(path);
      pipes.set(path, bytes === undefined ? undefined : new Pipe(path, bytes));
    }
    return pipes.get(path);
  };
  return {
    kind: async (path) => ((await findPipe(path)) === undefined ? files.kind(path) : "file"),
    list: (folder) => files.list(folder),
    size: async (path) => ((await findPipe(path)) === undefined ? files.size(path) : 0),
    write: (path, chunks) => files.write(path, chunks),
    async *read(path) {
      yield* (await findPipe(path))?.read() ?? files.read(path);
    },
  };
}

class Pipe {
  readonly #path: string;
  readonly #bytes: AsyncIterator<Uint8Array>;
  #buffer: Uint8Array[] = [];
  #readBytes = 0;

  constructor(path: string, bytes: AsyncIterable<Uint8Array>) {
    this.#path = path;
    this.#bytes = bytes[Symbol.asyncIterator]();
  }

  async *read(): AsyncGenerator<Uint8Array> {
    if (this.#readBytes > BUFFER_BYTES) {
      throw new TermwiseError(
        "BAD_ARGUMENT",
        `${this.#path === "-" ? "standard input" : this.#path} can be read only once; write it to a file first`,
      );
    }
    yield* [...this.#buffer];
    for (;;) {
      const { done, value } = await this.#bytes.next();
      if (done) return;
      this.#readBytes += value.length;
      if (this.#readBytes <= BUFFER_BYTES) this.#buffer.push(value);
      else this.#buffer = [];
      yield value;
    }
  }
}

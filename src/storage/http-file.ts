/**
 * A file on a web server of which parts are read by range requests.
 *
 * Parts of two files must never be mixed, so every answer must carry the same
 * validator (ETag or Last-Modified) as the first; a file that has changed is
 * `CORRUPT_INDEX`. A server without ranges, or one that gives no validators, or
 * one that compresses parts, is asked for the whole file once.
 */

import { shareableBytes } from "../common/threads/index.ts";
import type { FileAnswer } from "../common/web-platform.ts";
import type { OpenFile } from "./directory.ts";
import { changedOnServer, type FileFetch, fetchFile, reached } from "./http-answer.ts";
import { endedEarly } from "./storage-errors.ts";

/** A file that is read from a server, in parts where the server can. */
export class HttpFile implements OpenFile {
  readonly size: number;
  readonly #address: string;
  readonly #fetch: FileFetch;
  #validator: string | undefined;
  #whole: Promise<Uint8Array> | undefined;

  /** `size` is the length that the file must have. */
  constructor(fetch: FileFetch, address: string, size: number) {
    this.#fetch = fetch;
    this.#address = address;
    this.size = size;
  }

  async read(start: number, length: number): Promise<Uint8Array> {
    const end = Math.min(start + length, this.size);
    if (end <= start) return new Uint8Array(0);
    if (this.#whole !== undefined) return (await this.#whole).slice(start, end);
    const headers = { range: `bytes=${start}-${end - 1}` };
    const answer = await fetchFile(this.#fetch, this.#address, { cache: "no-cache", headers });
    if (answer.status !== 206) return (await this.#wholeOf(answer)).slice(start, end);
    const bytes = await this.#bodyOf(answer);
    const validator = validatorOf(answer);
    const isEncoded = (answer.headers.get("content-encoding") ?? "identity") !== "identity";
    if (validator === undefined || isEncoded) return (await this.#all()).slice(start, end);
    this.#validator ??= validator;
    const total = /\/(\d+)$/.exec(answer.headers.get("content-range") ?? "")?.[1];
    const isSame = validator === this.#validator && Number(total ?? this.size) === this.size;
    if (!isSame) throw changedOnServer(this.#address);
    if (bytes.length !== end - start) throw endedEarly(this.#address, start + bytes.length);
    return bytes;
  }

  async readShared(): Promise<Uint8Array> {
    const bytes = await this.#all();
    const shared = shareableBytes(bytes.length);
    shared.set(bytes);
    return shared;
  }

  async readInto(target: Uint8Array, start: number): Promise<void> {
    const bytes = await this.read(start, target.length);
    if (bytes.length !== target.length) throw endedEarly(this.#address, start + bytes.length);
    target.set(bytes);
  }

  async close(): Promise<void> {
    this.#whole = undefined;
  }

  /** Of a server without ranges: one answer is read, and the others to requests at the same time are broken off. */
  async #wholeOf(answer: FileAnswer): Promise<Uint8Array> {
    if (this.#whole === undefined) return this.#keep(this.#bodyOf(answer));
    await answer.body?.cancel().catch(() => {}); // it may have ended already
    return this.#whole;
  }

  #all(): Promise<Uint8Array> {
    if (this.#whole !== undefined) return this.#whole;
    const answer = fetchFile(this.#fetch, this.#address, { cache: "no-cache" });
    return this.#keep(answer.then((each) => this.#bodyOf(each)));
  }

  #keep(bytes: Promise<Uint8Array>): Promise<Uint8Array> {
    this.#whole = bytes
      .then((each) => this.#checked(each))
      .catch((error: unknown) => {
        this.#whole = undefined; // told to whoever asked; the next one tries again
        throw error;
      });
    return this.#whole;
  }

  #checked(bytes: Uint8Array): Uint8Array {
    if (bytes.length !== this.size) throw changedOnServer(this.#address);
    return bytes;
  }

  async #bodyOf(answer: FileAnswer): Promise<Uint8Array> {
    return new Uint8Array(await reached(this.#address, () => answer.arrayBuffer()));
  }
}

function validatorOf({ headers }: FileAnswer): string | undefined {
  return headers.get("etag") ?? headers.get("last-modified") ?? undefined;
}

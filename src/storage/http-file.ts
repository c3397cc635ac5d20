/**
 * A file on a web server that is read in parts by range requests.
 *
 * Parts of two files must never be mixed, so every response must carry the same validator (ETag or
 * Last-Modified) as the first; a changed file is `CORRUPT_INDEX`. From a server without ranges or
 * validators, or one that compresses parts, the whole file is fetched once.
 */

import { shareableBytes } from "../common/bytes/index.ts";
import type { FileResponse } from "../common/web-platform.ts";
import type { OpenFile } from "./directory.ts";
import { type FileFetch, fetchFile, fileChanged, readBody } from "./fetch-file.ts";
import { endedEarly } from "./storage-errors.ts";

/** A file on a server, read in parts if the server supports it. */
export class HttpFile implements OpenFile {
  readonly size: number;
  readonly #address: string;
  readonly #fetch: FileFetch;
  #validator: string | undefined;
  #cachedFile: Promise<Uint8Array> | undefined;

  /** `size` is the expected length of the file. */
  constructor(fetch: FileFetch, address: string, size: number) {
    this.#fetch = fetch;
    this.#address = address;
    this.size = size;
  }

  async read(start: number, length: number): Promise<Uint8Array> {
    const end = Math.min(start + length, this.size);
    if (end <= start) return new Uint8Array(0);
    if (this.#cachedFile !== undefined) return (await this.#cachedFile).slice(start, end);
    const headers = { range: `bytes=${start}-${end - 1}` };
    // Chromium's cache serialises requests for the same address: parts would wait for one another.
    const response = await fetchFile(this.#fetch, this.#address, { cache: "no-store", headers });
    if (response.status !== 206) return (await this.#readWholeFile(response)).slice(start, end);
    const validator = readValidator(response);
    const isEncoded = (response.headers.get("content-encoding") ?? "identity") !== "identity";
    if (validator === undefined || isEncoded) {
      void response.body?.cancel().catch(() => {});
      return (await this.#fetchWholeFile()).slice(start, end);
    }
    const bytes = await this.#readBody(response, end - start);
    this.#validator ??= validator;
    const total = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1];
    const isSame = validator === this.#validator && Number(total ?? this.size) === this.size;
    if (!isSame) throw fileChanged(this.#address);
    if (bytes.length !== end - start) throw endedEarly(this.#address, start + bytes.length);
    return bytes;
  }

  async readShared(): Promise<Uint8Array> {
    const bytes = await this.#fetchWholeFile();
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
    this.#cachedFile = undefined;
  }

  /**
   * From a server without ranges, one response is read, and responses to concurrent requests are
   * cancelled.
   */
  async #readWholeFile(response: FileResponse): Promise<Uint8Array> {
    if (this.#cachedFile === undefined) return this.#cacheFile(this.#readBody(response, this.size));
    await response.body?.cancel().catch(() => {}); // it may have ended already
    return this.#cachedFile;
  }

  #fetchWholeFile(): Promise<Uint8Array> {
    if (this.#cachedFile !== undefined) return this.#cachedFile;
    const response = fetchFile(this.#fetch, this.#address, { cache: "no-cache" });
    return this.#cacheFile(response.then((each) => this.#readBody(each, this.size)));
  }

  #cacheFile(bytes: Promise<Uint8Array>): Promise<Uint8Array> {
    this.#cachedFile = bytes
      .then((each) => this.#checkSize(each))
      .catch((error: unknown) => {
        this.#cachedFile = undefined; // the callers get the error; the next call tries again
        throw error;
      });
    return this.#cachedFile;
  }

  #checkSize(bytes: Uint8Array): Uint8Array {
    if (bytes.length !== this.size) throw fileChanged(this.#address);
    return bytes;
  }

  #readBody(response: FileResponse, maxBytes: number): Promise<Uint8Array> {
    return readBody(this.#address, response, maxBytes, () => fileChanged(this.#address));
  }
}

function readValidator({ headers }: FileResponse): string | undefined {
  return headers.get("etag") ?? headers.get("last-modified") ?? undefined;
}

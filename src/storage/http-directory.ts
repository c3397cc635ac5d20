/**
 * The files of an index on a web server, read-only: any static file server will do. A file is
 * fetched when it is read, parts of large ones by range requests. Browsers may cache responses but
 * revalidate them each time, because the next deployment may put another file under the same name.
 */

import { shareableBytes } from "../common/bytes/index.ts";
import { badArgument, quote } from "../common/errors.ts";
import type { UrlLike } from "../common/web-platform.ts";
import type { OpenFile } from "./directory.ts";
import { type FileFetch, fetchFile, fileTooLong, readBody } from "./fetch-file.ts";
import { checkFileName } from "./file-name.ts";
import { HttpFile } from "./http-file.ts";
import { openBytes } from "./memory-file.ts";
import { ReadOnlyDirectory } from "./read-only-directory.ts";

/** How files are fetched. */
export interface HttpDirectoryOptions {
  /** Used instead of the platform's `fetch`, for example to add headers. */
  readonly fetch?: FileFetch | undefined;
  /** Maximum length of a file whose length the index does not say. Default 256 MiB. */
  readonly maxFileBytes?: number | undefined;
}

const MAX_FILE_BYTES = 1 << 28;

/** A directory on a web server. */
export class HttpDirectory extends ReadOnlyDirectory {
  readonly location: string;
  protected readonly refusal: string;
  readonly isRemote = true;
  /** The address of the folder, ending in a slash. */
  readonly url: string;
  readonly #fetch: FileFetch;
  readonly #maxFileBytes: number;

  /** `url` is the address of the folder; in a page it may be relative. */
  constructor(
    url: string | UrlLike,
    { fetch, maxFileBytes = MAX_FILE_BYTES }: HttpDirectoryOptions = {},
  ) {
    super();
    this.url = parseFolderUrl(url);
    this.location = `the folder ${quote(this.url)}`;
    this.refusal = `${this.location} is on a server and can only be read, file by file`;
    this.#maxFileBytes = maxFileBytes;
    this.#fetch = fetch ?? ((address, init) => globalThis.fetch(address, init));
  }

  /** The address to open the directory again, also on another thread. */
  get address(): string {
    return this.url;
  }

  async read(name: string): Promise<Uint8Array> {
    const address = this.#toUrl(name);
    const response = await fetchFile(this.#fetch, address, { cache: "no-cache" });
    const max = this.#maxFileBytes;
    return readBody(address, response, max, () => fileTooLong(address, max));
  }

  async readShared(name: string): Promise<Uint8Array> {
    const bytes = await this.read(name);
    const shared = shareableBytes(bytes.length);
    shared.set(bytes);
    return shared;
  }

  async openFile(name: string, hint?: { readonly bytes: number }): Promise<OpenFile> {
    const address = this.#toUrl(name);
    if (hint !== undefined) return new HttpFile(this.#fetch, address, hint.bytes);
    return openBytes(await this.read(name), address);
  }

  #toUrl(name: string): string {
    return this.url + checkFileName(name);
  }
}

function parseFolderUrl(url: string | UrlLike): string {
  const { document, location } = globalThis;
  let parsed: URL;
  try {
    parsed = new URL(typeof url === "string" ? url : url.href, document?.baseURI ?? location?.href);
  } catch (cause) {
    throw badArgument(`${quote(String(url))} is not the address of a folder: ${String(cause)}`);
  }
  const isHttp = parsed.protocol === "http:" || parsed.protocol === "https:";
  if (!isHttp || parsed.search !== "" || parsed.hash !== "") {
    throw badArgument(
      `the address of a folder is http: or https:, without "?" and "#", got ${quote(parsed.href)}`,
    );
  }
  return parsed.href.endsWith("/") ? parsed.href : `${parsed.href}/`;
}

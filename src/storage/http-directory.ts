/**
 * The files of an index on a web server, read-only: any server of plain files
 * will do. A file is fetched when it is read, parts of large ones by range
 * requests. Browsers may keep answers, but ask the server each time whether the
 * file is still the same, since the next deployment may put another file under a name.
 */

import { badArgument, quote } from "../common/errors.ts";
import { shareableBytes } from "../common/threads/index.ts";
import type { UrlLike } from "../common/web-platform.ts";
import type { Directory, FileWriter, OpenFile } from "./directory.ts";
import { type FileFetch, fetchFile, wrapFetchError } from "./fetch-file.ts";
import { checkFileName } from "./file-name.ts";
import { HttpFile } from "./http-file.ts";
import { openBytes } from "./memory-directory.ts";

/** How files are fetched. */
export interface HttpDirectoryOptions {
  /** Used in place of the platform's `fetch`, for headers and the like. */
  readonly fetch?: FileFetch | undefined;
}

/** A directory whose files a web server has. */
export class HttpDirectory implements Directory {
  readonly location: string;
  readonly isRemote = true;
  /** The address of the folder, ending in a slash. */
  readonly url: string;
  readonly #fetch: FileFetch;

  /** `url` is the address of the folder, in a page perhaps relative to it. */
  constructor(url: string | UrlLike, { fetch }: HttpDirectoryOptions = {}) {
    this.url = parseFolderUrl(url);
    this.location = `the folder ${quote(this.url)}`;
    this.#fetch = fetch ?? ((address, init) => globalThis.fetch(address, init));
  }

  /** By which the directory is found again, on another thread too. */
  get address(): string {
    return this.url;
  }

  async read(name: string): Promise<Uint8Array> {
    const address = this.#toUrl(name);
    const response = await fetchFile(this.#fetch, address, { cache: "no-cache" });
    return new Uint8Array(await wrapFetchError(address, () => response.arrayBuffer()));
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

  write(): Promise<void> {
    return this.#refuse();
  }

  create(): Promise<FileWriter> {
    return this.#refuse();
  }

  sync(): Promise<void> {
    return this.#refuse();
  }

  rename(): Promise<void> {
    return this.#refuse();
  }

  syncNames(): Promise<void> {
    return this.#refuse();
  }

  remove(): Promise<void> {
    return this.#refuse();
  }

  /** A server of plain files does not say which it has; an index knows its own by name. */
  list(): Promise<readonly string[]> {
    return this.#refuse();
  }

  lock(): Promise<() => Promise<void>> {
    return this.#refuse();
  }

  async isLocked(): Promise<boolean> {
    return false;
  }

  #toUrl(name: string): string {
    return this.url + checkFileName(name);
  }

  async #refuse(): Promise<never> {
    throw badArgument(`${this.location} is on a server and can only be read, file by file`);
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

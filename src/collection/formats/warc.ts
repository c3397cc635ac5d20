/**
 * Pages of WARC files (ISO 28500), as crawlers write them and the ClueWeb collections are published.
 *
 * The documents are the responses of web servers (`response`), saved files (`resource`) and texts
 * (`conversion`) whose type is HTML or plain text; other records are skipped. The id is
 * `WARC-TREC-ID`, or else the record's own without its brackets; the address is the field `url`.
 * Records are counted in bytes, so a file is read as bytes and only pages are decoded: in the
 * character set of their type, or else as UTF-8 if they are valid UTF-8 and as windows-1252 if not.
 */

import { concatenate } from "../../common/bytes/index.ts";
import { quote, TermwiseError } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import { decompress } from "../../storage/gzip.ts";
import type { Collection } from "../collection.ts";
import { createCollection } from "../create-collection.ts";
import { createDocument, type Document } from "../document.ts";
import { detectContent } from "./detect-content.ts";
import { CR, findHeaderEnd, LF, parseHeaders } from "./header-lines.ts";
import { extractHtmlText } from "./html.ts";
import { parseHttpMessage } from "./http-message.ts";
import { MAX_LINE_BYTES, type ReadOptions } from "./lines.ts";
import { getBaseName, listVisibleFiles } from "./paths.ts";

/** More are no header of a record: the file is something else. */
const MAX_HEADER_BYTES = 1 << 20;
const PAGE_KINDS = new Set(["response", "resource", "conversion"]);

/** A WARC file, or every WARC file below a folder. */
export async function openWarc(
  files: Files,
  path: string,
  options: ReadOptions = {},
): Promise<Collection> {
  const isFolder = (await files.kind(path)) === "folder";
  return createCollection({
    name: getBaseName(path),
    format: "warc",
    documents: () =>
      isFolder ? streamFolder(files, path, options) : streamWarcDocuments(files, path, options),
  });
}

async function* streamFolder(
  files: Files,
  folder: string,
  options: ReadOptions,
): AsyncGenerator<Document> {
  for await (const path of listVisibleFiles(files, folder)) {
    if ((await detectContent(files, path)) === "warc") {
      yield* streamWarcDocuments(files, path, options);
    }
  }
}

/** The pages of one file, plain or compressed. */
export async function* streamWarcDocuments(
  files: Files,
  path: string,
  { longestLine = MAX_LINE_BYTES, onBad }: ReadOptions = {},
): AsyncGenerator<Document> {
  const source = new ByteSource(decompress(files.read(path), path));
  for (let record = 1; ; record++) {
    const head = await source.readHeader();
    if (head === undefined) return;
    const fail = (rule: string, code: "BAD_INPUT" | "LIMIT_EXCEEDED" = "BAD_INPUT") =>
      new TermwiseError(code, `${path}: record ${record}: ${rule}`, { file: path, record });
    if (!/^WARC\/\d/.test(head)) throw fail("a record must start with WARC/ and a version");
    if (head.length >= MAX_HEADER_BYTES) {
      throw fail(`a header may have at most ${MAX_HEADER_BYTES} bytes`, "LIMIT_EXCEEDED");
    }
    const headers = parseHeaders(head);
    const stated = headers.get("content-length");
    if (stated === undefined) throw fail("the header needs a Content-Length");
    const length = /^\d+$/.test(stated) ? Number(stated) : Number.NaN;
    if (!Number.isSafeInteger(length)) {
      throw fail(`Content-Length must be a number of bytes, got ${quote(stated)}`);
    }
    const isPage = PAGE_KINDS.has(headers.get("warc-type") ?? "");
    const checkSize = (size: number): void => {
      if (size <= longestLine) return;
      throw fail(`a page may have at most ${longestLine} bytes, got ${size}`, "LIMIT_EXCEEDED");
    };
    if (isPage) checkSize(length);
    const body = isPage ? await source.read(length) : await source.skip(length);
    if (body === undefined) throw fail(`the file ends before its ${length} bytes`);
    if (!isPage) continue;
    try {
      const document = await createPage(headers, body, checkSize, fail);
      if (document === undefined) continue;
      if (document.id === "" || /\s/.test(document.id)) throw fail("the record has no id");
      yield document;
    } catch (error) {
      if (!(error instanceof TermwiseError) || error.code !== "BAD_INPUT" || !onBad) throw error;
      onBad(error);
    }
  }
}

async function createPage(
  headers: ReadonlyMap<string, string>,
  block: Uint8Array,
  checkSize: (size: number) => void,
  fail: (rule: string) => TermwiseError,
): Promise<Document | undefined> {
  const isHttp = (headers.get("content-type") ?? "").startsWith("application/http");
  const { body, type } = isHttp
    ? await parseHttpMessage(block, checkSize, fail)
    : { body: block, type: headers.get("content-type") ?? "" };
  const isHtml = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(type);
  // Old pages of ClueWeb have no type; what looks like HTML is HTML.
  const isUntyped = type.trim() === "" && isHttp;
  if (!isHtml && !isUntyped && !/^\s*text\/plain\b/i.test(type)) return undefined;
  const source = decodePage(body, /charset\s*=\s*["']?([\w-]+)/i.exec(type)?.[1]);
  const { title, text } =
    isHtml || isUntyped ? extractHtmlText(source) : { title: "", text: source.trim() };
  const id = headers.get("warc-trec-id") ?? headers.get("warc-record-id") ?? "";
  const url = headers.get("warc-target-uri")?.replace(/^<(.*)>$/, "$1");
  const bareId = id.replace(/^<(?:urn:uuid:)?(.*)>$/, "$1");
  return createDocument(bareId, title, text, url === undefined ? {} : { url });
}

function decodePage(bytes: Uint8Array, charset: string | undefined): string {
  for (const label of charset === undefined ? ["utf-8"] : [charset, "utf-8"]) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // an unknown character set, or bytes that are not in it
    }
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Reads headers and bodies from a stream of chunks. */
class ByteSource {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The lines up to an empty one, without the empty lines before; undefined at the end. */
  async readHeader(): Promise<string | undefined> {
    for (;;) {
      let start = 0;
      while (isLineEnd(this.#rest[start])) start++;
      this.#rest = this.#rest.subarray(start);
      if (this.#rest.length > 0) break;
      if (!(await this.#fill())) return undefined;
    }
    for (let from = 0; ; ) {
      const end = findHeaderEnd(this.#rest, from);
      if (end >= 0 || this.#rest.length > MAX_HEADER_BYTES) {
        const bytes = this.#rest.subarray(0, end < 0 ? MAX_HEADER_BYTES : end);
        this.#rest = this.#rest.subarray(bytes.length);
        return new TextDecoder().decode(bytes);
      }
      from = Math.max(0, this.#rest.length - 3);
      if (!(await this.#fill())) return new TextDecoder().decode(this.#rest);
    }
  }

  /** Exactly `length` bytes; undefined if the file ends before. */
  async read(length: number): Promise<Uint8Array | undefined> {
    const parts: Uint8Array[] = [];
    let missing = length;
    while (missing > this.#rest.length) {
      parts.push(this.#rest);
      missing -= this.#rest.length;
      this.#rest = new Uint8Array(0);
      if (!(await this.#fill())) return undefined;
    }
    parts.push(this.#rest.subarray(0, missing));
    this.#rest = this.#rest.subarray(missing);
    return concatenate(parts);
  }

  /** The same without keeping them: an empty array. */
  async skip(length: number): Promise<Uint8Array | undefined> {
    let missing = length;
    while (missing > this.#rest.length) {
      missing -= this.#rest.length;
      this.#rest = new Uint8Array(0);
      if (!(await this.#fill())) return undefined;
    }
    this.#rest = this.#rest.subarray(missing);
    return this.#rest.subarray(0, 0);
  }

  async #fill(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#rest = this.#rest.length === 0 ? value : concatenate([this.#rest, value]);
    return true;
  }
}

function isLineEnd(byte: number | undefined): boolean {
  return byte === LF || byte === CR;
}

/**
 * A folder of text, Markdown and HTML files, at any depth: one document each.
 *
 * The id is the path below the folder, with white space and `%` written as
 * %20, %25 and so on, since ids have no white space. The title of a page is
 * its `title` or first heading, that of Markdown the `title` of its front
 * matter or its first heading; plain text has none. Other values of the front
 * matter are fields. Hidden files, `node_modules`, and files that hold no text
 * are passed over, and `onSkipped` hears of them.
 */

import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { type Document, makeDocument } from "../document.ts";
import { collectionOf } from "../query-set.ts";
import { frontMatter } from "./front-matter.ts";
import { htmlText } from "./html.ts";
import { LONGEST_LINE, type ReadOptions } from "./lines.ts";
import { markdownText } from "./markdown.ts";
import { baseName, plainName, walkedBelow } from "./paths.ts";
import { fieldEntries } from "./record-fields.ts";
import { linesOf, Place } from "./records.ts";

const KINDS: ReadonlyMap<string, "text" | "markdown" | "html"> = new Map([
  ["txt", "text"],
  ["text", "text"],
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["html", "html"],
  ["htm", "html"],
  ["xhtml", "html"],
]);

/** Why a file or folder was passed over. */
export type SkipReason = "hidden" | "node_modules" | "another kind of file" | "not text";

export interface TextFileOptions extends ReadOptions {
  /** Hears of each file or folder that is passed over, at each reading. */
  onSkipped?: (path: string, reason: SkipReason) => void;
}

export async function openTextFiles(
  files: Files,
  path: string,
  options: TextFileOptions = {},
): Promise<Collection> {
  const isFolder = (await files.kind(path)) === "folder";
  return collectionOf({
    name: baseName(path),
    format: "text",
    documents: () =>
      isFolder ? textFiles(files, path, options) : oneFile(files, path, baseName(path), options),
  });
}

export function isTextFile(path: string): boolean {
  return kindOf(path) !== undefined;
}

export async function* textFiles(
  files: Files,
  folder: string,
  options: TextFileOptions = {},
): AsyncGenerator<Document> {
  const root = folder.endsWith("/") ? folder : `${folder}/`;
  for await (const path of pagesBelow(files, folder, options)) {
    yield* oneFile(files, path, path.slice(root.length), options);
  }
}

/** Paths of all text files below a folder, depth first in byte order. */
export async function* pagesBelow(
  files: Files,
  folder: string,
  { onSkipped = () => {} }: TextFileOptions,
): AsyncGenerator<string> {
  const walk = walkedBelow(files, folder, (path, name) => {
    if (name === "node_modules") onSkipped(path, "node_modules");
    else if (name.startsWith(".")) onSkipped(path, "hidden");
    else return true;
    return false;
  });
  for await (const path of walk) {
    if (isTextFile(path)) yield path;
    else onSkipped(path, "another kind of file");
  }
}

async function* oneFile(
  files: Files,
  path: string,
  name: string,
  { encoding = "auto", onSkipped, ...rest }: TextFileOptions,
): AsyncGenerator<Document> {
  const whole = await wholeText(files, path, { encoding, ...rest });
  if (whole === undefined) {
    onSkipped?.(path, "not text");
    return;
  }
  const id = name.replaceAll(/[\s%]/g, encodeURIComponent);
  yield documentOf(id, kindOf(path) ?? "text", whole);
}

function documentOf(id: string, kind: "text" | "markdown" | "html", whole: string): Document {
  if (kind === "html") {
    const { title, text } = htmlText(whole);
    return makeDocument(id, title, text);
  }
  if (kind === "text") return makeDocument(id, "", whole.trim());
  const { values, body } = frontMatter(whole);
  const { heading, text } = markdownText(body);
  const { title = null, ...others } = values;
  const named = title !== null && typeof title !== "object" ? String(title) : undefined;
  const fields = named === undefined ? values : others;
  const entries = fieldEntries(Object.entries(fields));
  return makeDocument(id, named ?? heading, text, Object.fromEntries(entries));
}

/** The text of a whole file; undefined for a file with NUL characters, which is none. */
export async function wholeText(
  files: Files,
  path: string,
  options: ReadOptions,
): Promise<string | undefined> {
  const parts: string[] = [];
  const place = new Place(path);
  const { longestLine = LONGEST_LINE } = options;
  let length = 0;
  for await (const { lines } of linesOf(files, path, options)) {
    for (const line of lines) {
      if (line.includes("\0")) return undefined;
      length += line.length + 1;
      parts.push(line);
    }
    place.limit(length, longestLine, 1);
  }
  return parts.join("\n");
}

/** How a file is read, told from its name; undefined for one that is passed over. */
export function kindOf(path: string): "text" | "markdown" | "html" | undefined {
  const name = plainName(path).toLowerCase();
  return KINDS.get(name.slice(name.lastIndexOf(".") + 1));
}

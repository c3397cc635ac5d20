/**
 * A folder of text, Markdown and HTML files, at any depth: one document each.
 *
 * The id is the path below the folder, with white space and `%` written as
 * %20, %25 and so on, since ids have no white space. The title of a page is
 * its `title` or first heading, that of Markdown its first heading line; plain
 * text has none. Other files are passed over.
 */

import { badInput } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { type Document, makeDocument } from "../document.ts";
import { collectionOf } from "../query-set.ts";
import { htmlText } from "./html.ts";
import { LONGEST_LINE, type ReadOptions } from "./lines.ts";
import { baseName, filesBelow, plainName } from "./paths.ts";
import { linesOf, Place, pardoned } from "./records.ts";

const KINDS: ReadonlyMap<string, "text" | "markdown" | "html"> = new Map([
  ["txt", "text"],
  ["text", "text"],
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["html", "html"],
  ["htm", "html"],
  ["xhtml", "html"],
]);

export async function openTextFiles(
  files: Files,
  path: string,
  options: ReadOptions = {},
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
  options: ReadOptions = {},
): AsyncGenerator<Document> {
  const root = folder.endsWith("/") ? folder : `${folder}/`;
  for await (const path of filesBelow(files, folder)) {
    if (isTextFile(path)) yield* oneFile(files, path, path.slice(root.length), options);
  }
}

async function* oneFile(
  files: Files,
  path: string,
  name: string,
  { encoding = "auto", ...rest }: ReadOptions,
): AsyncGenerator<Document> {
  const options = { encoding, ...rest };
  const whole = await wholeText(files, path, options);
  const id = name.replaceAll(/[\s%]/g, encodeURIComponent);
  const document = pardoned(() => {
    if (whole.includes("\0"))
      throw badInput(path, 1, "the file is not text: it has NUL characters");
    return documentOf(id, kindOf(path) ?? "text", whole);
  }, options);
  if (document !== undefined) yield document;
}

function documentOf(id: string, kind: "text" | "markdown" | "html", whole: string): Document {
  if (kind === "html") {
    const { title, text } = htmlText(whole);
    return makeDocument(id, title, text);
  }
  const title = kind === "markdown" ? firstHeading(whole) : "";
  return makeDocument(id, title, whole.trim());
}

/** The first `# heading`, without the marks that may close it. */
function firstHeading(markdown: string): string {
  const heading = /^#{1,6}[ \t]+(\S.*)$/m.exec(markdown)?.[1] ?? "";
  let end = heading.length;
  while (end > 0 && "# \t".includes(heading[end - 1] as string)) end--;
  return heading.slice(0, end);
}

async function wholeText(files: Files, path: string, options: ReadOptions): Promise<string> {
  const parts: string[] = [];
  const place = new Place(path);
  const { longestLine = LONGEST_LINE } = options;
  let length = 0;
  for await (const { lines } of linesOf(files, path, options)) {
    for (const line of lines) {
      length += line.length + 1;
      parts.push(line);
    }
    place.limit(length, longestLine, 1);
  }
  return parts.join("\n");
}

function kindOf(path: string): "text" | "markdown" | "html" | undefined {
  const name = plainName(path).toLowerCase();
  return KINDS.get(name.slice(name.lastIndexOf(".") + 1));
}

/**
 * A folder of text, Markdown and HTML files, at any depth: one document each.
 *
 * The id is the path below the folder, with white space and `%` encoded as %20, %25 and so on,
 * because ids have no white space. The title of a page is its `title` or first heading, that of
 * Markdown the `title` of its front matter or its first heading; plain text has none. Other values
 * of the front matter are fields. Hidden files, `node_modules`, and files without text are skipped
 * and reported to `onSkipped`.
 */

import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { createCollection } from "../create-collection.ts";
import { createDocument, type Document } from "../document.ts";
import { parseFrontMatter } from "./front-matter.ts";
import { extractHtmlText } from "./html.ts";
import { MAX_LINE_BYTES, type ReadOptions } from "./lines.ts";
import { extractMarkdownText } from "./markdown.ts";
import { getBaseName, listFilesRecursively, stripCompressionSuffix } from "./paths.ts";
import { renameReservedFields } from "./record-fields.ts";
import { FilePosition, readLineBatches } from "./records.ts";

const KINDS: ReadonlyMap<string, "text" | "markdown" | "html"> = new Map([
  ["txt", "text"],
  ["text", "text"],
  ["md", "markdown"],
  ["markdown", "markdown"],
  ["html", "html"],
  ["htm", "html"],
  ["xhtml", "html"],
]);

/** Why a file or folder was skipped. */
export type SkipReason = "hidden" | "node_modules" | "another kind of file" | "not text";

export interface TextFileOptions extends ReadOptions {
  /** Called with each skipped file or folder, on each pass. */
  onSkipped?: (path: string, reason: SkipReason) => void;
}

export async function openTextFiles(
  files: Files,
  path: string,
  options: TextFileOptions = {},
): Promise<Collection> {
  const isFolder = (await files.kind(path)) === "folder";
  return createCollection({
    name: getBaseName(path),
    format: "text",
    documents: () =>
      isFolder
        ? streamTextFiles(files, path, options)
        : readDocument(files, path, getBaseName(path), options),
  });
}

export function isTextFile(path: string): boolean {
  return detectKind(path) !== undefined;
}

export async function* streamTextFiles(
  files: Files,
  folder: string,
  options: TextFileOptions = {},
): AsyncGenerator<Document> {
  const root = folder.endsWith("/") ? folder : `${folder}/`;
  for await (const path of listTextFiles(files, folder, options)) {
    yield* readDocument(files, path, path.slice(root.length), options);
  }
}

/** Paths of all text files below a folder, depth first in byte order. */
export async function* listTextFiles(
  files: Files,
  folder: string,
  { onSkipped = () => {} }: TextFileOptions,
): AsyncGenerator<string> {
  const paths = listFilesRecursively(files, folder, (path, name) => {
    if (name === "node_modules") onSkipped(path, "node_modules");
    else if (name.startsWith(".")) onSkipped(path, "hidden");
    else return true;
    return false;
  });
  for await (const path of paths) {
    if (isTextFile(path)) yield path;
    else onSkipped(path, "another kind of file");
  }
}

async function* readDocument(
  files: Files,
  path: string,
  name: string,
  { encoding = "auto", onSkipped, ...rest }: TextFileOptions,
): AsyncGenerator<Document> {
  const source = await readText(files, path, { encoding, ...rest });
  if (source === undefined) {
    onSkipped?.(path, "not text");
    return;
  }
  const id = name.replaceAll(/[\s%]/g, encodeURIComponent);
  yield await parseDocument(id, detectKind(path) ?? "text", source);
}

async function parseDocument(
  id: string,
  kind: "text" | "markdown" | "html",
  source: string,
): Promise<Document> {
  if (kind === "html") {
    const { title, text } = extractHtmlText(source);
    return createDocument(id, title, text);
  }
  if (kind === "text") return createDocument(id, "", source.trim());
  const { values, body } = await parseFrontMatter(source);
  const { heading, text } = extractMarkdownText(body);
  const { title = null, ...others } = values;
  const declaredTitle = title !== null && typeof title !== "object" ? String(title) : undefined;
  const fields = declaredTitle === undefined ? values : others;
  const entries = renameReservedFields(Object.entries(fields));
  return createDocument(id, declaredTitle ?? heading, text, Object.fromEntries(entries));
}

/** The text of a whole file; undefined for a file with NUL characters, which is not text. */
export async function readText(
  files: Files,
  path: string,
  options: ReadOptions,
): Promise<string | undefined> {
  const parts: string[] = [];
  const position = new FilePosition(path);
  const { longestLine = MAX_LINE_BYTES } = options;
  let length = 0;
  for await (const { lines } of readLineBatches(files, path, options)) {
    for (const line of lines) {
      if (line.includes("\0")) return undefined;
      length += line.length + 1;
      parts.push(line);
    }
    position.checkLength(length, longestLine, 1);
  }
  return parts.join("\n");
}

/** The kind of a file by its name; undefined for a file to skip. */
export function detectKind(path: string): "text" | "markdown" | "html" | undefined {
  const name = stripCompressionSuffix(path).toLowerCase();
  return KINDS.get(name.slice(name.lastIndexOf(".") + 1));
}

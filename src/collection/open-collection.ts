/**
 * Opens a collection in any supported format. The format is detected by content first and by file
 * names second; the `format` option overrides detection.
 */

import { badArgument, quote, TermwiseError } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import type { Collection } from "./collection.ts";
import { type ContentType, detectContent } from "./formats/detect-content.ts";
import { type FormatOptions, toFileFormat } from "./formats/formats.ts";
import { openMsMarco } from "./formats/msmarco.ts";
import { findFile, joinPath, listFiles, listFilesRecursively } from "./formats/paths.ts";
import type { RecordOptions } from "./formats/record-fields.ts";
import { openSmart } from "./formats/smart-collection.ts";
import { filterDocumentNames, openBeir, openTable } from "./formats/table-collection.ts";
import { isTextFile, openTextFiles } from "./formats/text-files.ts";
import { openTrec } from "./formats/trec-collection.ts";
import { openWarc } from "./formats/warc.ts";

/** Every format a collection can be opened in. */
export const COLLECTION_FORMATS = [
  "beir",
  "msmarco",
  "trec",
  "smart",
  "warc",
  "jsonl",
  "json",
  "tsv",
  "csv",
  "text",
] as const;

/** A format that collections can be read from. */
export type CollectionFormat = (typeof COLLECTION_FORMATS)[number];

/** How a collection is read. */
export interface OpenCollectionOptions extends FormatOptions {
  /** Overrides detection. */
  format?: CollectionFormat;
}

/**
 * Opens the collection at `path`, a file of documents or a folder. Fails with `NOT_FOUND` if there
 * is nothing, and with `BAD_ARGUMENT`, which lists the formats, if none fits. Reads files of
 * queries and judgements, but no documents.
 */
export async function openCollection(
  files: Files,
  path: string,
  { format, ...options }: OpenCollectionOptions = {},
): Promise<Collection> {
  switch (format ?? (await detectFormat(files, path, options))) {
    case "beir":
      return openBeir(files, path, options);
    case "msmarco":
      return openMsMarco(files, path, options);
    case "trec":
      return openTrec(files, path, options);
    case "smart":
      return openSmart(files, path, options);
    case "warc":
      return openWarc(files, path, options);
    case "jsonl":
      return openTable(files, path, "jsonl", options);
    case "json":
      return openTable(files, path, "json", options);
    case "tsv":
      return openTable(files, path, "tsv", options);
    case "csv":
      return openTable(files, path, "csv", options);
    case "text":
      return openTextFiles(files, path, options);
    default:
      throw badArgument(
        `a collection's format must be one of ${COLLECTION_FORMATS.join(", ")}, got ${quote(String(format))}`,
      );
  }
}

/** Detects the format of the collection at a path. Fails with `BAD_ARGUMENT` if none fits. */
export async function detectFormat(
  files: Files,
  path: string,
  options: RecordOptions = {},
): Promise<CollectionFormat> {
  const kind = await files.kind(path);
  if (kind === undefined) {
    throw new TermwiseError("NOT_FOUND", `there is no file or folder ${quote(path)}`, { path });
  }
  const format =
    kind === "file"
      ? await detectFileFormat(files, path, options)
      : await detectFolderFormat(files, path);
  if (format !== undefined) return format;
  throw badArgument(
    kind === "file"
      ? `${quote(path)} is not a file of documents; looked for JSON Lines, a JSON array, <DOC>, WARC, .I records, tab-separated lines, .csv, .txt, .md, .html`
      : `${quote(path)} is not a collection; looked for corpus.jsonl (BEIR), collection.tsv (MS MARCO), files of <DOC> (TREC), WARC or .I records (SMART), one .jsonl, .tsv or .csv file, and .txt, .md or .html files`,
  );
}

async function detectFileFormat(
  files: Files,
  path: string,
  { fieldNames }: RecordOptions,
): Promise<CollectionFormat | undefined> {
  const content = await detectContent(files, path, fieldNames);
  if (content === "warc") return "warc";
  const format = content === "trec-topics" ? undefined : toFileFormat(content, path);
  return format ?? (isTextFile(path) && content !== "binary" ? "text" : undefined);
}

/** Maximum number of files that detection reads. A folder of records has far fewer. */
const MAX_SAMPLED_FILES = 64;

const TABLE_FORMATS = ["jsonl", "tsv", "csv"] as const;

async function detectFolderFormat(
  files: Files,
  folder: string,
): Promise<CollectionFormat | undefined> {
  if ((await findFile(files, folder, "corpus.jsonl")) !== undefined) return "beir";
  if ((await findFile(files, folder, "collection.tsv")) !== undefined) return "msmarco";

  const names = await listFiles(files, folder);
  const contents: ContentType[] = [];
  for (const name of names.slice(0, MAX_SAMPLED_FILES)) {
    contents.push(await tryDetectContent(files, joinPath(folder, name)));
  }
  if (contents.includes("trec-documents")) return "trec";
  if (contents.includes("smart")) return "smart";
  if (contents.includes("warc")) return "warc";
  const format = TABLE_FORMATS.find((table) => filterDocumentNames(names, table).length > 0);
  const pages = names.filter((name) => isTextFile(name) && !/^(readme|licen[cs]e)\b/i.test(name));
  // A folder of pages may contain a table that is not the collection.
  if (format !== undefined && pages.length <= filterDocumentNames(names, format).length)
    return format;
  return detectNestedFormat(files, folder);
}

/** One damaged file does not decide the format of a folder; its reader will report it. */
async function tryDetectContent(files: Files, path: string): Promise<ContentType> {
  try {
    return await detectContent(files, path);
  } catch (error) {
    if (error instanceof TermwiseError && error.code === "BAD_INPUT") return "binary";
    throw error;
  }
}

/** Decides by the first files below of a known kind: TREC discs have their documents in folders. */
async function detectNestedFormat(
  files: Files,
  folder: string,
): Promise<CollectionFormat | undefined> {
  let sampled = 0;
  let hasText = false;
  const accept = (_path: string, name: string): boolean =>
    !name.startsWith(".") && name !== "node_modules";
  for await (const path of listFilesRecursively(files, folder, accept)) {
    if (++sampled > MAX_SAMPLED_FILES) break;
    const content = await tryDetectContent(files, path);
    if (content === "trec-documents") return "trec";
    if (content === "warc") return "warc";
    hasText ||= isTextFile(path);
  }
  return hasText ? "text" : undefined;
}

/**
 * Collections of plain records: BEIR folders, and JSON, TSV or CSV files
 * alone or in a folder with queries and judgements (split-files.ts).
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { createCollection } from "../create-collection.ts";
import { FILE_EXTENSIONS, type FormatOptions, streamDocuments } from "./formats.ts";
import { findFile, getBaseName, joinPath, listFiles, stripCompressionSuffix } from "./paths.ts";
import { findQuerySets } from "./split-files.ts";

type TableFormat = "jsonl" | "json" | "tsv" | "csv";

/** A folder with corpus.jsonl, queries.jsonl and qrels/. */
export async function openBeir(
  files: Files,
  folder: string,
  options: FormatOptions = {},
): Promise<Collection> {
  const corpus = await findFile(files, folder, "corpus.jsonl");
  if (corpus === undefined) {
    throw new TermwiseError(
      "NOT_FOUND",
      `a BEIR folder needs corpus.jsonl or corpus.jsonl.gz, ${quote(folder)} has neither`,
      { path: folder },
    );
  }
  return createCollection({
    name: getBaseName(folder),
    format: "beir",
    documents: () => streamDocuments(files, corpus, "jsonl", options),
    querySets: await findQuerySets(files, folder, options),
  });
}

/** A file of documents, or a folder with one such file. */
export async function openTable(
  files: Files,
  path: string,
  format: TableFormat,
  options: FormatOptions = {},
): Promise<Collection> {
  const isFolder = (await files.kind(path)) === "folder";
  const file = isFolder ? await findDocumentFile(files, path, format) : path;
  return createCollection({
    name: getBaseName(path),
    format,
    documents: () => streamDocuments(files, file, format, options),
    ...(isFolder && { querySets: await findQuerySets(files, path, options) }),
  });
}

/** Preferred names of the file of documents if several files are candidates. */
const DEFAULT_NAMES = ["documents", "corpus", "collection"];

async function findDocumentFile(
  files: Files,
  folder: string,
  format: TableFormat,
): Promise<string> {
  const candidates = filterDocumentNames(await listFiles(files, folder), format);
  const usual = candidates.filter((name) => DEFAULT_NAMES.includes(name.split(".")[0] as string));
  const tables = usual.length > 0 ? usual : candidates;
  const [name] = tables;
  if (name !== undefined && tables.length === 1) return joinPath(folder, name);
  const listing = tables.length === 0 ? "there is none" : `there are ${tables.join(", ")}`;
  throw badArgument(
    `${quote(folder)} needs one ${FILE_EXTENSIONS[format][0]} file of documents (or one of them named ${DEFAULT_NAMES.join(", ")}), ${listing}`,
  );
}

/** Names of possible files of documents in this format. */
export function filterDocumentNames(names: readonly string[], format: TableFormat): string[] {
  return names.filter((name) => {
    const plain = stripCompressionSuffix(name).toLowerCase();
    return (
      FILE_EXTENSIONS[format].some((ending) => plain.endsWith(ending)) &&
      !/^(queries|qrels)\b/.test(plain)
    );
  });
}

/**
 * Collections of plain records: BEIR folders, and JSON, TSV or CSV files
 * alone or in a folder with queries and judgements (split-files.ts).
 */

import { badArgument, quote, TermwiseError } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { collectionOf } from "../query-set.ts";
import { documentsIn, ENDINGS, type FormatOptions } from "./formats.ts";
import { baseName, fileNamed, filesIn, joined, plainName } from "./paths.ts";
import { splitFiles } from "./split-files.ts";

type TableFormat = "jsonl" | "json" | "tsv" | "csv";

/** A folder with corpus.jsonl, queries.jsonl and qrels/. */
export async function openBeir(
  files: Files,
  folder: string,
  options: FormatOptions = {},
): Promise<Collection> {
  const corpus = await fileNamed(files, folder, "corpus.jsonl");
  if (corpus === undefined) {
    throw new TermwiseError(
      "NOT_FOUND",
      `a BEIR folder needs corpus.jsonl or corpus.jsonl.gz, ${quote(folder)} has neither`,
      { path: folder },
    );
  }
  return collectionOf({
    name: baseName(folder),
    format: "beir",
    documents: () => documentsIn(files, corpus, "jsonl", options),
    querySets: await splitFiles(files, folder, options),
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
  const file = isFolder ? await documentFile(files, path, format) : path;
  return collectionOf({
    name: baseName(path),
    format,
    documents: () => documentsIn(files, file, format, options),
    ...(isFolder && { querySets: await splitFiles(files, path, options) }),
  });
}

/** Names a file of documents goes by when there are several it could be. */
const USUAL = ["documents", "corpus", "collection"];

async function documentFile(files: Files, folder: string, format: TableFormat): Promise<string> {
  const candidates = documentFiles(await filesIn(files, folder), format);
  const usual = candidates.filter((name) => USUAL.includes(name.split(".")[0] as string));
  const chosen = usual.length > 0 ? usual : candidates;
  const [name] = chosen;
  if (name !== undefined && chosen.length === 1) return joined(folder, name);
  const found = chosen.length === 0 ? "there is none" : `there are ${chosen.join(", ")}`;
  throw badArgument(
    `${quote(folder)} needs one ${ENDINGS[format][0]} file of documents (or one of them named ${USUAL.join(", ")}), ${found}`,
  );
}

/** Names that can be files of documents in this format. */
export function documentFiles(names: readonly string[], format: TableFormat): string[] {
  return names.filter((name) => {
    const plain = plainName(name).toLowerCase();
    return (
      ENDINGS[format].some((ending) => plain.endsWith(ending)) && !/^(queries|qrels)\b/.test(plain)
    );
  });
}

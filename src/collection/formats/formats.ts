/** The formats a single file of documents or queries can have, and how each is read. */

import type { Files } from "../../storage/files.ts";
import type { Document, Query } from "../document.ts";
import type { Content } from "./content.ts";
import { jsonDocuments, jsonQueries } from "./json-lines.ts";
import { plainName } from "./paths.ts";
import type { RecordOptions } from "./record-fields.ts";
import { type SmartQueryOptions, smartDocuments, smartQueries } from "./smart.ts";
import type { SmartJudgementOptions } from "./smart-judgements.ts";
import { tableDocuments, tableQueries } from "./table.ts";
import type { TextFileOptions } from "./text-files.ts";
import { trecDocuments } from "./trec-documents.ts";
import { type TopicOptions, trecTopics } from "./trec-topics.ts";

/** A format that one file of documents or queries can have. */
export type FileFormat = "jsonl" | "json" | "tsv" | "csv" | "trec" | "smart";

/** What readers of single formats take, together. */
export interface FormatOptions
  extends TopicOptions,
    SmartQueryOptions,
    SmartJudgementOptions,
    RecordOptions,
    TextFileOptions {}

/** Every file format, with the endings of names that it goes by. */
export const ENDINGS: Readonly<Record<FileFormat, readonly string[]>> = {
  jsonl: [".jsonl", ".ndjson"],
  json: [".json"],
  tsv: [".tsv"],
  csv: [".csv"],
  trec: [".trec", ".sgml"],
  smart: [],
};

/** The documents of a file in a given format, as a stream. */
export function documentsIn(
  files: Files,
  path: string,
  format: FileFormat,
  options: FormatOptions = {},
): AsyncGenerator<Document> {
  switch (format) {
    case "jsonl":
      return jsonDocuments(files, path, options);
    case "json":
      return jsonDocuments(files, path, { ...options, layout: "array" });
    case "tsv":
      return tableDocuments(files, path, "tab", options);
    case "csv":
      return tableDocuments(files, path, "comma", options);
    case "trec":
      return trecDocuments(files, path, options);
    case "smart":
      return smartDocuments(files, path, options);
  }
}

/** The queries of a file in a given format, as a stream. */
export function queriesIn(
  files: Files,
  path: string,
  format: FileFormat,
  options: FormatOptions = {},
): AsyncGenerator<Query> {
  switch (format) {
    case "jsonl":
      return jsonQueries(files, path, options);
    case "json":
      return jsonQueries(files, path, { ...options, layout: "array" });
    case "tsv":
      return tableQueries(files, path, "tab", options);
    case "csv":
      return tableQueries(files, path, "comma", options);
    case "trec":
      return trecTopics(files, path, options);
    case "smart":
      return smartQueries(files, path, options);
  }
}

/** The format of a file by its content, or by its name where content leaves it open. */
export function fileFormat(content: Content, path: string): FileFormat | undefined {
  if (content === "json") return "jsonl";
  if (content === "json-array") return "json";
  if (content === "trec-documents" || content === "trec-topics") return "trec";
  if (content === "smart") return "smart";
  const byContent = content === "tabs" ? "tsv" : content === "named-columns" ? "csv" : undefined;
  return namedFormat(path) ?? byContent;
}

export function namedFormat(path: string): FileFormat | undefined {
  const name = plainName(path).toLowerCase();
  const formats = Object.keys(ENDINGS) as FileFormat[];
  return formats.find((format) => ENDINGS[format].some((ending) => name.endsWith(ending)));
}

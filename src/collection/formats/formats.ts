/** The formats of a single file of documents or queries, and their readers. */

import { badArgument, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Document, Query } from "../document.ts";
import { type ContentType, detectContent } from "./detect-content.ts";
import { streamJsonDocuments, streamJsonQueries } from "./json-lines.ts";
import { stripCompressionSuffix } from "./paths.ts";
import type { RecordOptions } from "./record-fields.ts";
import { type SmartQueryOptions, streamSmartDocuments, streamSmartQueries } from "./smart.ts";
import type { SmartJudgementOptions } from "./smart-judgements.ts";
import { streamTableDocuments, streamTableQueries } from "./table.ts";
import type { TextFileOptions } from "./text-files.ts";
import { streamTrecDocuments } from "./trec-documents.ts";
import { streamTrecTopics, type TopicOptions } from "./trec-topics.ts";

/** A format of one file of documents or queries. */
export type FileFormat = "jsonl" | "json" | "tsv" | "csv" | "trec" | "smart";

/** The options of all readers of single formats. */
export interface FormatOptions
  extends TopicOptions,
    SmartQueryOptions,
    SmartJudgementOptions,
    RecordOptions,
    TextFileOptions {}

/** Every file format, with its file name extensions. */
export const FILE_EXTENSIONS: Readonly<Record<FileFormat, readonly string[]>> = {
  jsonl: [".jsonl", ".ndjson"],
  json: [".json"],
  tsv: [".tsv"],
  csv: [".csv"],
  trec: [".trec", ".sgml"],
  smart: [],
};

/** The documents of a file in a given format, as a stream. */
export function streamDocuments(
  files: Files,
  path: string,
  format: FileFormat,
  options: FormatOptions = {},
): AsyncIterable<Document> {
  switch (format) {
    case "jsonl":
      return streamJsonDocuments(files, path, options);
    case "json":
      return streamJsonDocuments(files, path, { ...options, layout: "array" });
    case "tsv":
      return streamTableDocuments(files, path, "tab", options);
    case "csv":
      return streamTableDocuments(files, path, "comma", options);
    case "trec":
      return streamTrecDocuments(files, path, options);
    case "smart":
      return streamSmartDocuments(files, path, options);
  }
}

/** The queries of a file in a given format, as a stream. */
export function streamQueries(
  files: Files,
  path: string,
  format: FileFormat,
  options: FormatOptions = {},
): AsyncGenerator<Query> {
  switch (format) {
    case "jsonl":
      return streamJsonQueries(files, path, options);
    case "json":
      return streamJsonQueries(files, path, { ...options, layout: "array" });
    case "tsv":
      return streamTableQueries(files, path, "tab", options);
    case "csv":
      return streamTableQueries(files, path, "comma", options);
    case "trec":
      return streamTrecTopics(files, path, options);
    case "smart":
      return streamSmartQueries(files, path, options);
  }
}

/** The format of a file by its contents, or by its name if the contents leave it open. */
export function toFileFormat(content: ContentType, path: string): FileFormat | undefined {
  if (content === "json") return "jsonl";
  if (content === "json-array") return "json";
  if (content === "trec-documents" || content === "trec-topics") return "trec";
  if (content === "smart") return "smart";
  const byContent = content === "tabs" ? "tsv" : content === "named-columns" ? "csv" : undefined;
  return detectFormatByName(path) ?? byContent;
}

export function detectFormatByName(path: string): FileFormat | undefined {
  const name = stripCompressionSuffix(path).toLowerCase();
  const formats = Object.keys(FILE_EXTENSIONS) as FileFormat[];
  return formats.find((format) => FILE_EXTENSIONS[format].some((ending) => name.endsWith(ending)));
}

/** All queries of a file: JSON, tab- or comma-separated, TREC topics or SMART. */
export async function readQueries(
  files: Files,
  path: string,
  options: FormatOptions = {},
): Promise<readonly Query[]> {
  const format = toFileFormat(await detectContent(files, path), path);
  if (format === undefined) {
    throw badArgument(
      `${quote(path)} is no file of queries: looked for JSON Lines, a JSON array, tab-separated lines, .csv, TREC topics and .I records`,
    );
  }
  const queries: Query[] = [];
  for await (const query of streamQueries(files, path, format, options)) queries.push(query);
  return queries;
}

/**
 * Writes documents and queries as the lines of each file format: the inverse of formats.ts. What a
 * format cannot represent is left out; see the description of each format.
 */

import type { Files } from "../../storage/files.ts";
import type { Document, Query } from "../document.ts";
import type { FileFormat } from "./formats.ts";
import { toDocumentJson, toQueryJson } from "./json-lines.ts";
import { toSmartRecord } from "./smart.ts";
import { formatDocumentTable, formatQueryTable } from "./table.ts";
import { toDocumentSgml } from "./trec-documents.ts";
import { toQuerySgml } from "./trec-topics.ts";
import { writeLines } from "./write-lines.ts";

/** Writes a file of documents atomically; compressed if the name ends in `.gz`. */
export async function writeDocuments(
  files: Files,
  path: string,
  documents: AsyncIterable<Document>,
  format: FileFormat,
): Promise<void> {
  await writeLines(files, path, formatDocuments(documents, format));
}

/** Writes a file of queries atomically; compressed if the name ends in `.gz`. */
export async function writeQueries(
  files: Files,
  path: string,
  queries: AsyncIterable<Query>,
  format: FileFormat,
): Promise<void> {
  await writeLines(files, path, formatQueries(queries, format));
}

export function formatDocuments(
  documents: AsyncIterable<Document>,
  format: FileFormat,
): AsyncGenerator<string> {
  switch (format) {
    case "jsonl":
      return mapLines(documents, toDocumentJson);
    case "json":
      return wrapInArray(mapLines(documents, toDocumentJson));
    case "tsv":
      return formatDocumentTable(documents, "tab");
    case "csv":
      return formatDocumentTable(documents, "comma");
    case "trec":
      return mapLines(documents, toDocumentSgml);
    case "smart":
      return mapLines(documents, toSmartRecord);
  }
}

export function formatQueries(
  queries: AsyncIterable<Query>,
  format: FileFormat,
): AsyncGenerator<string> {
  switch (format) {
    case "jsonl":
      return mapLines(queries, toQueryJson);
    case "json":
      return wrapInArray(mapLines(queries, toQueryJson));
    case "tsv":
      return formatQueryTable(queries, "tab");
    case "csv":
      return formatQueryTable(queries, "comma");
    case "trec":
      return mapLines(queries, toQuerySgml);
    case "smart":
      return mapLines(queries, toSmartRecord);
  }
}

async function* mapLines<T>(
  items: AsyncIterable<T>,
  line: (item: T) => string,
): AsyncGenerator<string> {
  for await (const item of items) yield line(item);
}

/** The lines of a JSON array of these elements. */
async function* wrapInArray(elements: AsyncIterable<string>): AsyncGenerator<string> {
  let pending = "[";
  for await (const element of elements) {
    yield pending;
    pending = pending === "[" ? element : `,${element}`;
  }
  yield pending;
  yield "]";
}

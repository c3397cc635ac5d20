/**
 * Documents and queries as the lines of each file format: the other direction
 * of formats.ts. What a format cannot hold is left out, and said where the
 * format is written.
 */

import type { Files } from "../../storage/files.ts";
import type { Document, Query } from "../document.ts";
import type { FileFormat } from "./formats.ts";
import { documentJson, queryJson } from "./json-lines.ts";
import { smartRecord } from "./smart.ts";
import { documentTable, queryTable } from "./table.ts";
import { documentSgml } from "./trec-documents.ts";
import { querySgml } from "./trec-topics.ts";
import { writeLines } from "./written-lines.ts";

/** Writes a file of documents, or nothing; gzip when the name ends in `.gz`. */
export async function writeDocuments(
  files: Files,
  path: string,
  documents: AsyncIterable<Document>,
  format: FileFormat,
): Promise<void> {
  await writeLines(files, path, documentLines(documents, format));
}

/** Writes a file of queries, or nothing; gzip when the name ends in `.gz`. */
export async function writeQueries(
  files: Files,
  path: string,
  queries: AsyncIterable<Query>,
  format: FileFormat,
): Promise<void> {
  await writeLines(files, path, queryLines(queries, format));
}

export function documentLines(
  documents: AsyncIterable<Document>,
  format: FileFormat,
): AsyncGenerator<string> {
  switch (format) {
    case "jsonl":
      return mapped(documents, documentJson);
    case "json":
      return asArray(mapped(documents, documentJson));
    case "tsv":
      return documentTable(documents, "tab");
    case "csv":
      return documentTable(documents, "comma");
    case "trec":
      return mapped(documents, documentSgml);
    case "smart":
      return mapped(documents, smartRecord);
  }
}

export function queryLines(
  queries: AsyncIterable<Query>,
  format: FileFormat,
): AsyncGenerator<string> {
  switch (format) {
    case "jsonl":
      return mapped(queries, queryJson);
    case "json":
      return asArray(mapped(queries, queryJson));
    case "tsv":
      return queryTable(queries, "tab");
    case "csv":
      return queryTable(queries, "comma");
    case "trec":
      return mapped(queries, querySgml);
    case "smart":
      return mapped(queries, smartRecord);
  }
}

async function* mapped<T>(
  items: AsyncIterable<T>,
  line: (item: T) => string,
): AsyncGenerator<string> {
  for await (const item of items) yield line(item);
}

/** The lines of a JSON array of these elements. */
async function* asArray(elements: AsyncIterable<string>): AsyncGenerator<string> {
  let held = "[";
  for await (const element of elements) {
    yield held;
    held = held === "[" ? element : `,${element}`;
  }
  yield held;
  yield "]";
}

/** Reads queries from a file in any supported format. */

import { badArgument, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Query } from "../document.ts";
import { detectContent } from "./detect-content.ts";
import { type FormatOptions, streamQueries, toFileFormat } from "./formats.ts";

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

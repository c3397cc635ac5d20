/**
 * Pairs of texts, a query and a document that answers it, one per line: a JSON object `{"query": …,
 * "document": …}`, or two columns separated by a tab, with or without a header of these names.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { ReadOptions } from "./lines.ts";
import { type FilePosition, isBlank, streamRecords } from "./records.ts";

/** A query and a document that answers it, as texts. */
export interface TextPair {
  readonly query: string;
  readonly document: string;
}

/** The pairs of a file. Fails with `BAD_INPUT` for a line that is not a pair of two texts. */
export function streamTextPairs(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<TextPair> {
  return streamRecords(
    files,
    path,
    (line, position) => {
      if (line.startsWith("{")) return checkPair(parseJsonPair(line, position), position);
      if (position.line === 1 && /^query\tdocument$/i.test(line)) return undefined;
      const cells = line.split("\t");
      const [query, document] = cells;
      if (cells.length === 2) return checkPair({ query, document }, position);
      throw position.error(`a pair has 2 columns (query, document), got ${cells.length}`);
    },
    options,
  );
}

function parseJsonPair(line: string, position: FilePosition): object {
  try {
    return JSON.parse(line) as object;
  } catch {
    throw position.error(`not a JSON object: ${quote(line)}`);
  }
}

function checkPair(
  { query, document }: { readonly query?: unknown; readonly document?: unknown },
  position: FilePosition,
): TextPair {
  const checkText = (name: string, text: unknown): string => {
    if (typeof text === "string" && !isBlank(text)) return text;
    throw position.error(`a pair has a query and a document; its ${name} is no text`);
  };
  return { query: checkText("query", query), document: checkText("document", document) };
}

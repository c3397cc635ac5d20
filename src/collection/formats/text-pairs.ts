/**
 * Pairs of texts, a query and a document that answers it, one per line: a JSON
 * object `{"query": …, "document": …}`, or two columns with a tab between them,
 * below a header of these names or without one.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { ReadOptions } from "./lines.ts";
import { isBlank, type Place, recordsOf } from "./records.ts";

/** A query and a document that answers it, as texts. */
export interface TextPair {
  readonly query: string;
  readonly document: string;
}

/** The pairs of a file. `BAD_INPUT` for a line that is no pair of two texts. */
export function textPairs(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<TextPair> {
  return recordsOf(
    files,
    path,
    (line, place) => {
      if (line.startsWith("{")) return checkedPair(jsonPair(line, place), place);
      if (place.line === 1 && /^query\tdocument$/i.test(line)) return undefined;
      const cells = line.split("\t");
      const [query, document] = cells;
      if (cells.length === 2) return checkedPair({ query, document }, place);
      throw place.bad(`a pair has 2 columns (query, document), got ${cells.length}`);
    },
    options,
  );
}

function jsonPair(line: string, place: Place): object {
  try {
    return JSON.parse(line) as object;
  } catch {
    throw place.bad(`not a JSON object: ${quote(line)}`);
  }
}

function checkedPair(
  { query, document }: { readonly query?: unknown; readonly document?: unknown },
  place: Place,
): TextPair {
  const checked = (name: string, text: unknown): string => {
    if (typeof text === "string" && !isBlank(text)) return text;
    throw place.bad(`a pair has a query and a document; its ${name} is no text`);
  };
  return { query: checked("query", query), document: checked("document", document) };
}

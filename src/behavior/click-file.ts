/**
 * Reads clicks from a file: JSON lines {"query": …, "shown": [ids], "clicked": [ids]}, or lines of
 * three columns between tabs, ids with spaces between them.
 */

import { decodeLineBatches, parseJsonRecord } from "../collection/formats/index.ts";
import { badInput } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import type { Impression } from "./judgements-from-clicks.ts";

/** Reads clicks, gzip or not. `BAD_INPUT` with file and line for an invalid line. */
export async function readClicks(files: Files, path: string): Promise<Impression[]> {
  const impressions: Impression[] = [];
  for await (const { first, lines } of decodeLineBatches(files.read(path), path)) {
    for (const [i, line] of lines.entries()) {
      if (line.trim() !== "") impressions.push(parseImpression(line, path, first + i));
    }
  }
  return impressions;
}

function parseImpression(line: string, path: string, number: number): Impression {
  const wrong = "a line of clicks has a query, the ids shown and the ids clicked";
  if (line.startsWith("{")) {
    const { query, shown, clicked } = parseJsonRecord(line, path, number);
    if (typeof query === "string" && isIds(shown) && isIds(clicked) && shown.length > 0) {
      return { query, shown, clicked };
    }
    throw badInput(path, number, wrong);
  }
  const columns = line.split("\t");
  const [query = "", shown = "", clicked = ""] = columns;
  const ids = (text: string): string[] => text.split(" ").filter((id) => id !== "");
  if (columns.length !== 3 || query.trim() === "" || ids(shown).length === 0) {
    throw badInput(path, number, wrong);
  }
  return { query, shown: ids(shown), clicked: ids(clicked) };
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}

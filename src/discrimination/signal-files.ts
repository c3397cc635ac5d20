/**
 * Reads training signals from files: clicks, and pairs of a question and the document that answers
 * it.
 *
 *   clicks  JSON lines {"query": …, "shown": [ids], "clicked": [ids]}, or lines of three
 *           columns between tabs, ids with spaces between them
 *   pairs   JSON lines {"question": …, "document": id}, or lines of two columns between tabs
 */

import type { Query } from "../collection/document.ts";
import { decodeLineBatches } from "../collection/formats/index.ts";
import { badInput } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";
import type { Impression } from "./clicks.ts";

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

/** Reads pairs, gzip or not; a repeated question has several answers. */
export async function readQuestionPairs(
  files: Files,
  path: string,
): Promise<{
  readonly queries: readonly Query[];
  readonly judgements: ReadonlyMap<string, ReadonlyMap<string, number>>;
}> {
  const judgements = new Map<string, Map<string, number>>();
  for await (const { first, lines } of decodeLineBatches(files.read(path), path)) {
    for (const [i, line] of lines.entries()) {
      if (line.trim() === "") continue;
      const { question, document } = parsePair(line, path, first + i);
      const answers = judgements.get(question) ?? new Map<string, number>();
      judgements.set(question, answers.set(document, 1));
    }
  }
  return { queries: [...judgements.keys()].map((text) => ({ id: text, text })), judgements };
}

function parseImpression(line: string, path: string, number: number): Impression {
  const wrong = "a line of clicks has a query, the ids shown and the ids clicked";
  if (line.startsWith("{")) {
    const { query, shown, clicked } = parseRecord(line, path, number);
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

function parsePair(
  line: string,
  path: string,
  number: number,
): { readonly question: string; readonly document: string } {
  const wrong = "a line of pairs has a question and the id of the document that answers it";
  if (line.startsWith("{")) {
    const { question, document } = parseRecord(line, path, number);
    if (typeof question === "string" && typeof document === "string") return { question, document };
    throw badInput(path, number, wrong);
  }
  const [question = "", document = "", ...rest] = line.split("\t");
  if (question.trim() === "" || document.trim() === "" || rest.length > 0) {
    throw badInput(path, number, wrong);
  }
  return { question, document: document.trim() };
}

function parseRecord(
  line: string,
  path: string,
  number: number,
): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    throw badInput(path, number, "not valid JSON");
  }
}

function isIds(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((id) => typeof id === "string");
}

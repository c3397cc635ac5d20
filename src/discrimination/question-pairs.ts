/**
 * Reads pairs of a question and the document that answers it from a file: JSON lines
 * {"question": …, "document": id}, or lines of two columns between tabs.
 */

import type { Query } from "../collection/document.ts";
import { decodeLineBatches, parseJsonRecord } from "../collection/formats/index.ts";
import { badInput } from "../common/errors.ts";
import type { Files } from "../storage/files.ts";

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

function parsePair(
  line: string,
  path: string,
  number: number,
): { readonly question: string; readonly document: string } {
  const wrong = "a line of pairs has a question and the id of the document that answers it";
  if (line.startsWith("{")) {
    const { question, document } = parseJsonRecord(line, path, number);
    if (typeof question === "string" && typeof document === "string") return { question, document };
    throw badInput(path, number, wrong);
  }
  const [question = "", document = "", ...rest] = line.split("\t");
  if (question.trim() === "" || document.trim() === "" || rest.length > 0) {
    throw badInput(path, number, wrong);
  }
  return { question, document: document.trim() };
}

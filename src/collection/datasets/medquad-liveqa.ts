/**
 * The test of MedQuAD: questions of the TREC 2017 LiveQA medical task and
 * human judgements of answers (Ben Abacha and Demner-Fushman, "A
 * Question-Entailment Approach to Question Answering", BMC Bioinformatics
 * 2019), in the three files of its publication.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Query } from "../document.ts";
import { collapseWhitespace } from "../formats/collapse-whitespace.ts";
import { readCsvRows } from "../formats/csv-rows.ts";
import { decodeEntities } from "../formats/entities.ts";
import type { ReadOptions } from "../formats/lines.ts";
import {
  catchBadInput,
  checkId,
  FilePosition,
  readLineBatches,
  streamRecords,
} from "../formats/records.ts";

export const LIVEQA_FILES = {
  questions: "TREC-2017-LiveQA-Medical-Test-Questions-w-summaries.xml",
  answers: "All-2479-Answers-retrieved-from-MedQuAD.csv",
  judgements: "All-qrels_LiveQAMed2017-TestQuestions_2479_Judged-Answers.txt",
} as const;

/** The labels of the assessors as grades from 0: "incorrect" is not relevant. */
const GRADES: Readonly<Record<string, number>> = {
  "1-Incorrect": 0,
  "2-Related": 1,
  "3-Incomplete": 2,
  "4-Excellent": 3,
};

export interface AnswerJudgement {
  /** Such as `TQ12`. */
  readonly query: string;
  /** Such as `GHR_0000804_Sec2.txt`. */
  readonly answer: string;
  readonly grade: number;
  readonly line: number;
}

/** Lines of `question-number judgement answer-id`. */
export function streamAnswerJudgements(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<AnswerJudgement> {
  const parse = (line: string, position: FilePosition): AnswerJudgement => {
    const [number = "", label = "", answer = "", ...more] = line.trim().split(/\s+/);
    if (answer === "" || more.length > 0) {
      throw position.error("expected a question's number, a judgement and an answer's id");
    }
    if (!/^\d+$/.test(number)) {
      throw position.error(`a question's number must have digits alone, got ${quote(number)}`);
    }
    const grade = Object.hasOwn(GRADES, label) ? GRADES[label] : undefined;
    if (grade === undefined) {
      const labels = Object.keys(GRADES).join(", ");
      throw position.error(`a judgement must be one of ${labels}, got ${quote(label)}`);
    }
    return { query: `TQ${number}`, answer, grade, line: position.line };
  };
  return streamRecords(files, path, parse, options);
}

export interface JudgedAnswer {
  readonly id: string;
  /** The question that it answers, without synonyms that may follow it. */
  readonly question: string;
  readonly url: string;
  readonly text: string;
}

const ANSWER = /^Question: (.*?)(?: \(Also called: [^\n]*)?\nURL: ([^\n]*)\nAnswer: (.*)$/s;

/**
 * Rows of `AnswerID,Answer`, below a header with these names. An answer has a row for each of its
 * judgements.
 */
export async function* streamJudgedAnswers(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<JudgedAnswer> {
  const position = new FilePosition(path);
  let isHead = true;
  for await (const { line, cells } of readCsvRows(files, path, options)) {
    position.line = line;
    if (isHead && cells.join() === "AnswerID,Answer") continue;
    isHead = false;
    const answer = catchBadInput(() => {
      const [id = "", content = ""] = cells;
      const [, question = "", url = "", text = ""] = ANSWER.exec(content) ?? [];
      if (cells.length !== 2 || text === "") {
        throw position.error("expected an id, and a text of the lines Question:, URL: and Answer:");
      }
      checkId(id, "document", position);
      return { id, question, url: url.trim(), text: collapseWhitespace(text) };
    }, options);
    if (answer !== undefined) yield answer;
  }
}

/**
 * The questions. `text` is NLM's one-sentence summary, which every question has; the original
 * wording is in the fields `subject` and `message`, NIST's wording, if any, in `paraphrase`.
 */
export async function* streamLiveQaQuestions(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Query> {
  const position = new FilePosition(path);
  let open: string[] | undefined;
  for await (const { first, lines } of readLineBatches(files, path, options)) {
    for (const [i, line] of lines.entries()) {
      if (line.includes("<NLM-QUESTION ")) {
        position.line = first + i;
        open = [];
      }
      open?.push(line);
      if (open === undefined || !line.includes("</NLM-QUESTION>")) continue;
      const content = open.join("\n");
      open = undefined;
      const query = catchBadInput(() => parseQuestion(content, position), options);
      if (query !== undefined) yield query;
    }
  }
  if (open === undefined) return;
  catchBadInput(() => {
    throw position.error("this <NLM-QUESTION> has no </NLM-QUESTION>");
  }, options);
}

function parseQuestion(content: string, position: FilePosition): Query {
  const id = /<NLM-QUESTION [^>]*\bqid="(TQ\d+)"/.exec(content)?.[1];
  if (id === undefined) throw position.error('a question needs a qid such as "TQ1"');
  const text = extractElement(content, "NLM-Summary");
  if (text === "") throw position.error(`question ${id} needs an <NLM-Summary>`);
  const fields = {
    subject: extractElement(content, "SUBJECT"),
    message: extractElement(content, "MESSAGE"),
    paraphrase: extractElement(content, "NIST-PARAPHRASE"),
  };
  return {
    id,
    text,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")),
  };
}

/** The text of the first element of that name; empty if there is none. */
function extractElement(content: string, name: string): string {
  const start = content.indexOf(`<${name}>`);
  const end = content.indexOf(`</${name}>`, start);
  if (start < 0 || end < 0) return "";
  return collapseWhitespace(decodeEntities(content.slice(start + name.length + 2, end)));
}

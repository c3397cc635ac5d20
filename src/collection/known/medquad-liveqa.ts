/**
 * The test of MedQuAD: questions of the TREC 2017 LiveQA medical task and
 * human judgements of answers (Ben Abacha and Demner-Fushman, "A
 * Question-Entailment Approach to Question Answering", BMC Bioinformatics
 * 2019), in the three files of its publication.
 */

import { quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { Query } from "../document.ts";
import { csvRows } from "../formats/csv-rows.ts";
import { decoded } from "../formats/entities.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { checkedId, linesOf, Place, pardoned, recordsOf } from "../formats/records.ts";
import { collapsed } from "../formats/white-space.ts";

export const LIVEQA_FILES = {
  questions: "TREC-2017-LiveQA-Medical-Test-Questions-w-summaries.xml",
  answers: "All-2479-Answers-retrieved-from-MedQuAD.csv",
  judgements: "All-qrels_LiveQAMed2017-TestQuestions_2479_Judged-Answers.txt",
} as const;

/** What the assessors said, as grades from 0: "incorrect" is no relevance at all. */
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
export function answerJudgements(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<AnswerJudgement> {
  const parse = (line: string, place: Place): AnswerJudgement => {
    const [number = "", label = "", answer = "", ...more] = line.trim().split(/\s+/);
    if (answer === "" || more.length > 0) {
      throw place.bad("expected a question's number, a judgement and an answer's id");
    }
    if (!/^\d+$/.test(number)) {
      throw place.bad(`a question's number must have digits alone, got ${quote(number)}`);
    }
    const grade = Object.hasOwn(GRADES, label) ? GRADES[label] : undefined;
    if (grade === undefined) {
      const known = Object.keys(GRADES).join(", ");
      throw place.bad(`a judgement must be one of ${known}, got ${quote(label)}`);
    }
    return { query: `TQ${number}`, answer, grade, line: place.line };
  };
  return recordsOf(files, path, parse, options);
}

export interface JudgedAnswer {
  readonly id: string;
  /** The question it is the answer to, without the synonyms that may follow it. */
  readonly question: string;
  readonly url: string;
  readonly text: string;
}

const ANSWER = /^Question: (.*?)(?: \(Also called: [^\n]*)?\nURL: ([^\n]*)\nAnswer: (.*)$/s;

/** Rows of `AnswerID,Answer`, under these names. An answer has a row for each of its judgements. */
export async function* judgedAnswers(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<JudgedAnswer> {
  const place = new Place(path);
  let isHead = true;
  for await (const { line, cells } of csvRows(files, path, options)) {
    place.line = line;
    if (isHead && cells.join() === "AnswerID,Answer") continue;
    isHead = false;
    const answer = pardoned(() => {
      const [id = "", content = ""] = cells;
      const [, question = "", url = "", text = ""] = ANSWER.exec(content) ?? [];
      if (cells.length !== 2 || text === "") {
        throw place.bad("expected an id, and a text of the lines Question:, URL: and Answer:");
      }
      checkedId(id, "document", place);
      return { id, question, url: url.trim(), text: collapsed(text) };
    }, options);
    if (answer !== undefined) yield answer;
  }
}

/**
 * The questions. `text` is the one-sentence summary by NLM, which every
 * question has; what the person wrote is in the fields `subject` and
 * `message`, NIST's wording, where there is one, in `paraphrase`.
 */
export async function* liveQaQuestions(
  files: Files,
  path: string,
  options: ReadOptions = {},
): AsyncGenerator<Query> {
  const place = new Place(path);
  let open: string[] | undefined;
  for await (const { first, lines } of linesOf(files, path, options)) {
    for (const [i, line] of lines.entries()) {
      if (line.includes("<NLM-QUESTION ")) {
        place.line = first + i;
        open = [];
      }
      open?.push(line);
      if (open === undefined || !line.includes("</NLM-QUESTION>")) continue;
      const content = open.join("\n");
      open = undefined;
      const query = pardoned(() => question(content, place), options);
      if (query !== undefined) yield query;
    }
  }
  if (open === undefined) return;
  pardoned(() => {
    throw place.bad("this <NLM-QUESTION> has no </NLM-QUESTION>");
  }, options);
}

function question(content: string, place: Place): Query {
  const id = /<NLM-QUESTION [^>]*\bqid="(TQ\d+)"/.exec(content)?.[1];
  if (id === undefined) throw place.bad('a question needs a qid such as "TQ1"');
  const text = element(content, "NLM-Summary");
  if (text === "") throw place.bad(`question ${id} needs an <NLM-Summary>`);
  const fields = {
    subject: element(content, "SUBJECT"),
    message: element(content, "MESSAGE"),
    paraphrase: element(content, "NIST-PARAPHRASE"),
  };
  return {
    id,
    text,
    fields: Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== "")),
  };
}

/** The text of the first element of that name; empty when there is none. */
function element(content: string, name: string): string {
  const start = content.indexOf(`<${name}>`);
  const end = content.indexOf(`</${name}>`, start);
  if (start < 0 || end < 0) return "";
  return collapsed(decoded(content.slice(start + name.length + 2, end)));
}

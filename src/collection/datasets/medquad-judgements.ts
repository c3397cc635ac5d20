/**
 * The human judgements of MedQuAD's test, joined with its answers.
 *
 * Judged answers have other ids than those of qa.jsonl, and section numbers differ between the two.
 * So they are matched by article, question and answer. Those without a match come from sources
 * whose answers qa.jsonl does not contain; they become documents of their own.
 */

import { badInput, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { joinPath } from "../formats/paths.ts";
import { catchBadInput } from "../formats/records.ts";
import {
  type JudgedAnswer,
  LIVEQA_FILES,
  streamAnswerJudgements,
  streamJudgedAnswers,
} from "./medquad-liveqa.ts";
import { type Pair, streamPairs } from "./medquad-pairs.ts";

/** The judgements of the test by query and document, and the documents that only they mention. */
export interface MedQuadJudgements {
  readonly grades: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly added: readonly JudgedAnswer[];
}

/** An answer that was judged twice for a question keeps the higher grade. */
export async function readMedQuadJudgements(
  files: Files,
  pairs: string,
  folder: string,
  options: ReadOptions,
): Promise<MedQuadJudgements> {
  const answers = new Map<string, JudgedAnswer>();
  for await (const answer of streamJudgedAnswers(
    files,
    joinPath(folder, LIVEQA_FILES.answers),
    options,
  )) {
    if (!answers.has(answer.id)) answers.set(answer.id, answer);
  }
  const documents = await matchAnswers(files, pairs, answers, options);

  const grades = new Map<string, Map<string, number>>();
  const path = joinPath(folder, LIVEQA_FILES.judgements);
  for await (const { query, answer, grade, line } of streamAnswerJudgements(files, path, options)) {
    if (!answers.has(answer)) {
      catchBadInput(() => {
        throw badInput(path, line, `${LIVEQA_FILES.answers} has no answer ${quote(answer)}`);
      }, options);
      continue;
    }
    const document = documents.get(answer) ?? answer;
    let queryGrades = grades.get(query);
    if (queryGrades === undefined) {
      queryGrades = new Map();
      grades.set(query, queryGrades);
    }
    queryGrades.set(document, Math.max(grade, queryGrades.get(document) ?? grade));
  }
  return { grades, added: [...answers.values()].filter(({ id }) => !documents.has(id)) };
}

/** Maps each judged answer that is in qa.jsonl to its document there. */
async function matchAnswers(
  files: Files,
  pairs: string,
  answers: ReadonlyMap<string, JudgedAnswer>,
  options: ReadOptions,
): Promise<Map<string, string>> {
  const articles = new Set([...answers.keys()].map((id) => parseSource(id)?.article));
  const candidates = new Map<string, { id: string; section: string }[]>();
  const collect = ({ id, question, answer }: Pair): undefined => {
    const source = parseSource(id);
    if (source === undefined || !articles.has(source.article)) return;
    const key = `${source.article} ${normaliseLetters(question)} ${normaliseLetters(answer)}`;
    const matches = candidates.get(key) ?? [];
    candidates.set(key, [...matches, { id, section: source.section }]);
  };
  for await (const _ of streamPairs(files, pairs, options, collect));

  const documents = new Map<string, string>();
  for (const { id, question, text } of answers.values()) {
    const source = parseSource(id);
    if (source === undefined) continue;
    const key = `${source.article} ${normaliseLetters(question)} ${normaliseLetters(text)}`;
    const matches = candidates.get(key) ?? [];
    // An article may contain a pair twice; then the section decides.
    const best = matches.find(({ section }) => section === source.section) ?? matches[0];
    if (best !== undefined) documents.set(id, best.id);
  }
  return documents;
}

/** Article and section in `3_GHR_QA/0000804-2` and in `GHR_0000804_Sec2.txt`. */
function parseSource(id: string): { article: string; section: string } | undefined {
  const [, article, section] =
    /^[^/]+\/(.+)-(\d+)(?:#\d+)?$/.exec(id) ?? /^[^_]+_(.+)_Sec(\d+)\.txt$/.exec(id) ?? [];
  return article === undefined || section === undefined ? undefined : { article, section };
}

/** A text without what differs between its two editions: spaces, punctuation, case. */
function normaliseLetters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

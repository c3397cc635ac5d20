/**
 * The human judgements of MedQuAD's test, joined with its answers.
 *
 * Judged answers are named by another scheme than those of qa.jsonl, and the
 * numbers of sections differ between the two. So they are matched by article,
 * question and answer. Those without a match come from sources whose answers
 * qa.jsonl does not hold; they become documents of their own.
 */

import { badInput, quote } from "../../common/errors.ts";
import type { Files } from "../../storage/files.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { joined } from "../formats/paths.ts";
import { pardoned } from "../formats/records.ts";
import {
  answerJudgements,
  type JudgedAnswer,
  judgedAnswers,
  LIVEQA_FILES,
} from "./medquad-liveqa.ts";
import { eachPair, type Pair } from "./medquad-pairs.ts";

/** The test's judgements by query and document, and the documents that only they name. */
export interface Judged {
  readonly grades: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly added: readonly JudgedAnswer[];
}

/** An answer that was judged twice for a question keeps the higher grade. */
export async function readJudged(
  files: Files,
  pairs: string,
  folder: string,
  options: ReadOptions,
): Promise<Judged> {
  const answers = new Map<string, JudgedAnswer>();
  for await (const answer of judgedAnswers(files, joined(folder, LIVEQA_FILES.answers), options)) {
    if (!answers.has(answer.id)) answers.set(answer.id, answer);
  }
  const documents = await matched(files, pairs, answers, options);

  const grades = new Map<string, Map<string, number>>();
  const path = joined(folder, LIVEQA_FILES.judgements);
  for await (const { query, answer, grade, line } of answerJudgements(files, path, options)) {
    if (!answers.has(answer)) {
      pardoned(() => {
        throw badInput(path, line, `${LIVEQA_FILES.answers} has no answer ${quote(answer)}`);
      }, options);
      continue;
    }
    const document = documents.get(answer) ?? answer;
    let ofQuery = grades.get(query);
    if (ofQuery === undefined) {
      ofQuery = new Map();
      grades.set(query, ofQuery);
    }
    ofQuery.set(document, Math.max(grade, ofQuery.get(document) ?? grade));
  }
  return { grades, added: [...answers.values()].filter(({ id }) => !documents.has(id)) };
}

/** For each judged answer that is in qa.jsonl, the document it is there. */
async function matched(
  files: Files,
  pairs: string,
  answers: ReadonlyMap<string, JudgedAnswer>,
  options: ReadOptions,
): Promise<Map<string, string>> {
  const articles = new Set([...answers.keys()].map((id) => sourceOf(id)?.article));
  const candidates = new Map<string, { id: string; section: string }[]>();
  const keep = ({ id, question, answer }: Pair): undefined => {
    const source = sourceOf(id);
    if (source === undefined || !articles.has(source.article)) return;
    const key = `${source.article} ${letters(question)} ${letters(answer)}`;
    const found = candidates.get(key) ?? [];
    candidates.set(key, [...found, { id, section: source.section }]);
  };
  for await (const _ of eachPair(files, pairs, options, keep));

  const documents = new Map<string, string>();
  for (const { id, question, text } of answers.values()) {
    const source = sourceOf(id);
    if (source === undefined) continue;
    const key = `${source.article} ${letters(question)} ${letters(text)}`;
    const found = candidates.get(key) ?? [];
    // An article may have a pair twice; then the sections tell them apart.
    const best = found.find(({ section }) => section === source.section) ?? found[0];
    if (best !== undefined) documents.set(id, best.id);
  }
  return documents;
}

/** Article and section in `3_GHR_QA/0000804-2` and in `GHR_0000804_Sec2.txt`. */
function sourceOf(id: string): { article: string; section: string } | undefined {
  const [, article, section] =
    /^[^/]+\/(.+)-(\d+)(?:#\d+)?$/.exec(id) ?? /^[^_]+_(.+)_Sec(\d+)\.txt$/.exec(id) ?? [];
  return article === undefined || section === undefined ? undefined : { article, section };
}

/** A text without all that differs between its two editions: spaces, points, case. */
function letters(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

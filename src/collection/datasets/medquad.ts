/**
 * MedQuAD, questions and answers about health from sites of the US National Institutes of Health:
 * `qa.jsonl.gz` and the folder `liveqa` with the test.
 *
 * - Documents: the 16,407 answers of qa.jsonl, then the judged answers that are not among them.
 *   Those come from sources whose answers MedQuAD no longer contains (A.D.A.M., MedlinePlus drugs
 *   and herbs). The document of an answer does not include its question, which would reveal the
 *   answer.
 * - `train`: the distinct questions, ignoring case; their answers are relevant.
 * - `test`: the judged LiveQA questions, grades 0 to 3. An answer that was judged twice with
 *   different grades keeps the higher one.
 */

import type { Files } from "../../storage/files.ts";
import type { Collection } from "../collection.ts";
import { createCollection, type QuerySet } from "../create-collection.ts";
import type { Document, Judgement, Query } from "../document.ts";
import { collapseWhitespace } from "../formats/collapse-whitespace.ts";
import type { ReadOptions } from "../formats/lines.ts";
import { findFile, getBaseName, joinPath } from "../formats/paths.ts";
import { type MedQuadJudgements, readMedQuadJudgements } from "./medquad-judgements.ts";
import { LIVEQA_FILES, streamLiveQaQuestions } from "./medquad-liveqa.ts";
import { streamPairs } from "./medquad-pairs.ts";

const NOTES: readonly string[] = [
  "Documents: 16,407 answers, and 1,489 judged LiveQA answers that are not among them.",
  "Train judgements say which answer a question came with; test judgements are by people.",
  "The 2,479 test judgements are of 2,311 pairs: of two that differ, the higher grade counts.",
];

/** Opens a folder with qa.jsonl and optionally liveqa; undefined if it has no qa.jsonl. */
export async function openMedQuad(
  files: Files,
  folder: string,
  options: ReadOptions = {},
): Promise<Collection | undefined> {
  const pairs = await findFile(files, folder, "qa.jsonl");
  if (pairs === undefined) return undefined;
  const train: QuerySet = {
    queries: () => streamTrainQueries(files, pairs, options),
    judgements: () =>
      streamPairs(files, pairs, options, ({ id, query }) => ({ query, document: id, grade: 1 })),
  };
  const querySets = new Map([["train", train]]);
  const liveQa = joinPath(folder, "liveqa");
  const hasTest = (await files.kind(liveQa)) === "folder";
  let reading: Promise<MedQuadJudgements> | undefined;
  const loadJudgements = (): Promise<MedQuadJudgements> => {
    reading ??= readMedQuadJudgements(files, pairs, liveQa, options);
    return reading;
  };
  if (hasTest) querySets.set("test", createTestQuerySet(files, liveQa, loadJudgements, options));

  return createCollection({
    name: getBaseName(folder),
    format: "medquad",
    notes: NOTES,
    async *documents(): AsyncGenerator<Document> {
      yield* streamPairs(files, pairs, options, ({ id, answer, focus, type }) => ({
        id,
        text: answer,
        fields: { focus, type },
      }));
      if (!hasTest) return;
      for (const { id, url, text } of (await loadJudgements()).added)
        yield { id, text, fields: { url } };
    },
    querySets,
  });
}

function streamTrainQueries(
  files: Files,
  path: string,
  options: ReadOptions,
): AsyncGenerator<Query> {
  return streamPairs(files, path, options, ({ query, question, isFirst }) =>
    isFirst ? { id: query, text: collapseWhitespace(question) } : undefined,
  );
}

function createTestQuerySet(
  files: Files,
  folder: string,
  loadJudgements: () => Promise<MedQuadJudgements>,
  options: ReadOptions,
): QuerySet {
  return {
    async *queries(): AsyncGenerator<Query> {
      const { grades } = await loadJudgements();
      const questions = streamLiveQaQuestions(
        files,
        joinPath(folder, LIVEQA_FILES.questions),
        options,
      );
      for await (const query of questions) if (grades.has(query.id)) yield query;
    },
    async *judgements(): AsyncGenerator<Judgement> {
      for (const [query, documents] of (await loadJudgements()).grades) {
        for (const [document, grade] of documents) yield { query, document, grade };
      }
    },
  };
}
